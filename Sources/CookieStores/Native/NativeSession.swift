import BridgePrimitives
public import BridgeTrace
public import Cookies
public import HTTPLoader

/// `URLSession.shared`: the requests of the app's own process, with the cookies of its storage, in the trace.
///
/// As a ``Transport`` it takes redirects for answers; ``load(_:cookies:redirecting:)`` follows them.
public struct NativeSession: Transport {
    private let transport: any Transport
    private let storage: NativeCookieStorage
    private let trace: TraceLog

    public init(over transport: any Transport, storage: NativeCookieStorage, trace: TraceLog) {
        (self.transport, self.storage, self.trace) = (transport, storage, trace)
    }

    /// What `URLSession` puts on a request that does not say otherwise itself: it reads compressed answers.
    package static let usualHeaders = HTTPHeaders([
        ("Accept", "*/*"), ("Accept-Language", "en-US,en;q=0.9"), ("Accept-Encoding", "gzip, deflate"),
    ])

    /// What a request has to do with the storage, by its session's configuration and by itself.
    public struct CookieUse: Hashable, Sendable {
        /// Whether the storage's cookies go along.
        public var sends: Bool
        /// Whether the storage takes what the response sets.
        public var stores: Bool
        /// The page for which the request is made; nil for none, and then every site is the page's.
        public var mainDocument: CookieURL?
        /// Whether only what the page's own site sets is taken; the storage's policy may say so too.
        public var onlyFromMainDocument: Bool

        public init(
            sends: Bool = true, stores: Bool = true, mainDocument: CookieURL? = nil, onlyFromMainDocument: Bool = false
        ) {
            (self.sends, self.stores) = (sends, stores)
            (self.mainDocument, self.onlyFromMainDocument) = (mainDocument, onlyFromMainDocument)
        }
    }

    public func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        try await perform(request, cookies: CookieUse())
    }

    /// - Parameter notes: what happened to the request on its way here.
    func perform(
        _ request: HTTPRequest, cookies use: CookieUse, notes: [ReasonCode] = []
    ) async throws(TransportFailure) -> Exchange {
        let url = CookieURL(request.url)
        let cookies = storage.requestCookies(for: url)
        let hop = JarHop(
            request, to: url, cookies: use.sends ? cookies : cookies.withholdingAll(because: .credentialsOmitted),
            of: storage.jar, omitsCredentials: !use.sends && !use.stores, refusal: storage.refusal(of: url, by: use),
            notes: notes, client: .urlSession, by: .app, in: trace)
        return try await hop.perform(over: transport) { response in
            storage.httpCookies(of: response, from: url).flatMap(\.notes).map(\.code).uniqued()
        }.exchange
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
