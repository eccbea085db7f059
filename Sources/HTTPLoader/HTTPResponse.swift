/// One response: the final one, after any that were only informational (1xx).
public struct HTTPResponse: Sendable, Hashable {
    public var status: Int
    public var headers: HTTPHeaders
    /// The content without its framing; decoded when the request named encodings in `Accept-Encoding`.
    public var body: [UInt8]
    /// `HTTP/1.0`, `HTTP/1.1`, `HTTP/2` or `HTTP/3`.
    public var httpVersion: String

    public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], httpVersion: String = "HTTP/1.1") {
        (self.status, self.headers, self.body, self.httpVersion) = (status, headers, body, httpVersion)
    }

    /// The body as UTF-8; invalid bytes become U+FFFD.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without values and body, which may carry secrets.
    public var description: String { "\(httpVersion) \(status), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
