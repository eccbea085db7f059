import BridgePrimitives
import BridgeTrace
import Faults
public import Listening
import Tokens

/// Translates HTTP into calls of the service, and its values and refusals into JSON. Holds no rules.
public struct AuthAPI: Sendable {
    let service: AuthService
    /// How much of a body is read.
    let bodyLimit: Int
    /// Whether clients come over TLS: links back to the service then say so.
    let isSecure: Bool
    let front: AuthFront
    /// Who may use the emulator's own endpoints and the administrators' credential.
    let access: ControlAccess

    /// An import of a thousand users with all that they may have.
    public static let largestBody = 16 << 20

    /// What a listener of its own should take.
    public static var listenerLimits: ListenerLimits { ListenerLimits(bodyBytes: largestBody) }

    public init(
        service: AuthService, bodyLimit: Int = largestBody, isSecure: Bool = false, front: AuthFront = .emulator,
        access: ControlAccess = .thisMachine
    ) {
        (self.service, self.bodyLimit, self.isSecure) = (service, bodyLimit, isSecure)
        (self.front, self.access) = (front, access)
    }

    /// Whether a path begins as those of clients do that name the real service in it, or is one of the emulator's own:
    /// where all services have one host, such a path is this one's.
    package static func has(path: String) -> Bool {
        let first = path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        return path.utf8.first == UInt8(ascii: "/")
            && (PathRouter.hosts + ["emulator", "__"]).contains { first.elementsEqual($0.utf8) }
    }

    /// Answers every request, in JSON whatever happens.
    func answer(_ request: PlainRequest) async -> WireAnswer {
        let found: AuthRoute?
        switch front {
        case .emulator:
            found = EndpointTable.router.match(
                method: request.method, path: request.path, host: request.host.isEmpty ? nil : request.host)
        case .google(let hosts):
            found = hosts.route(method: request.method, host: request.host, path: request.path)
            // Whoever asked by that name tells it: this service knows no more than that it has nothing there.
            if found == nil { return GoogleHosts.notFound }
        }
        guard let route = found else { return recordedAnswer(for: AuthRefusal(.notFound)) }
        let effects = service.faults.take(for: Self.faulted(request, endpoint: route.endpoint.id))
        var answer: WireAnswer
        if effects.isEmpty {
            answer = await call(route, request)
        } else {
            note(effects, request)
            answer = await call(route, request, under: effects)
            answer.endpoint = route.endpoint.id
        }
        service.audit.note(route.endpoint.id, answer, at: service.clock.now)
        return answer
    }

    /// What no handler gets to see, a body that is no JSON for one, is in the trace as well.
    func recordedAnswer(for refusal: AuthRefusal) -> WireAnswer { Self.answer(for: service.recorded(refusal)) }

    static func answer(for refusal: AuthRefusal) -> WireAnswer {
        let envelope = ErrorEnvelope(refusal: refusal)
        return WireAnswer(status: envelope.httpStatus, json: envelope.json)
    }

    /// Does what the faults say, then, unless they say otherwise, what was asked.
    private func call(_ route: AuthRoute, _ request: PlainRequest, under effects: [Fault.Effect]) async -> WireAnswer {
        var spoiled = FaultEffects()
        var onTheWay: [Fault.Effect] = []
        for effect in effects {
            switch effect {
            case .status(let status, let message, let retryAfter):
                var answer = ErrorEnvelope.injected(status: status, message: message)
                answer.retryAfter = retryAfter
                return answer
            case .delay(let duration):
                // In the world's time; a cancelled wait ends with the connection.
                await service.clock.wait(duration, in: service.faults)
            case .drop:
                // The status is for the audit log: nobody gets to see it.
                var answer = WireAnswer(status: 0, json: JSONObject())
                answer.isDropped = true
                return answer
            case .hang, .redirect:
                // Nothing is asked of the service.
                var answer = WireAnswer(status: 0, json: JSONObject())
                answer.faults = [effect]
                return answer
            case .truncated, .cacheControl, .header, .body, .replay: onTheWay.append(effect)
            case .wrongAudience: spoiled.spoilsAudience = true
            case .expired: spoiled.spoilsExpiry = true
            case .skew(let skew): spoiled.skew += skew
            }
        }
        var answer = await FaultEffects.$current.withValue(spoiled) { await call(route, request) }
        answer.faults = onTheWay
        return answer
    }

    static func faulted(_ request: PlainRequest, endpoint: String) -> FaultedRequest {
        FaultedRequest(
            endpoint: endpoint, method: request.method, path: request.path, authority: request.host,
            isSecure: request.scheme == "https")
    }

