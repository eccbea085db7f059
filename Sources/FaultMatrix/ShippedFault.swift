public import Faults

/// One of the faults that a handoff is tried under: what breaks, and what good software does then.
public struct ShippedFault: Hashable, Sendable {
    /// What happens before the fault is there.
    public enum Preparation: String, CaseIterable, Sendable {
        case nothing
        /// Somebody else hands over a session first, under the same fault, and leaves.
        case otherUserFirst = "other-user-first"
        /// The same, and the auth service's keys are rotated after that.
        case keysRotated = "keys-rotated"
    }

    /// Stable, `kebab-case`.
    public let name: String
    /// One sentence.
    public let breaks: String
    public let fault: Fault
    public let preparation: Preparation
    /// What good software does, one sentence.
    public let wanted: String
    /// What people report of it, in short: an issue's number, or a document.
    public let source: String

    init(
        _ name: String, _ fault: Fault, after preparation: Preparation = .nothing, _ breaks: String,
        wanted: String, source: String
    ) {
        (self.name, self.fault, self.preparation) = (name, fault, preparation)
        (self.breaks, self.wanted, self.source) = (breaks, wanted, source)
    }

    /// `auth token`, `backend`: where it breaks.
    public var place: String {
        fault.endpoint == "*" ? fault.service.rawValue : "\(fault.service.rawValue) \(fault.endpoint)"
    }

    /// All of them, in the order of a handoff.
    public static let all: [ShippedFault] = signIn + idToken + exchange + certificates + page + customToken

    public static func named(_ name: String) -> ShippedFault? { all.first { $0.name == name } }
}
