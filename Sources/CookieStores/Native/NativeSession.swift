import BridgePrimitives
public import BridgeTrace
public import Cookies
public import HTTPLoader

/// `URLSession.shared`: the requests of the app's own process, with the cookies of its storage, in the trace.
///
/// Redirects are answers: the app that is simulated asks its backend, which sends none.
public struct NativeSession: Transport {
    private let transport: any Transport
    private let storage: NativeCookieStorage
    private let trace: TraceLog

    public init(over transport: any Transport, storage: NativeCookieStorage, trace: TraceLog) {
        (self.transport, self.storage, self.trace) = (transport, storage, trace)
    }

    public func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        try await performStoring(request).exchange
    }

    /// - Returns: as well what the storage made of each `Set-Cookie` field, in order.
    package func performStoring(
        _ request: HTTPRequest
    ) async throws(TransportFailure) -> (exchange: Exchange, stored: [StoreDecision]) {
        guard let url = try? CookieURL(request.url.string) else {
            return (try await TracedHop(request, by: .app, in: trace).perform(over: transport), [])
        }
        let hop = JarHop(
            request, to: url, cookies: storage.requestCookies(for: url), of: storage.jar, client: .urlSession,
            by: .app, in: trace)
        return try await hop.perform(over: transport) { response in
            storage.httpCookies(of: response, from: url).flatMap(\.notes).map(\.code).uniqued()
        }
    }
}

extension NativeCookieStorage {
    /// What `HTTPCookie.cookies(withResponseHeaderFields:for:)` gives the app of a response, whatever the storage made
    /// of it.
    public func httpCookies(of response: HTTPResponse, from url: CookieURL) -> [FoundationCookie] {
        NativeCookie.cookies(
            withSetCookieFields: response.headers.all("set-cookie"), for: url, now: jar.now)
    }
}
