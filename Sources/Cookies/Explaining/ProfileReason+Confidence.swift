public import BridgePrimitives

extension ProfileReason {
    /// Nil for confidences that need no word.
    public init?(_ confidence: Confidence) {
        switch confidence {
        case .verified, .documented: return nil
        case .reported: self = .reported
        case .assumed: self = .assumed
        }
    }
}
