public import Hummingbird
import NIOCore
import Reasons

/// A service that looks at whole requests; the one place in which it meets the server.
public protocol PlainService: HTTPResponder, HTTPResponderBuilder where Context == BasicRequestContext {
    /// `http` or `https`, as clients spell the service.
    var requestScheme: String { get }
    /// How much of a body it reads, in bytes; nil where the listener's own limit is enough.
    var longestBody: Int? { get }

    func response(to request: PlainRequest) async throws -> Response
}

extension PlainService {
    public var requestScheme: String { "http" }
    public var longestBody: Int? { nil }

    public func buildResponder() -> Self { self }

    public func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let plain: PlainRequest
        do {
            plain = try await PlainRequest(request, scheme: requestScheme, bodyLimit: longestBody)
        } catch is NIOTooManyBytesError { return .failure(.contentTooLarge, .bodyTooLarge) }
        return try await response(to: plain)
    }
}
