import BridgePrimitives

/// A request as the API looks at it: HTTP without a server.
struct WireRequest: Sendable {
    /// Upper case.
    var method: String
    /// Percent-encoded, without query.
    var path: String
    /// Percent-encoded, without the question mark.
    var query = ""
    var authorization: String?
    /// The `x-goog-api-key` field.
    var apiKey: String?
    var contentType: String?
    /// The `Host` field.
    var host: String?
    var isSecure = false
    var body: [UInt8] = []

    /// Scheme, host and port for links back to the service; the usual address when `Host` holds anything odd.
    var origin: String {
        let scheme = isSecure ? "https" : "http"
        let isOdd: (UInt8) -> Bool = { byte in
            !((byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x3A) || byte == 0x2D
                || byte == 0x2E || byte == 0x5B || byte == 0x5D)
        }
        guard let host, !host.isEmpty, host.utf8.count <= 255, !host.utf8.contains(where: isOdd) else {
            return "\(scheme)://127.0.0.1:9099"
        }
        return "\(scheme)://\(host)"
    }
}

/// An answer, before it is HTTP.
struct WireAnswer: Sendable {
    enum Body: Sendable {
        case json(JSONObject)
        case html(String)
    }

    var status = 200
    var body: Body
    /// The value of `Cache-Control`.
    var cacheControl = "no-store"
    var location: String?
    /// Whether the connection is closed instead, without a word.
    var isDropped = false

    init(status: Int = 200, json: JSONObject, cacheControl: String = "no-store") {
        (self.status, body, self.cacheControl) = (status, .json(json), cacheControl)
    }

    init(html: String) { body = .html(html) }

    init(redirectingTo location: String) {
        (status, body, self.location) = (303, .json(JSONObject()), location)
    }

    var json: JSONObject { if case .json(let object) = body { object } else { JSONObject() } }
}
