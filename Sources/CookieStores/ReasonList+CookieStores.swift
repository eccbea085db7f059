public import BridgePrimitives

extension ReasonList {
    public static let cookieStores = ReasonList(
        CookieDatabaseReason.self, ServiceWorkerReason.self, ClearSiteDataReason.self, CookieProtocolReason.self)
}
