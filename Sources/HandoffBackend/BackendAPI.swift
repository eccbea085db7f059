import BridgePrimitives
import HTTPTypes
public import Hummingbird
public import Listening

/// The backend over HTTP: `POST /` with the ID token as a form or JSON.
public struct BackendAPI: PlainService, OversizedBodyAnswering {
    private let backend: Backend

    public init(_ backend: Backend) { self.backend = backend }

    public func answerToOversizedBody(of request: Request) -> Response? { Response(backend.refuse(.bodyTooLarge)) }

    /// What a page of another site gets, whatever it asked for.
    func refusePage(_ reason: BackendReason) -> Response { Response(backend.refuse(reason)) }

    public func response(to request: PlainRequest) async -> Response {
        guard request.path == "/" else { return Response(backend.refuse(.noSuchPath)) }
        guard request.method == "POST" else {
            var response = Response(backend.refuse(.methodNotAllowed))
            response.headers[.allow] = "POST"
            return response
        }
        return Response(await backend.exchange(request.body, contentType: request.contentType))
    }
}

extension Response {
    init(_ answer: BackendAnswer) {
        self.init(status: HTTPResponse.Status(code: answer.status), json: answer.json)
        if let cookie = answer.setCookie { headers[.setCookie] = cookie.reveal() }
        // RFC 9110 §15.5.2: an answer of 401 says how to do better.
        if answer.status == 401 { headers[.wwwAuthenticate] = #"Bearer error="invalid_token""# }
    }
}
