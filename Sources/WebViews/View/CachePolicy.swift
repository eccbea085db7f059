/// How a load treats caches, as `URLRequest.CachePolicy`. A headless web view keeps no cache.
public enum CachePolicy: String, CaseIterable, Sendable {
    case useProtocolCachePolicy
    /// Tells caches on the way to ask the server: `Cache-Control: no-cache` and `Pragma: no-cache`.
    case reloadIgnoringLocalCacheData
    /// The same, for caches of others too; WebKit sends the same headers.
    case reloadIgnoringLocalAndRemoteCacheData
    case returnCacheDataElseLoad
    /// Fails with ``NavigationReason/notCached``, since there is no cache.
    case returnCacheDataDontLoad

    var sendsNoCache: Bool {
        self == .reloadIgnoringLocalCacheData || self == .reloadIgnoringLocalAndRemoteCacheData
    }
}
