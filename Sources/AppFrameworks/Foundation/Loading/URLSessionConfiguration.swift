import SimulatedDevice

/// How a session loads. The session takes a copy.
public final class URLSessionConfiguration {
    /// Where cookies come from and go to; nil for nowhere.
    public var httpCookieStorage: HTTPCookieStorage?
    /// Whether the storage's cookies go along with requests.
    public var httpShouldSetCookies = true
    /// Which cookies of responses the session keeps, of those that the storage itself takes.
    ///
    /// With the default a response that comes from another site than the request's ``URLRequest/mainDocumentURL`` sets
    /// nothing; a request without one has no other sites.
    public var httpCookieAcceptPolicy = HTTPCookie.AcceptPolicy.onlyFromMainDocumentDomain
    /// On each request that has no field of that name itself.
    public var httpAdditionalHeaders: [AnyHashable: Any]?
    public var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    /// Seconds of world time for a whole load, where the request does not ask for less. (Apple counts silence.)
    public var timeoutIntervalForRequest: TimeInterval = 60
    /// Seconds of world time for a whole load.
    public var timeoutIntervalForResource: TimeInterval = 7 * 24 * 60 * 60

    private init(_ storage: HTTPCookieStorage?) { httpCookieStorage = storage }

    /// With the app's own cookie storage; a new object each time.
    public static var `default`: URLSessionConfiguration { URLSessionConfiguration(.shared) }

    /// With a cookie storage of its own, in memory and empty; a new object each time.
    public static var ephemeral: URLSessionConfiguration {
        URLSessionConfiguration(.ephemeral(of: AppProcess.required(by: "URLSessionConfiguration.ephemeral")))
    }

    func copied() -> URLSessionConfiguration {
        let copy = URLSessionConfiguration(httpCookieStorage)
        (copy.httpShouldSetCookies, copy.httpCookieAcceptPolicy) = (httpShouldSetCookies, httpCookieAcceptPolicy)
        (copy.httpAdditionalHeaders, copy.requestCachePolicy) = (httpAdditionalHeaders, requestCachePolicy)
        copy.timeoutIntervalForRequest = timeoutIntervalForRequest
        copy.timeoutIntervalForResource = timeoutIntervalForResource
        return copy
    }
}

@available(*, unavailable)
extension URLSessionConfiguration: Sendable {}
