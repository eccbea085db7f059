import BridgePrimitives
import CookieStores
import Cookies
import HTTPLoader
import SimulatedDevice

/// A configuration, read once when its session is made.
struct SessionRules: Sendable {
    private let storage: HTTPCookieStorage?
    private let sendsCookies: Bool
    private let acceptPolicy: HTTPCookie.AcceptPolicy
    private let headers: HTTPHeaders
    private let cachePolicy: URLRequest.CachePolicy
    private let requestTimeout: TimeInterval
    private let resourceTimeout: TimeInterval

    init(_ configuration: URLSessionConfiguration) {
        storage = configuration.httpCookieStorage
        sendsCookies = storage != nil && configuration.httpShouldSetCookies
        acceptPolicy = storage == nil ? .never : configuration.httpCookieAcceptPolicy
        // A dictionary has no order; the trace has one, the same in every run.
        let fields = (configuration.httpAdditionalHeaders ?? [:]).compactMap { name, value in
            (name.base as? String).map { ($0, value as? String ?? "\(value)") }
        }
        headers = HTTPHeaders(fields.sorted { $0.0 < $1.0 })
        cachePolicy = configuration.requestCachePolicy
        requestTimeout = configuration.timeoutIntervalForRequest
        resourceTimeout = configuration.timeoutIntervalForResource
    }

    /// What happens with cookies; a request may want less than its session.
    func cookies(of request: URLRequest) -> NativeSession.CookieUse {
        let handles = request.httpShouldHandleCookies
        return NativeSession.CookieUse(
            sends: sendsCookies && handles, stores: acceptPolicy != .never && handles,
            mainDocument: request.mainDocumentURL.flatMap { try? CookieURL($0.absoluteString) },
            onlyFromMainDocument: acceptPolicy == .onlyFromMainDocumentDomain)
    }

    /// What makes the request: the app's own traced hop, with this session's storage. Where it has none, the app's is
    /// asked what it would have sent, for the trace.
    func session(of process: AppProcess, for request: URLRequest) -> NativeSession {
        let clock = process.device.clock
        var wanted = request
        wanted.timeoutInterval = min(request.timeoutInterval, requestTimeout, resourceTimeout)
        return NativeSession(
            over: DeadlineTransport(process.transport, deadline: clock.now + wanted.timeout, on: clock),
            storage: storage?.storage ?? process.app.cookieStorage, trace: process.device.trace)
    }

    /// The request as it leaves; nil for an address that is none of http or https.
    func http(_ request: URLRequest) -> HTTPRequest? {
        guard var http = request.http else { return nil }
        http.headers.appendMissing(headers)
        let policy = request.cachePolicy == .useProtocolCachePolicy ? cachePolicy : request.cachePolicy
        if policy == .reloadIgnoringLocalAndRemoteCacheData {
            http.headers.appendMissing(["Cache-Control": "no-cache", "Pragma": "no-cache"])
        }
        http.headers.appendMissing(NativeSession.usualHeaders)
        return http
    }

    /// Whether the load may ask the network at all: nothing is cached here.
    func isCacheOnly(_ request: URLRequest) -> Bool {
        (request.cachePolicy == .useProtocolCachePolicy ? cachePolicy : request.cachePolicy) == .returnCacheDataDontLoad
    }
}
