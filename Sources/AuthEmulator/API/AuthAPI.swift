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
        guard let route = found else { return nothing(at: request) }
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

    /// Nothing has this path, or nothing has it for this method.
    private func nothing(at request: PlainRequest) -> WireAnswer {
        let methods = EndpointTable.router.methods(at: request.path, host: request.host.isEmpty ? nil : request.host)
        guard !methods.isEmpty else { return recordedAnswer(for: AuthRefusal(.notFound)) }
        let refusal = AuthRefusal(.methodNotAllowed, "\(request.method) not allowed for \(request.path)")
        var answer = recordedAnswer(for: refusal)
        answer.allow = methods.joined(separator: ", ")
        // Where the emulator says it; clients look for `error`.
        var json = answer.json
        json["message"] = .string(refusal.message)
        answer.body = .json(json)
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

    /// The checks that come before an endpoint's own, in the protocol's order: path and method are found by now.
    private func respond(to request: PlainRequest, _ route: AuthRoute) async throws -> WireAnswer {
        let endpoint = route.endpoint
        var query: [String: String] = [:]
        if !request.query.isEmpty {
            for (name, value) in FormBody.pairs(request.query.utf8) { query[name] = value }
        }
        try checkContentType(of: request, endpoint)
        if endpoint.needsTarget { try requireTarget(in: request) }
        let caller = try caller(of: request, endpoint, apiKey: query["key"])
        guard let handler = endpoint.handler else { throw AuthRefusal(.notImplemented, endpoint.id) }
        let body = try endpoint.body == .none ? WireBody(JSONObject()) : decodeBody(of: request, endpoint)
        if let violation = endpoint.violation(query: query, body: body, rules: rules(for: route)) {
            throw AuthRefusal(.invalidArgument, violation)
        }
        let target = try endpoint.access == .open ? nil : body.nonEmptyString("targetProjectId")
        if caller == .user, endpoint.access != .open, route.project != nil || target != nil {
            throw AuthRefusal(
                .insufficientPermission, "Only authenticated requests can specify target_project_id.")
        }
        let project = route.project ?? target ?? service.projectID
        let scope = try scope(route, body, query, isOwnProject: project == service.projectID)
        let owner = try service.service(ofProject: project)
        if caller == .admin, endpoint.id.hasPrefix("accounts:") { try owner.takeFromQuota(.administration) }
        return try await handler(
            Call(
                service: owner, body: body, query: query, caller: caller,
                scope: scope, parameters: route.parameters, origin: request.serviceOrigin))
    }

    private func caller(
        of request: PlainRequest, _ endpoint: Endpoint, apiKey: String?
    ) throws(AuthRefusal) -> AuthCaller {
        guard endpoint.access != .open else { return .user }
        let verdict: ((String) -> BearerVerdict)? = front == .emulator ? nil : { service.verdict(onBearer: $0) }
        let key = request.apiKey ?? apiKey
        let caller = try AuthCredential.caller(
            authorization: request.authorization, apiKey: key, ignoresBearer: endpoint.access == .key, verdict: verdict)
        let known = service.configuration.limits.apiKeys
        if caller == .user, service.enforces(.apiKeysKnown), !known.isEmpty, !known.contains(key ?? "") {
            throw AuthRefusal(.invalidAPIKey)
        }
        if caller == .user, service.enforces(.appCheckRequired), service.configuration.limits.appCheck == .required,
            AppCheckToken(request) == nil
        {
            throw AuthRefusal(.invalidAppCheckToken)
        }
        return caller
    }

    // MARK: - Bodies

    private func rules(for route: AuthRoute) -> ShapeRules {
        ShapeRules(
            nullMeansUnset: service.enforces(.nullMeansUnset),
            refusesUnknownNames: service.enforces(.unknownNamesRefused) && route.endpoint.knowsItsNames
                && !route.isLegacy)
    }

    /// A body that says what it is must be what the endpoint takes; one that does not is looked at.
    private func checkContentType(of request: PlainRequest, _ endpoint: Endpoint) throws(AuthRefusal) {
        guard endpoint.body != .none, !request.body.isEmpty, let type = request.contentType, !type.isEmpty else {
            return
        }
        let isTaken =
            Self.isMediaType(type, "application/json")
            || (endpoint.takesForms && Self.isMediaType(type, "application/x-www-form-urlencoded"))
        guard isTaken else { throw AuthRefusal(.invalidContentType, type) }
    }

    private static func isMediaType(_ field: String, _ type: String) -> Bool {
        ASCIIText.isSame(field.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }, type.utf8)
    }

    /// The version 3 names of an administrator's lists have the project in the body, and that is asked for before any
    /// credential.
    private func requireTarget(in request: PlainRequest) throws(AuthRefusal) {
        guard let body = try? WireBody(json: request.body), let target = try? body.nonEmptyString("targetProjectId"),
            !target.isEmpty
        else { throw AuthRefusal(.insufficientPermission) }
    }

    /// The token endpoint takes forms as well; a body that does not say what it is is looked at.
    private func decodeBody(of request: PlainRequest, _ endpoint: Endpoint) throws(AuthRefusal) -> WireBody {
        guard endpoint.takesForms else { return try WireBody(json: request.body) }
        let looksLikeJSON = request.body.first { $0 > 0x20 } == UInt8(ascii: "{")
        let saysForm = Self.isMediaType(request.contentType ?? "", "application/x-www-form-urlencoded")
        return try saysForm || !looksLikeJSON ? WireBody(form: request.body) : WireBody(json: request.body)
    }

    // MARK: - Tenants

    /// Whose users the request is about: what path and body say, then what the ID token says. The token endpoint asks
    /// the refresh token, and the pages ask their query.
    private func scope(
        _ route: AuthRoute, _ body: WireBody, _ query: [String: String], isOwnProject: Bool
    ) throws(AuthRefusal) -> AuthScope {
        guard !route.endpoint.takesForms else { return .project }
        let inQuery = route.tenant == nil && route.endpoint.query.contains { $0.name == "tenantId" }
        let told = try body.nonEmptyString("tenantId") ?? (inQuery ? query["tenantId"] : nil)
        if let named = route.tenant, let told, !told.isEmpty, named != told { throw AuthRefusal(.tenantIDMismatch) }
        let explicit = route.tenant ?? told.flatMap { $0.isEmpty ? nil : $0 }
        let claimed = try tenantClaimed(in: body, isOwnProject: isOwnProject)
        if let explicit, let claimed, explicit != claimed { throw AuthRefusal(.tenantIDMismatch) }
        return AuthScope(tenantID: explicit ?? claimed)
    }

    /// The tenant of the body's ID token; nil for a token that cannot be read, which is refused later.
    private func tenantClaimed(in body: WireBody, isOwnProject: Bool) throws(AuthRefusal) -> String? {
        // Without tenants no token can be of one, and none need be looked at; a lenient service makes tenants that it
        // hears of.
        if isOwnProject, service.enforces(.unknownTenantRefused), !service.settings.hasTenants { return nil }
        guard let token = try body.nonEmptyString("idToken"), let parsed = try? UnverifiedToken(parsing: token) else {
            return nil
        }
        return parsed.payload["firebase"]?["tenant"]?.stringValue
    }
}
