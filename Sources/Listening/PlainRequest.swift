public import HTTPTypes
public import Hummingbird
import NIOCore

/// A request with its body, as a service looks at it: HTTP without a server. Services are tested with it.
public struct PlainRequest: Sendable {
    /// Upper case.
    public var method: String
    /// `http` or `https`, as clients spell the service.
    public var scheme: String
    /// The `Host` field as it came; empty when there is none.
    public var host: String
    /// Percent-encoded, without query.
    public var path: String
    /// Percent-encoded, without the question mark.
    public var query: String
    public var headers: HTTPFields
    public var body: [UInt8]

    public init(
        method: String, scheme: String = "http", host: String = "", path: String, query: String = "",
        authorization: String? = nil, contentType: String? = nil, origin: String? = nil, body: [UInt8] = []
    ) {
        (self.method, self.scheme, self.host) = (method, scheme, host)
        (self.path, self.query, self.body) = (path, query, body)
        headers = [:]
        (self.authorization, self.contentType, self.origin) = (authorization, contentType, origin)
    }

    /// Reads the body.
    ///
    /// - Parameter bodyLimit: in bytes; nil where the listener's own is enough.
    /// - Throws: `NIOTooManyBytesError` for a longer body; whatever the connection breaks with.
    public init(_ request: Request, scheme: String = "http", bodyLimit: Int? = nil) async throws {
        let body = try await request.body.collect(upTo: bodyLimit ?? .max)
        self.init(
            method: request.method.rawValue, scheme: scheme, host: request.head.authority ?? "", path: request.uri.path,
            query: request.uri.query ?? "", body: Array(body.readableBytesView))
        headers = request.headers
    }

    public var authorization: String? {
        get { headers[.authorization] }
        set { headers[.authorization] = newValue }
    }
    public var contentType: String? {
        get { headers[.contentType] }
        set { headers[.contentType] = newValue }
    }
    public var origin: String? {
        get { headers[.origin] }
        set { headers[.origin] = newValue }
    }
}

extension HTTPFields {
    /// Nil for names that are no token (RFC 9110 §5.6.2) as well as for absent fields.
    public subscript(named name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set { if let field = HTTPField.Name(name) { self[field] = newValue } }
    }
}
