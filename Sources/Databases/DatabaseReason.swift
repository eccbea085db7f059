public import BridgePrimitives
import Reasons

/// Why something cannot be kept in a SQLite file; codes are `AREA/not-a-database` and so on, one area for each kind of
/// contents.
public struct DatabaseReason<Contents: DatabaseContents>: FailureReason {
    enum Problem: String, CaseIterable, Sendable {
        case notADatabase = "not-a-database"
        case newerSchema = "newer-schema"
        case diskFull = "disk-full"
        case notWritable = "not-writable"
        case inUse = "in-use"
        case damaged
        case incomplete
        case failed
    }

    let problem: Problem

    private init(_ problem: Problem) { self.problem = problem }

    /// Nil for a code that is none of this area's.
    public init?(rawValue: String) {
        guard let reason = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = reason
    }

    public var rawValue: String { "\(Contents.area)/\(problem.rawValue)" }

    public static var allCases: [DatabaseReason] { Problem.allCases.map { DatabaseReason($0) } }

    public static var notADatabase: DatabaseReason { DatabaseReason(.notADatabase) }
    public static var newerSchema: DatabaseReason { DatabaseReason(.newerSchema) }
    public static var diskFull: DatabaseReason { DatabaseReason(.diskFull) }
    public static var notWritable: DatabaseReason { DatabaseReason(.notWritable) }
    public static var inUse: DatabaseReason { DatabaseReason(.inUse) }
    public static var damaged: DatabaseReason { DatabaseReason(.damaged) }
    public static var incomplete: DatabaseReason { DatabaseReason(.incomplete) }
    public static var failed: DatabaseReason { DatabaseReason(.failed) }

    /// Goes on from the file's name.
    var clause: String {
        switch problem {
        case .notADatabase: "is no database of \(Contents.plural)"
        case .newerSchema: "was written by a later version"
        case .diskFull: "has no room"
        case .notWritable: "cannot be written"
        case .inUse: "is in use"
        case .damaged: "has a row that is no \(Contents.singular)"
        case .incomplete: "lacks a table"
        case .failed: "did not take or give what it was asked for"
        }
    }
}
