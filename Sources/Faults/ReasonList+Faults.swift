public import BridgePrimitives

extension ReasonList {
    public static let faults = ReasonList(FaultReason.self)
}
