public import BridgePrimitives

extension ReasonList {
    public static let worlds = ReasonList(AppReason.self, WorldReason.self, WebAppReason.self, ServiceStartReason.self)
}
