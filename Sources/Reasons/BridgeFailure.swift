/// A failure that a person has to fix: what is wrong, with the value that is wrong, and what to type.
///
/// For refusals inside a world (a cookie withheld, a token refused) see ``Reason``: those are results, not errors.
public struct BridgeFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Who can fix it; decides the exit code.
    public enum Kind: Hashable, CaseIterable, Sendable {
        /// The command was called in a way that cannot work.
        case usage
        /// A file or a line of input could not be understood.
        case unreadableInput
        /// A service could not start or be reached.
        case unavailable
        /// A promise of our own was broken.
        case internalFault

        /// The process's exit code, in the spirit of `sysexits.h`.
        public var exitCode: Int32 {
            switch self {
            case .usage: 64
            case .unreadableInput: 65
            case .unavailable: 69
            case .internalFault: 70
            }
        }
    }

    public let kind: Kind
    public let code: ReasonCode
    /// One clause that names the value.
    public let cause: String
    /// One clause: something to type or to change; may be empty.
    public let fix: String

    /// - Parameters:
    ///   - cause: one clause that names the value; a full stop at its end is dropped, since reasons' meanings have one.
    ///   - fix: nil for the reason's own; something better when the place knows the names that there are.
    public init(_ reason: some FailureReason, cause: String, fix: String? = nil) {
        (kind, code) = (reason.kind, reason.code)
        self.cause = cause.withoutFullStop
        self.fix = fix ?? reason.fix.asClause
    }

    /// The same failure, of something that is named first.
    ///
    /// - Parameter fix: nil for the one that it has.
    package func about(_ place: String, fix: String? = nil) -> BridgeFailure {
        BridgeFailure(kind: kind, code: code, cause: "\(place): \(cause)", fix: fix ?? self.fix)
    }

    /// - Parameter fix: a clause, as ``fix`` has it.
    package init(kind: Kind, code: ReasonCode, cause: String, fix: String) {
        (self.kind, self.code, self.cause, self.fix) = (kind, code, cause, fix)
    }

    /// Two failures are the same failure when their codes are.
    public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { "error" + told }
    /// The same of what goes on all the same.
    public var warning: String { "warning" + told }

    private var told: String { fix.isEmpty ? "[\(code)]: \(cause)" : "[\(code)]: \(cause); \(fix)" }
}

extension String {
    fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }

    /// A sentence as it reads after a semicolon: `Use a shorter URL.` as `use a shorter URL`. A name in capitals keeps
    /// them.
    fileprivate var asClause: String {
        guard let first, dropFirst().first?.isUppercase != true else { return withoutFullStop }
        return (first.lowercased() + dropFirst()).withoutFullStop
    }
}
