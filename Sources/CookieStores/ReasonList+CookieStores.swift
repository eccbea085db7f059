public import BridgePrimitives

extension ReasonList {
    public static let cookieStores = ReasonList(
        CookieDatabaseReason.self, ServiceWorkerReason.self, CookieProtocolReason.self)
}
