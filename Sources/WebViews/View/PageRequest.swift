public import HTTPLoader

/// A load that the app asks for, as `URLRequest`.
public struct PageRequest: Sendable, Hashable {
    public var url: WebURL
    public var method: String
    /// Sent with the first request; what becomes of them after a redirect follows WebKit: `Authorization` does not
    /// leave its origin, a `Cookie` header obeys the profile, all else is kept.
    public var headers: HTTPHeaders
    public var body: [UInt8]?
    public var cachePolicy: CachePolicy
    /// World time for all requests of the load together. (`URLRequest` counts 60 seconds of silence.)
    public var timeoutInterval: Duration
    /// Whether the page is reached by a decorated link of a site that is classified as a tracker: what its scripts
    /// write lives a day at most, under tracking prevention.
    public var isDecoratedByTracker: Bool

    public init(
        url: WebURL, method: String = "GET", headers: HTTPHeaders = [:], body: [UInt8]? = nil,
        cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: Duration = .seconds(60),
        isDecoratedByTracker: Bool = false
    ) {
        (self.url, self.method, self.headers, self.body) = (url, method, headers, body)
        (self.cachePolicy, self.timeoutInterval) = (cachePolicy, timeoutInterval)
        self.isDecoratedByTracker = isDecoratedByTracker
    }
}
