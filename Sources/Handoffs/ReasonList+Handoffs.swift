public import BridgePrimitives

extension ReasonList {
    public static let handoffs = ReasonList(HandoffLineReason.self)
}
