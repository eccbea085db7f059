import BridgePrimitives
import HTTPTypes
public import Hummingbird
import Listening
import NIOCore

/// The API as a server's responder.
extension AuthAPI: HTTPResponder, HTTPResponderBuilder {
    public func buildResponder() -> AuthAPI { self }

    public func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        var response = await reply(to: request)
        allowOrigins(of: request, in: &response.headers)
        return response
    }

    private func reply(to request: Request) async -> Response {
        // Any path, known or not: a browser must be able to read the 404 that follows.
        if request.method == .options { return preflight(request) }
        var request = request
        let body: ByteBuffer
        do { body = try await request.collectBody(upTo: bodyLimit) } catch is NIOTooManyBytesError {
            return response(Self.answer(for: AuthRefusal(.payloadTooLarge, "at most \(bodyLimit) bytes")))
        } catch {
            return response(Self.answer(for: AuthRefusal(.malformedPayload, "The body did not arrive whole.")))
        }
        return response(
            answer(
                WireRequest(
                    method: request.method.rawValue, path: request.uri.path, query: request.uri.query ?? "",
                    authorization: request.headers[.authorization], apiKey: request.headers[named: "x-goog-api-key"],
                    contentType: request.headers[.contentType], body: Array(body.readableBytesView))))
    }

    private func response(_ answer: WireAnswer) -> Response {
        Response(
            status: HTTPResponse.Status(code: answer.status), headers: [.cacheControl: answer.cacheControl],
            json: .object(answer.json))
    }

    // MARK: - Cross-origin requests

    private func preflight(_ request: Request) -> Response {
        var headers: HTTPFields = [.accessControlAllowMethods: "GET,HEAD,PUT,PATCH,POST,DELETE"]
        if let wanted = request.headers[.accessControlRequestHeaders] {
            headers[.accessControlAllowHeaders] = wanted
            headers[.vary] = "Access-Control-Request-Headers"
        }
        if request.headers[named: "access-control-request-private-network"] == "true" {
            headers[named: "access-control-allow-private-network"] = "true"
        }
        return Response(status: .noContent, headers: headers)
    }

    private func allowOrigins(of request: Request, in headers: inout HTTPFields) {
        guard let origin = request.headers[.origin] else { return }
        headers[.accessControlAllowOrigin] = origin
        headers[.vary] = headers[.vary].map { "Origin, \($0)" } ?? "Origin"
    }
}

extension HTTPFields {
    /// Nil for names that are no token (RFC 9110 §5.6.2) as well as for absent fields.
    fileprivate subscript(named name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set { if let field = HTTPField.Name(name) { self[field] = newValue } }
    }
}
