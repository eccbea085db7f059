public import BridgePrimitives
import BridgeTrace
import Captures
public import HTTPLoader

/// A request of the engine's and its answer, as they were on the wire at the proxy.
///
/// Header values are in the clear, for whoever compares them; ``description`` leaves them out.
public struct EngineExchange: Sendable {
    public enum Handling: String, Sendable {
        /// By a server of the page's, or a service in its place, and read on the way.
        case read
        /// To a host that is not read: what was sent is not known.
        case unread
        /// By the proxy, for the reasons that are given.
        case refused
    }

    public let handling: Handling
    /// `CONNECT` where it is not known what was asked.
    public let method: String
    public let url: String
    /// When its head had come.
    public let start: Instant
    /// When the answer's head had come, or what took its place.
    public let end: Instant
    /// The `Cookie` fields; a request has one at most, by any engine that is known.
    public let cookieFields: [Secret<String>]
    /// All fields of the request, in order; printing shows the names only.
    public let requestFields: HTTPHeaders
    /// Nil without an answer.
    public let status: Int?
    public let location: String?
    /// The answer's media type, without parameters.
    public let type: String?
    /// What the body of an error says.
    public let said: String?
    /// All fields of the answer, in order; printing shows the names only.
    public let responseFields: HTTPHeaders
    /// The answer's `Set-Cookie` fields, in order.
    public let setCookieFields: [Secret<String>]
    /// Why the request was not passed on, or not answered.
    public let reasons: [ReasonCode]

    package init(
        _ handling: Handling = .read, method: String = "GET", url: String, start: Instant, end: Instant,
        cookie: String? = nil, status: Int? = 200, location: String? = nil, setCookies: [String] = [],
        reasons: [ReasonCode] = []
    ) {
        (self.handling, self.method, self.url, self.start, self.end) = (handling, method, url, start, end)
        cookieFields = cookie.map { [Secret($0)] } ?? []
        requestFields = HTTPHeaders(cookie.map { [("Cookie", $0)] } ?? [])
        (self.status, self.location, self.reasons) = (status, location, reasons)
        (type, said) = (nil, nil)
        responseFields = HTTPHeaders()
        setCookieFields = setCookies.map { Secret($0) }
    }

    /// One that was read elsewhere, with all its fields.
    package init(
        method: String, url: String, start: Instant, end: Instant, requestFields: [(String, String)],
        status: Int? = nil, location: String? = nil, setCookies: [String] = [],
        responseFields: [(String, String)] = [], reasons: [ReasonCode] = []
    ) {
        (handling, self.method, self.url, self.start, self.end) = (.read, method, url, start, end)
        self.requestFields = HTTPHeaders(requestFields)
        cookieFields = requestFields.filter { ASCIIText.lowercased($0.0) == "cookie" }.map { Secret($0.1) }
        (self.status, self.location, self.reasons) = (status, location, reasons)
        (type, said) = (nil, nil)
        self.responseFields = HTTPHeaders(responseFields)
        setCookieFields = setCookies.map { Secret($0) }
    }

    /// - Parameter event: recorded without masking.
    init(_ event: ProxiedEvent, at end: Instant) {
        handling =
            switch event.handling {
            case .answered, .passed: .read
            case .tunnelled: .unread
            case .refused: .refused
            }
        (method, url, status) = (event.method, event.url.text, event.status)
        (start, self.end) = (end - event.elapsed, end)
        func values(_ name: String, in fields: [MaskedField]) -> [String] {
            fields.filter { ASCIIText.lowercased($0.name) == name }.map(\.value.text)
        }
        requestFields = HTTPHeaders(event.requestFields.map { ($0.name, $0.value.text) })
        cookieFields = values("cookie", in: event.requestFields).map { Secret($0) }
        said = event.said?.text
        responseFields = HTTPHeaders(event.responseFields.map { ($0.name, $0.value.text) })
        setCookieFields = values("set-cookie", in: event.responseFields).map { Secret($0) }
        location = values("location", in: event.responseFields).first
        type = values("content-type", in: event.responseFields).first.flatMap(MediaType.essence(of:))
        let isForScript =
            event.status == 200
            && (RequestPurpose.isScript(url) || values("sec-fetch-dest", in: event.requestFields).first == "script")
        reasons = event.reasons + (isForScript ? Self.reasons(ofScriptWithType: type ?? "") : [])
    }

    /// - Parameter essence: the media type; if there is none, engines guess one.
    private static func reasons(ofScriptWithType essence: String) -> [ReasonCode] {
        if essence.isEmpty || essence.hasSuffix("javascript") || essence.hasSuffix("ecmascript") { return [] }
        return [(essence == "text/html" ? PageEngineReason.scriptIsHTML : .scriptOfOtherType).code]
    }

    /// Whether a script asked another origin and no cookie went along: without `credentials: "include"` none does, and none
    /// of the answer's is kept (Fetch §4.6).
    var mayOmitCredentials: Bool {
        guard cookieFields.isEmpty, let origin = requestFields.first("origin"), let own = try? WebURL(url) else {
            return false
        }
        let fields = requestFields.map { (name: ASCIIText.lowercased($0.name), value: $0.text) }
        return origin != own.origin && !FetchMetadata(fields).isDocument()
    }

    /// What `Cookie` said; nil where the request had none.
    public var cookieHeader: Secret<String>? {
        cookieFields.isEmpty ? nil : Secret(cookieFields.map { $0.reveal() }.joined(separator: "; "))
    }
}

extension EngineExchange: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the URL's query and without any value, which may be secrets.
    public var description: String { "\(method) \(url.prefix { $0 != "?" }) \(status.map(String.init) ?? "-")" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