    private func note(_ effects: [Fault.Effect], _ request: PlainRequest) {
        for effect in effects {
            service.trace.record(
                .fault(
                    FaultEvent(
                        service: FaultService.auth.rawValue, effect: service.trace.masking.text(effect.text),
                        method: request.method, url: service.trace.masking.url(request.path),
                        reasons: [FaultReason.injected.code])), by: .auth)
        }
    }

    private func call(_ route: AuthRoute, _ request: PlainRequest) async -> WireAnswer {
        do { return try await respond(to: request, route) } catch let refusal as AuthRefusal {
            return recordedAnswer(for: refusal)
        } catch {
            return recordedAnswer(for: AuthRefusal(.internalError, "\(error)"))
        }
    }

    private func respond(to request: PlainRequest, _ route: AuthRoute) async throws -> WireAnswer {
        let endpoint = route.endpoint
        var query: [String: String] = [:]
        if !request.query.isEmpty {
            for (name, value) in FormBody.pairs(request.query.utf8) { query[name] = value }
        }
        let caller = try caller(of: request, endpoint, apiKey: query["key"])
        guard let handler = endpoint.handler else { throw AuthRefusal(.notImplemented, endpoint.id) }
        let body = try endpoint.body == .none ? WireBody(JSONObject()) : decodeBody(of: request, endpoint)
        try checkProject(route, body, caller)
        let scope = try scope(route, body, query)
        return try await handler(
            Call(
                service: service, body: body, query: query, caller: caller, scope: scope,
                parameters: route.parameters, origin: request.serviceOrigin))
    }

    private func caller(
        of request: PlainRequest, _ endpoint: Endpoint, apiKey: String?
    ) throws(AuthRefusal) -> AuthCaller {
        guard endpoint.access != .open else { return .user }
        let verdict: ((String) -> BearerVerdict)? = front == .emulator ? nil : { service.verdict(onBearer: $0) }
        return try AuthCredential.caller(
            authorization: request.authorization, apiKey: request.apiKey ?? apiKey,
            ignoresBearer: endpoint.access == .key, verdict: verdict)
    }

    /// The token endpoint takes forms as well; a body that does not say what it is is looked at.
    private func decodeBody(of request: PlainRequest, _ endpoint: Endpoint) throws(AuthRefusal) -> WireBody {
        guard endpoint.takesForms else { return try WireBody(json: request.body) }
        let type = (request.contentType ?? "").utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
        let looksLikeJSON = request.body.first { $0 > 0x20 } == UInt8(ascii: "{")
        let saysForm = ASCIIText.isSame(type, "application/x-www-form-urlencoded".utf8)
        return try saysForm || !looksLikeJSON ? WireBody(form: request.body) : WireBody(json: request.body)
    }

    private func checkProject(_ route: AuthRoute, _ body: WireBody, _ caller: AuthCaller) throws(AuthRefusal) {
        let target = try body.nonEmptyString("targetProjectId")
        if caller == .user, route.endpoint.access != .open, route.project != nil || target != nil {
            throw AuthRefusal(
                .insufficientPermission, "Only authenticated requests can specify target_project_id.")
        }
        for project in [route.project, target].compactMap(\.self) where project != service.projectID {
            throw AuthRefusal(.invalidProjectID, "((This service serves the project \(service.projectID) only.))")
        }
    }

    // MARK: - Tenants

    /// Whose users the request is about: what path and body say, then what the ID token says. The token endpoint asks
    /// the refresh token, and the pages ask their query.
    private func scope(_ route: AuthRoute, _ body: WireBody, _ query: [String: String]) throws(AuthRefusal) -> AuthScope
    {
        guard route.endpoint.access != .key else { return .project }
        let told = try body.nonEmptyString("tenantId") ?? query["tenantId"]
        if let named = route.tenant, let told, !told.isEmpty, named != told { throw AuthRefusal(.tenantIDMismatch) }
        if let explicit = route.tenant ?? told, !explicit.isEmpty { return AuthScope(tenantID: explicit) }
        // Without tenants no token can be of one, and none need be looked at; a lenient service makes tenants that it
        // hears of.
        guard !service.enforces(.unknownTenantRefused) || service.settings.hasTenants,
            let token = try body.nonEmptyString("idToken"),
            let parsed = try? UnverifiedToken(parsing: token)
        else { return .project }
        return AuthScope(tenantID: parsed.payload["firebase"]?["tenant"]?.stringValue)
    }
}
