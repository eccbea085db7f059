import Cookies
import HTTPLoader

/// A load on its way: what the app asked for, or what a reload repeats.
struct Navigation: Sendable {
    let kind: NavigationAction.Kind
    let request: HTTPRequest
    let cachePolicy: CachePolicy
    let timeoutInterval: Duration
    /// Hops of an earlier load that count for SameSite.
    let redirectedFrom: [CookieURL]
    let isDecoratedByTracker: Bool

    init(_ request: PageRequest) {
        kind = .load
        self.request = HTTPRequest(
            method: request.method, url: request.url, headers: request.headers, body: request.body)
        (cachePolicy, timeoutInterval) = (request.cachePolicy, request.timeoutInterval)
        redirectedFrom = []
        isDecoratedByTracker = request.isDecoratedByTracker
    }

    /// A native reload repeats the headers that the app had set, and in WebKit the SameSite state.
    init(reloading origin: NavigationOrigin, keepsSameSite: Bool) {
        kind = .reload
        request = origin.request
        (cachePolicy, timeoutInterval) = (.reloadIgnoringLocalCacheData, origin.timeoutInterval)
        redirectedFrom = keepsSameSite ? origin.redirectedFrom : []
        isDecoratedByTracker = origin.isDecoratedByTracker
    }
}

extension NavigationResult {
    init(failure: NavigationFailure, url: WebURL?, hops: [Hop] = []) {
        self.init(outcome: .failed(failure), url: url, hops: hops, notes: [], scriptFailures: [])
    }
}
