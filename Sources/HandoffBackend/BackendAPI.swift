import BridgePrimitives
import HTTPTypes
public import Hummingbird
public import Listening

/// The backend over HTTP: `POST /` with the ID token as a form or JSON.
public struct BackendAPI: PlainService, OversizedBodyAnswering {
    private let backend: Backend
    private let holdingBadTokens: (@Sendable () async -> Void)?

    /// - Parameter holdingBadTokens: for a backend that never answers a token that it does not take: returns when the
    ///   client has waited long enough to have its connection closed. Nil for one that answers.
    public init(_ backend: Backend, holdingBadTokens: (@Sendable () async -> Void)? = nil) {
        (self.backend, self.holdingBadTokens) = (backend, holdingBadTokens)
    }

    public func answerToOversizedBody(of request: Request) -> Response? { Response(backend.refuse(.bodyTooLarge)) }

    /// What a page of another site gets, whatever it asked for.
    func refusePage(_ reason: BackendReason) -> Response { Response(backend.refuse(reason)) }

    /// - Throws: ``ConnectionHeld`` where nobody answers.
    public func response(to request: PlainRequest) async throws -> Response {
        guard request.path == "/" else { return Response(backend.refuse(.noSuchPath)) }
        guard request.method == "POST" else {
            var response = Response(backend.refuse(.methodNotAllowed))
            response.headers[.allow] = "POST"
            return response
        }
        let answer = await backend.exchange(request.body, contentType: request.contentType)
        if answer.status == 401, let holdingBadTokens {
            _ = backend.refuse(.notAnswered)
            throw ConnectionHeld(while: holdingBadTokens)
        }
        return Response(answer)
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
