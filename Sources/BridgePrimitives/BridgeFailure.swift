/// A failure that a person has to fix: what is wrong, with the value that is wrong, and what to type.
///
/// For refusals inside a world (a cookie withheld, a token refused) see ``Reason``: those are results, not errors.
public struct BridgeFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Who can fix it; decides the exit code.
    public enum Kind: Hashable, Sendable {
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
    /// Stable, `area/kebab-case`.
    public let code: String
    /// One clause that names the value; a full stop at its end is dropped, since reasons' meanings have one.
    public let cause: String
    /// Something to type or to change; may be empty.
    public let fix: String

    public init(_ kind: Kind, code: String, cause: String, fix: String = "") {
        (self.kind, self.code, self.fix) = (kind, code, fix)
        self.cause = cause.hasSuffix(".") ? String(cause.dropLast()) : cause
    }

    /// Two failures are the same failure when their codes are.
    public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String {
        fix.isEmpty ? "error[\(code)]: \(cause)" : "error[\(code)]: \(cause); \(fix)"
    }
}
