/// One request, as it is to be sent: the transport adds `Host` and the framing of the body, nothing else.
public struct HTTPRequest: Sendable, Hashable {
    /// Case-sensitive, sent as written (RFC 9110 §9.1).
    public var method: String
    public var url: WebURL
    /// Without `Content-Length` and `Transfer-Encoding`: those follow from the body.
    public var headers: HTTPHeaders
    /// Nil for no body; an empty one is announced with `Content-Length: 0`.
    public var body: [UInt8]?

    public init(method: String = "GET", url: WebURL, headers: HTTPHeaders = [:], body: [UInt8]? = nil) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without query, values and body, which may carry secrets.
    public var description: String { "\(method) \(url.origin)\(url.path)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
