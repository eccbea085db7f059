public import BridgePrimitives
import Files
import RouterGuard

/// Runs files of route tables and navigations: one JSON object a line, or one array.
public enum GuardCases: Sendable {
    /// What came of one case.
    public struct Outcome: Sendable {
        /// The case's own, or its place among the cases: `case 3`.
        public let id: String
        public let note: String?
        /// In the form of a case's `expected`.
        public let result: JSONValue
        /// Where the result is otherwise than the case expects; nil when it expects nothing.
        public let differences: [GuardDifference]?
        public var isAsExpected: Bool? { differences?.isEmpty }

        /// What happened on the way, where the router ended and which defects showed, for people.
        public let log: [String]
        /// Worst first.
        public let defects: [GuardReason]

        /// `{"id":…,"result":…}`.
        public var json: JSONValue { ["id": .string(id), "result": result] }

        /// The case and its log, for people.
        public var lines: [String] {
            let mark =
                switch isAsExpected {
                case nil: "    "
                case true?: "ok  "
                case false?: "FAIL"
                }
            return ["\(mark) \(id)\(note.map { "  \($0)" } ?? "")"] + (differences ?? []).map { "       \($0)" }
                + log.map { "       \($0)" }
        }
    }

    static let sizeLimit = 64 << 20

    /// - Parameter path: a file, or `-` for standard input.
    /// - Throws: `guard-case/…` with the line, or the place in the array, of what cannot be read.
    public static func run(at path: String) throws -> [Outcome] {
        let data: [UInt8]
        do { data = try InputFile.read(path, upTo: sizeLimit) } catch {
            throw GuardCaseReason.unreadableFile.failure("\(path) \(error.clause)")
        }
        let cases = try cases(in: Array(data.withoutByteOrderMark), of: path)
        guard !cases.isEmpty else {
            throw GuardCaseReason.noCases.failure("there is no case in \(path)")
        }
        return try cases.enumerated().map { try run($0.element, number: $0.offset + 1) }
    }

    private static func run(
        _ entry: (place: String, json: JSONValue), number: Int
    ) throws(BridgeFailure) -> Outcome {
        let guardCase: GuardCase
        do { guardCase = try GuardCase(json: entry.json) } catch {
            throw GuardCaseReason.unreadableCase.failure(
                "\(entry.place): \(error)",
                fix: "swift run guard-oracle --help has an example")
        }
        let run = guardCase.runTraced()
        let result = run.result
        return Outcome(
            id: guardCase.id.isEmpty ? "case \(number)" : guardCase.id, note: entry.json["note"]?.stringValue,
            result: result,
            differences: entry.json["expected"]?.objectValue.map { GuardDifference.all(between: $0, and: result) },
            log: run.lines, defects: run.defects)
    }

    private static func cases(in bytes: [UInt8], of path: String) throws(BridgeFailure) -> [(
        place: String, json: JSONValue
    )] {
        let first = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        if first == UInt8(ascii: "[") {
            let elements = try parsed(bytes[...], at: path).arrayValue ?? []
            return elements.enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
        }
        var cases: [(place: String, json: JSONValue)] = []
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { continue }
            let place = "\(path):\(number + 1)"
            cases.append((place, try parsed(line, at: place)))
        }
        return cases
    }

    private static func parsed(_ bytes: ArraySlice<UInt8>, at place: String) throws(BridgeFailure) -> JSONValue {
        do { return try JSONValue(parsing: bytes) } catch {
            throw GuardCaseReason.notJSON.failure("\(place): \(error)")
        }
    }
}
