public import BridgePrimitives

extension ReasonList {
    public static let project = ReasonList(ProjectReason.self, ExchangeReason.self)
}
