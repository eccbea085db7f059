import BridgePrimitives
import HTTPTypes
public import Hummingbird
public import Listening

/// The backend over HTTP: `POST /` with the ID token as a form or JSON.
public struct BackendAPI: HTTPResponderBuilder, HTTPResponder, OversizedBodyAnswering {
    public typealias Context = BasicRequestContext

    private let backend: Backend

    public init(_ backend: Backend) { self.backend = backend }

    public func buildResponder() -> BackendAPI { self }

    public func answerToOversizedBody(of request: Request) -> Response? { Response(backend.refuse(.bodyTooLarge)) }

    public func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        guard request.uri.path == "/" else { return Response(backend.refuse(.noSuchPath)) }
        guard request.method == .post else {
            var response = Response(backend.refuse(.methodNotAllowed))
            response.headers[.allow] = "POST"
            return response
        }
        let plain = try await PlainRequest(request)
        return Response(await backend.exchange(plain.body, contentType: plain.contentType))
    }
}

extension Response {
    fileprivate init(_ answer: BackendAnswer) {
        self.init(status: HTTPResponse.Status(code: answer.status), json: answer.json)
        if let cookie = answer.setCookie { headers[.setCookie] = cookie.reveal() }
        // RFC 9110 §15.5.2: an answer of 401 says how to do better.
        if answer.status == 401 { headers[.wwwAuthenticate] = #"Bearer error="invalid_token""# }
    }
}
