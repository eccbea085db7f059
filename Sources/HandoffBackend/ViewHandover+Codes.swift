import BridgePrimitives
import Hummingbird
import Listening

// The handover by a code that is good once: what stands in an address, a log or a history has no token.
extension ViewHandover {
    /// The app, natively: its ID token for a code.
    func giveCode(_ request: PlainRequest) async -> Response {
        let answer = await backend.exchange(authorization: request.headers[values: .authorization])
        guard let cookie = answer.setCookie else { return Response(answer) }
        let code = codes.code(for: cookie, now: backend.now)
        return Response(status: .ok, headers: [.cacheControl: "no-store"], json: ["code": .string(code)])
    }

    /// The view: the code for the cookie, and on to the page. With a code that is used up, has expired or never was, it is
    /// led to the sign-in.
    func enter(_ request: PlainRequest) -> Response {
        guard let target = Self.target(of: request) else { return Response(backend.refuse(.foreignTarget)) }
        let isPost = request.method == "POST"
        let pairs = isPost ? FormBody.pairs(request.body) : FormBody.pairs(request.query.utf8)
        let code = pairs.last { $0.0 == "code" }?.1 ?? ""
        guard let cookie = codes.take(code, now: backend.now) else {
            _ = backend.refuse(.unknownCode)
            return Response(status: .seeOther, headers: [.location: signInPath, .cacheControl: "no-store"])
        }
        // 303 has whoever posted ask with GET (RFC 9110 §15.4.4).
        return Response(
            status: isPost ? .seeOther : .found,
            headers: [.location: target, .setCookie: cookie.reveal(), .cacheControl: "no-store"])
    }
}
