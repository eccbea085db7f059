public import BridgePrimitives

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

extension HTTPRequest {
    /// A request with form fields as its body; its `Content-Type` replaces one in `headers`.
    public static func form(
        method: String = "POST", url: WebURL, fields: [(String, String)], headers: HTTPHeaders = [:]
    ) -> HTTPRequest {
        carrying(FormBody.encode(fields), type: FormBody.contentType, method: method, url: url, headers: headers)
    }

    /// A request with a JSON value as its body (RFC 8259); its `Content-Type` replaces one in `headers`.
    public static func json(
        method: String = "POST", url: WebURL, value: JSONValue, headers: HTTPHeaders = [:]
    ) -> HTTPRequest {
        carrying(value.bytes(), type: "application/json", method: method, url: url, headers: headers)
    }

    private static func carrying(
        _ body: [UInt8], type: String, method: String, url: WebURL, headers: HTTPHeaders
    ) -> HTTPRequest {
        var request = HTTPRequest(method: method, url: url, headers: headers, body: body)
        request.headers.set("Content-Type", type)
        return request
    }
}

extension HTTPRequest {
    /// The header fields as the transport sends them, in its order: the host first, then the codings that it decodes, what
    /// the caller gave, and the body's length.
    package var wireFields: HTTPHeaders {
        func isCoding(_ field: HTTPHeaders.Field) -> Bool { HTTPHeaders.areSameName(field.name, "accept-encoding") }
        var fields = HTTPHeaders()
        if !headers.contains("host") { fields.append("Host", url.hostHeader) }
        let first = headers.fields.firstIndex(where: isCoding)
        // Said a second time, it is what libcurl sends, and in its place.
        if let first, !headers.fields[first].value.isEmpty, headers.fields.count(where: isCoding) == 1 {
            fields.append("Accept-Encoding", bytes: headers.fields[first].value)
        }
        for (place, field) in headers.fields.enumerated() where place != first {
            fields.append(field.name, bytes: field.value)
        }
        if let body { fields.append("Content-Length", "\(body.count)") }
        return fields
    }
}
