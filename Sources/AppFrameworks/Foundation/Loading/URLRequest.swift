import BridgePrimitives
import HTTPLoader

/// A request of the app's own, for `URLSession` and for web views.
public struct URLRequest: Hashable, Sendable {
    public typealias CachePolicy = NSURLRequest.CachePolicy
    public typealias NetworkServiceType = NSURLRequest.NetworkServiceType

    public var url: URL?
    public var cachePolicy: CachePolicy
    /// Seconds of world time for the whole load. (Apple counts silence.)
    public var timeoutInterval: TimeInterval
    /// The page for which the request is made, through all redirects; nil for a request of nobody's page.
    ///
    /// `URLSession` keeps cookies of its site only (`store/third-party-blocked`), with
    /// ``HTTPCookieAcceptPolicy/onlyFromMainDocumentDomain``. A web view takes no notice: its page is its own.
    public var mainDocumentURL: URL?
    public var httpBody: Data?
    /// Whether the storage's cookies go along, and those of the response are kept. A web view takes no notice.
    public var httpShouldHandleCookies = true
    /// Kept and not looked at, as the two below: there is one network.
    public var networkServiceType = NetworkServiceType.default
    public var allowsCellularAccess = true
    public var allowsExpensiveNetworkAccess = true
    private var method = "GET"
    var headers = HTTPHeaders()

    /// - Parameter timeoutInterval: seconds.
    public init(
        url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60
    ) {
        (self.url, self.cachePolicy, self.timeoutInterval) = (url, cachePolicy, timeoutInterval)
    }

    /// As written; nil is GET.
    public var httpMethod: String? {
        get { method }
        set { method = newValue ?? "GET" }
    }

    // MARK: Header fields

    /// Nil without any. Names are compared without case.
    public var allHTTPHeaderFields: [String: String]? {
        get {
            guard !headers.isEmpty else { return nil }
            return Dictionary(headers.map { ($0.name, $0.text) }) { first, next in "\(first),\(next)" }
        }
        set {
            // A dictionary has no order; the trace has one, the same in every run.
            headers = HTTPHeaders((newValue ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
    }

    public func value(forHTTPHeaderField field: String) -> String? { headers.first(field) }

    /// - Parameter value: nil takes the field away.
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
        if let value { headers.set(field, value) } else { headers.remove(field) }
    }

    /// Adds to the value that is there, with a comma between.
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {
        headers.set(field, headers.first(field).map { "\($0),\(value)" } ?? value)
    }
}

extension URLRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without header fields and body, which may carry secrets.
    public var description: String { url.map { "\(method) \($0.host() ?? "")\($0.path())" } ?? method }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension URLRequest {
    init(_ request: HTTPRequest) {
        self.init(url: request.url)
        (method, headers, httpBody) = (request.method, request.headers, request.body.map { Data($0) })
    }

    init(url: WebURL) { self.init(address: url.string) }

    /// A request as somebody else has it, whose address may be no URL.
    init(address: String) {
        self.init(url: .blank)
        url = URL(string: address)
    }

    /// Nil for an address that is none of http or https.
    var http: HTTPRequest? {
        guard let url, let address = try? WebURL(url.absoluteString) else { return nil }
        return HTTPRequest(method: method, url: address, headers: headers, body: httpBody.map { Array($0) })
    }

    /// World time; nothing that is no number, or over a hundred years.
    var timeout: Duration {
        guard timeoutInterval.isFinite else { return .seconds(60) }
        return .milliseconds(Int64(min(max(timeoutInterval, 0), 3e9) * 1000))
    }
}

extension URL {
    /// What a web view shows before there is a document.
    static let blank = URL(string: "about:blank") ?? URL(filePath: "/")
}

/// The namespace of ``URLRequest/CachePolicy`` and ``URLRequest/NetworkServiceType``.
public enum NSURLRequest: Sendable {
    /// What a request's data is for.
    public enum NetworkServiceType: UInt, Sendable {
        case `default` = 0
        case video = 2
        case background = 3
        case voice = 4
        case responsiveData = 6
        case avStreaming = 8
        case responsiveAV = 9
        case callSignaling = 11
    }

    /// How a load treats caches; nothing here keeps one.
    public enum CachePolicy: UInt, Sendable {
        case useProtocolCachePolicy = 0
        case reloadIgnoringLocalCacheData = 1
        case returnCacheDataElseLoad = 2
        /// Fails, since there is no cache.
        case returnCacheDataDontLoad = 3
        case reloadIgnoringLocalAndRemoteCacheData = 4
        case reloadRevalidatingCacheData = 5

        public static var reloadIgnoringCacheData: CachePolicy { .reloadIgnoringLocalCacheData }
    }
}
