import BridgePrimitives
import BridgeTrace
import Cookies
public import HTTPLoader

/// Which of a page's requests carry cookies (Fetch §2.2.5).
public enum CredentialsMode: String, CaseIterable, Sendable {
    case omit
    /// Only requests to the document's own origin.
    case sameOrigin = "same-origin"
    case include
}

/// What a page's own request came back with.
public struct FetchResult: Sendable {
    public let response: HTTPResponse
    /// Where redirects ended.
    public let url: WebURL
    public let hops: [Hop]
}

extension HeadlessWebView {
    /// Makes a request as the document's own `fetch` would: its cookies by `credentials`, `Referer` and `Origin` from
    /// the document, redirects followed, a `Cookie` header of the caller's ignored (Fetch, forbidden request-headers).
    ///
    /// Cross-origin responses are given as they are: CORS is not checked.
    /// - Parameter timeoutInterval: world time for all hops together.
    /// - Throws: ``NavigationFailure`` when there is no response. A status of 400 or more is a response.
    public func fetch(
        _ request: HTTPRequest, credentials: CredentialsMode = .sameOrigin, timeoutInterval: Duration = .seconds(60)
    ) async throws(NavigationFailure) -> FetchResult {
        let document = page.url
        let deadline = clock.now + timeoutInterval
        var redirects = RedirectChain(withPageHeaders(request, document: document), manualCookieHeader: .dropped)
        while true {
            let request = redirects.request
            let isSameOrigin = document.web.map { $0.sameOrigin(as: request.url) } ?? false
            let isOmitted = credentials == .omit || (credentials == .sameOrigin && !isSameOrigin)
            let context = HopContext(
                actor: .page, isTopLevelNavigation: false, initiator: document.cookieURL,
                siteForCookies: document.cookieURL, redirectedFrom: redirects.origins, referrer: document,
                worker: page.worker, omitsCredentials: isOmitted, notes: redirects.newNotes())
            let (hop, outcome) = await perform(request, context, deadline: deadline)
            redirects.passed(hop)
            if let exchange = try redirects.received(outcome) {
                return FetchResult(response: exchange.response, url: request.url, hops: redirects.hops)
            }
        }
    }

    private func withPageHeaders(_ request: HTTPRequest, document: DocumentURL) -> HTTPRequest {
        var request = request
        request.headers.remove("cookie")
        let isSameOrigin = document.web.map { $0.sameOrigin(as: request.url) } ?? false
        var defaults = [
            ("Accept", "*/*"), ("User-Agent", userAgent),
            ("Accept-Language", configuration.acceptLanguage), ("Accept-Encoding", "gzip, deflate"),
        ]
        if !isSameOrigin || !["GET", "HEAD"].contains(request.method) {
            defaults.append(("Origin", page.host.origin))
        }
        request.headers.appendMissing(HTTPHeaders(defaults))
        return request
    }
}
