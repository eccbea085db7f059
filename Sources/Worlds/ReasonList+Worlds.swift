public import BridgePrimitives

extension ReasonList {
    public static let worlds = ReasonList(WorldReason.self, WebAppReason.self, ServiceStartReason.self)
}
