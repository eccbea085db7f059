public import BridgePrimitives

extension ReasonList {
    public static let twin = ReasonList(TwinReason.self, TwinSetupReason.self)
}
