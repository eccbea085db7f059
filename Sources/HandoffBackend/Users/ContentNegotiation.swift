import Reasons

/// The rules of JSON:API 1.1 for media types ("Content Negotiation", "Server Responsibilities").
///
/// No extension is known here; profiles may be named and mean nothing.
enum ContentNegotiation: Sendable {
    static let mediaType = "application/vnd.api+json"

    /// - Parameter fields: the values of all `Accept` fields. None of them, and such as do not name JSON:API, take
    ///   anything: a client that asks for JSON or for all gets a document that it can read.
    /// - Throws: `users/not-acceptable` when each mention of JSON:API has a parameter other than `profile` or the
    ///   weight, or is weighed with nothing.
    static func checkAccept(_ fields: [String]) throws(UsersReason.Refusal) {
        let mentions = fields.flatMap(MediaType.list).filter { $0.essence == mediaType }
        guard mentions.isEmpty || mentions.contains(where: isServed) else {
            throw UsersReason.Refusal(.notAcceptable, at: .header("Accept"))
        }
    }

    /// - Parameter fields: the values of all `Content-Type` fields of a request that has a body.
    static func checkContentType(_ fields: [String]) throws(UsersReason.Refusal) {
        let source = ErrorSource.header("Content-Type")
        guard let field = fields.first, fields.count == 1, let type = MediaType(parsing: field),
            type.essence == mediaType
        else { throw UsersReason.Refusal(.unsupportedMediaType, at: source) }
        guard type.parameters.allSatisfy({ $0.name == "profile" }) else {
            throw UsersReason.Refusal(.mediaTypeParameter, at: source)
        }
    }

    private static func isServed(_ type: MediaType) -> Bool {
        type.parameters.allSatisfy { parameter in
            parameter.name == "profile" || parameter.name == "q" && !weighsNothing(parameter.value)
        }
    }

    /// A weight of 0 means "not this" (RFC 9110 §12.4.2).
    private static func weighsNothing(_ weight: String) -> Bool {
        weight.utf8.first == UInt8(ascii: "0")
            && weight.utf8.dropFirst().allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "0") }
    }
}
