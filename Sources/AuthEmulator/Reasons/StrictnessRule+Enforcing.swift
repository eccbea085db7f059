import BridgePrimitives

extension StrictnessRule {
    /// Whether a service of this strictness acts as the strict column says.
    func isEnforced(by strictness: Strictness) -> Bool { strictness == .strict }
}
