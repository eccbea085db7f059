public import BridgePrimitives

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
