import BridgePrimitives
import HTTPTypes
import Hummingbird
import Listening

/// One row of the table of control endpoints: routing, the limit of its body, and its part of the OpenAPI document.
struct ControlEndpoint: Sendable {
    /// What is sent, or what comes back.
    struct Content: Sendable {
        var type = "application/json"
        let schema: JSONValue
        /// Nil where the schema says it all.
        var example: JSONValue?
        /// Whether a request may do without.
        var isOptional = false
    }

    typealias Handler = @Sendable (ControlAPI, PlainRequest) async throws -> Response

    /// Upper case.
    let method: String
    let path: String
    /// One sentence.
    let summary: String
    /// Nil for a request without a body.
    var request: Content?
    let reply: Content
    /// Codes of its own with which it answers 400.
    var refusals: [any Reason] = []
    /// In bytes.
    var longestBody = 1 << 20
    let answer: Handler

    /// `GET /__bridge/clock`.
    var name: String { "\(method) \(path)" }

    static func matching(_ request: PlainRequest) -> ControlEndpoint? {
        all.first { $0.method == request.method && $0.path == request.path }
    }
}
