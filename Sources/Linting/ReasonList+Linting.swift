public import BridgePrimitives

extension ReasonList {
    public static let linting = ReasonList(LintReason.self)
}
