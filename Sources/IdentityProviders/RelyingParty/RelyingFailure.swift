public import BridgePrimitives

/// Why a provider gave a relying party nothing.
public enum RelyingFailure: Error, Hashable, Sendable {
    /// No answer came.
    case unreachable(ReasonCode)
    /// The provider said no; its reasons, where it gives any.
    case refused([ReasonCode])
    /// The answer lacks what the protocol promises.
    case unreadable

    /// All reasons that are known, first one first.
    public var reasons: [ReasonCode] {
        switch self {
        case .unreachable(let code): [code]
        case .refused(let codes): codes
        case .unreadable: []
        }
    }
}
