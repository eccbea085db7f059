import BridgePrimitives
import HTTPLoader
import HTTPTypes
import WebViews

/// What came back for a request.
///
/// Unchecked: neither class has anything that can change, and no others inherit from it.
public class URLResponse: @unchecked Sendable {
    public let url: URL?
    /// Lower-case, without parameters; nil when the server gave none.
    public let mimeType: String?
    /// Bytes; -1 when the server did not say.
    public let expectedContentLength: Int64
    public let textEncodingName: String?

    public init(url: URL, mimeType: String?, expectedContentLength length: Int, textEncodingName name: String?) {
        (self.url, self.mimeType, textEncodingName) = (url, mimeType, name)
        expectedContentLength = Int64(length)
    }
}

/// The answer of an HTTP server.
public final class HTTPURLResponse: URLResponse, @unchecked Sendable {
    public let statusCode: Int
    private let fields: [String: String]

    /// By name, words with capitals; several fields of one name are one, with commas between. `Set-Cookie` is among them
    /// but for redirects, which nobody is shown.
    public var allHeaderFields: [AnyHashable: Any] { fields }

    /// - Parameters:
    ///   - HTTPVersion: is not kept.
    ///   - headerFields: names in any case.
    public convenience init?(
        url: URL, statusCode: Int, httpVersion HTTPVersion: String?, headerFields: [String: String]?
    ) {
        let headers = HTTPHeaders((headerFields ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        self.init(url: url, status: statusCode, headers: headers)
    }

    init(url: URL, status: Int, headers: HTTPHeaders) {
        statusCode = status
        var fields: [String: String] = [:]
        for field in headers {
            let name = Self.canonical(field.name)
            fields[name] = fields[name].map { "\($0), \(field.text)" } ?? field.text
        }
        self.fields = fields
        let type = ContentType(headers.first("content-type"))
        super.init(
            url: url, mimeType: type.essence.isEmpty ? nil : type.essence,
            expectedContentLength: headers.first("content-length").flatMap { Int($0) } ?? -1,
            textEncodingName: type.charset.map { ASCIIText.lowercased($0) })
    }

    convenience init(_ exchange: Exchange) {
        self.init(
            url: URL(string: exchange.request.url.string) ?? .blank, status: exchange.response.status,
            headers: exchange.response.headers)
    }

    /// In any case.
    public func value(forHTTPHeaderField field: String) -> String? { fields[Self.canonical(field)] }

    /// The status in words, as an app logs it: the names of RFC 9110 §15 in small letters; `no error` for 200, and the
    /// name of its class for one that has none.
    public class func localizedString(forStatusCode statusCode: Int) -> String {
        if statusCode == 200 { return "no error" }
        if let name = Self.named.first(where: { $0.code == statusCode })?.reasonPhrase { return name.lowercased() }
        return switch statusCode {
        case 100..<200: "informational"
        case 200..<300: "success"
        case 300..<400: "redirected"
        case 400..<500: "client error"
        default: "server error"
        }
    }

    /// Those that swift-http-types has a name for; a status that is made of its number has none.
    private static let named: [HTTPTypes.HTTPResponse.Status] = [
        .continue, .switchingProtocols, .created, .accepted, .nonAuthoritativeInformation, .noContent, .resetContent,
        .partialContent, .multipleChoices, .movedPermanently, .found, .seeOther, .notModified, .temporaryRedirect,
        .permanentRedirect, .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
        .proxyAuthenticationRequired, .requestTimeout, .conflict, .gone, .lengthRequired, .preconditionFailed,
        .contentTooLarge, .uriTooLong, .unsupportedMediaType, .rangeNotSatisfiable, .expectationFailed,
        .misdirectedRequest, .unprocessableContent, .tooEarly, .upgradeRequired, .preconditionRequired,
        .tooManyRequests,
        .requestHeaderFieldsTooLarge, .unavailableForLegalReasons, .internalServerError, .notImplemented, .badGateway,
        .serviceUnavailable, .gatewayTimeout, .httpVersionNotSupported, .networkAuthenticationRequired,
    ]

    /// `set-cookie` is `Set-Cookie`, as servers of HTTP/1 write it; other spellings stay.
    private static func canonical(_ name: String) -> String {
        name.split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "-")
    }
}
