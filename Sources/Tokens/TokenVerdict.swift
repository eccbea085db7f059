public import Reasons

/// What a verifier decided on a token.
public enum TokenVerdict<Verified: Sendable>: Sendable {
    case accepted(Verified)
    /// All reasons that hold among the checks that were made, in their order; never empty.
    case refused([TokenReason])

    /// The verified claims; nil when the token is refused.
    public var verified: Verified? { if case .accepted(let verified) = self { verified } else { nil } }

    /// Why it was refused; empty when accepted.
    public var refusals: [TokenReason] { if case .refused(let reasons) = self { reasons } else { [] } }
}
