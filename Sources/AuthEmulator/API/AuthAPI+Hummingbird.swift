import BridgePrimitives
import Faults
import HTTPTypes
public import Hummingbird
public import Listening
import NIOCore

/// The API as a server's responder.
extension AuthAPI: HTTPResponder, HTTPResponderBuilder {
    public func buildResponder() -> AuthAPI { self }

    public func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        if let refusal = refusal(of: request) { return refusal }
        var response = try await reply(to: request)
        allowOrigins(of: request, in: &response.headers)
        return response
    }

    /// The emulator's own endpoints give away mails and empty the project, and `Bearer owner` is a credential that
    /// everybody knows: a page of another site gets neither. What SDKs of users ask is open to every page, as in
    /// production.
    private func refusal(of request: Request) -> Response? {
        // Google's hosts have no endpoints of the emulator's, and a credential there is nobody's who has no key.
        guard front == .emulator else { return nil }
        let wanted = request.headers[.accessControlRequestHeaders] ?? ""
        let isAdministrators =
            request.headers[.authorization] != nil
            || wanted.split(separator: ",").contains {
                ASCIIText.isSame(ASCIIText.trimmed($0.utf8), "authorization")
            }
        guard isAdministrators || PathRouter.isControl(path: request.uri.path) else { return nil }
        // Origin alone is not enough: a page whose name was pointed at this machine asks its own origin, and browsers
        // send none with that (DNS rebinding).
        let reasons = access.refusals(authority: request.head.authority, fields: request.headers)
        guard !reasons.isEmpty else { return nil }
        return response(
            recordedAnswer(
                for: AuthRefusal(
                    .foreignRequest, reasons.map(\.meaning).joined(separator: " "), causes: reasons.map(\.code))))
    }

    private func reply(to request: Request) async throws -> Response {
        // Any path, known or not: a browser must be able to read the 404 that follows.
        if request.method == .options { return preflight(request) }
        let plain: PlainRequest
        do {
            plain = try await PlainRequest(request, scheme: isSecure ? "https" : "http", bodyLimit: bodyLimit)
        } catch is NIOTooManyBytesError {
            return response(tooLarge)
        } catch {
            return response(recordedAnswer(for: AuthRefusal(.malformedPayload, "The body did not arrive whole.")))
        }
        let answer = await answer(plain)
        if answer.isDropped { throw ConnectionDropped() }
        guard !answer.faults.isEmpty else { return response(answer) }
        return try await FaultCarrier(service.faults, on: service.clock)
            .respond(to: Self.faulted(plain, endpoint: answer.endpoint), under: answer.faults) { response(answer) }
    }

    private var tooLarge: WireAnswer {
        recordedAnswer(for: AuthRefusal(.payloadTooLarge, "at most \(bodyLimit) bytes"))
    }

    private func response(_ answer: WireAnswer) -> Response {
        var headers: HTTPFields = [.cacheControl: answer.cacheControl]
        if let location = answer.location { headers[.location] = location }
        if let methods = answer.allow { headers[.allow] = methods }
        if let seconds = answer.retryAfter { headers[named: "retry-after"] = "\(seconds)" }
        switch answer.body {
        case .json(let object):
            return Response(status: HTTPResponse.Status(code: answer.status), headers: headers, json: .object(object))
        case .html(let text):
            headers[.contentType] = "text/html; charset=utf-8"
            headers[named: "content-security-policy"] = answer.policy
            headers[named: "referrer-policy"] = "no-referrer"
            return Response(
                status: HTTPResponse.Status(code: answer.status), headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        case .script(let bytes):
            headers[.contentType] = "text/javascript; charset=utf-8"
            headers[named: "x-content-type-options"] = "nosniff"
            // Pages of other origins have the relay among their scripts.
            headers[named: "cross-origin-resource-policy"] = "cross-origin"
            return Response(
                status: HTTPResponse.Status(code: answer.status), headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }

    // MARK: - Cross-origin requests

    private func preflight(_ request: Request) -> Response {
        var headers: HTTPFields = [.accessControlAllowMethods: "GET,HEAD,PUT,PATCH,POST,DELETE"]
        if let wanted = request.headers[.accessControlRequestHeaders] {
            headers[.accessControlAllowHeaders] = wanted
            headers[.vary] = "Access-Control-Request-Headers"
        }
        // A public site is not let into this machine (Private Network Access).
        if request.headers[named: "access-control-request-private-network"] == "true",
            request.headers[.origin].map(LocalRequest.isLocal(origin:)) ?? false
        {
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

extension AuthAPI: OversizedBodyAnswering {
    public func answerToOversizedBody(of request: Request) -> Response? {
        var response = response(tooLarge)
        allowOrigins(of: request, in: &response.headers)
        return response
    }
}
