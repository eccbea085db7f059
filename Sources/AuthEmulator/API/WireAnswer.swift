import BridgePrimitives
import Faults

/// What goes back.
struct WireAnswer: Sendable {
    enum Body: Sendable {
        case json(JSONObject)
        case html(String)
        case script([UInt8])
    }

    var status = 200
    var body: Body
    /// What `Cache-Control` says.
    var cacheControl = "no-store"
    /// What `Content-Security-Policy` says of a page.
    var policy = "default-src 'none'; style-src 'unsafe-inline'"
    var location: String?
    /// What `Allow` says: the methods of a path that was asked with another.
    var allow: String?
    /// What `Retry-After` says, in seconds.
    var retryAfter: Int?
    /// The endpoint that faults were met at; empty where none was.
    var endpoint = ""
    /// What is done to it on its way, by faults.
    var faults: [Fault.Effect] = []
    /// Whether the connection is closed instead, without a word.
    var isDropped = false

    init(status: Int = 200, json: JSONObject, cacheControl: String = "no-store") {
        (self.status, body, self.cacheControl) = (status, .json(json), cacheControl)
    }

    init(status: Int = 200, html: String) { (self.status, body) = (status, .html(html)) }

    init(script: [UInt8]) { body = .script(script) }

    init(redirectingTo location: String) {
        (status, body, self.location) = (303, .json(JSONObject()), location)
    }

    var json: JSONObject { if case .json(let object) = body { object } else { JSONObject() } }
}
