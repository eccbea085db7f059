public import BridgePrimitives

extension ReasonList {
    public static let cookies = ReasonList(
        StoreReason.self, SendReason.self, ScriptReason.self, EdgeReason.self, ProfileReason.self,
        NativeCookieReason.self, FoundationReason.self, CookieFileReason.self)
}
