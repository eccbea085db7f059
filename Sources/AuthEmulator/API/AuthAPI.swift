import BridgePrimitives
import Synchronization
import Tokens

/// A request as the API looks at it, and its answer: HTTP without a server.
struct WireRequest: Sendable {
    /// Upper case.
    var method: String
    /// Percent-encoded, without query.
    var path: String
    /// Percent-encoded, without the question mark.
    var query = ""
    var authorization: String?
    /// The `x-goog-api-key` field.
    var apiKey: String?
    var contentType: String?
    var body: [UInt8] = []
}

struct WireAnswer: Sendable {
    var status = 200
    var json: JSONObject
    /// What `Cache-Control` says.
    var cacheControl = "no-store"
}

/// Translates HTTP into calls of the service, and its values and refusals into JSON. Holds no rules.
public struct AuthAPI: Sendable {
    /// The address whose keys sign ID tokens.
    static let tokenServiceAddress = "securetoken@system.gserviceaccount.com"
    private static let keysCacheControl = "public, max-age=21600"

    let service: AuthService
    /// How much of a body is read.
    let bodyLimit: Int

    public init(service: AuthService, bodyLimit: Int = 1 << 20) {
        (self.service, self.bodyLimit) = (service, bodyLimit)
    }

    /// Answers every request, in JSON whatever happens.
    func answer(_ request: WireRequest) -> WireAnswer {
        do { return try route(request) } catch let refusal as AuthRefusal {
            return Self.answer(for: refusal)
        } catch {
            return Self.answer(for: AuthRefusal(.internalError, "\(error)"))
        }
    }

    static func answer(for refusal: AuthRefusal) -> WireAnswer {
        let envelope = ErrorEnvelope(refusal: refusal)
        return WireAnswer(status: envelope.httpStatus, json: envelope.json)
    }

    private func route(_ request: WireRequest) throws -> WireAnswer {
        guard let route = AuthRoute.match(method: request.method, path: request.path) else {
            throw AuthRefusal(.notFound)
        }
        switch route.endpoint {
        case .status:
            let docs: JSONValue = "https://firebase.google.com/docs/emulator-suite"
            return WireAnswer(json: JSONObject([("authEmulator", ["ready": true, "docs": docs])]))
        case .certificates(let address): return try certificates(of: address)
        case .keySet(let address): return try keySet(of: address)
        default: return WireAnswer(json: try call(route, request))
        }
    }

    // MARK: - Protected calls

    private func call(_ route: AuthRoute, _ request: WireRequest) throws -> JSONObject {
        let caller = try AuthCredential.caller(
            authorization: request.authorization, apiKey: request.apiKey ?? apiKey(in: request.query),
            ignoresBearer: route.endpoint == .token)
        let body = try decodeBody(of: request, isToken: route.endpoint == .token)
        try checkProject(route, body, caller)
        return switch route.endpoint {
        case .signUp: try service.signUp(SignUpRequest(body), as: caller)
        case .lookup: try service.lookup(LookupRequest(body), as: caller)
        case .signInWithPassword: try service.signInWithPassword(PasswordSignInRequest(body))
        case .signInWithCustomToken: try service.signInWithCustomToken(CustomTokenSignInRequest(body))
        case .update: try service.update(UpdateRequest(body), as: caller)
        case .delete: try service.delete(DeleteRequest(body), as: caller)
        case .token: try service.refresh(RefreshRequest(body))
        case .status, .certificates, .keySet: throw AuthRefusal(.notFound)
        }
    }

    /// Query items that are named `key`, the last one counting.
    private func apiKey(in query: String) -> String? {
        guard !query.isEmpty else { return nil }
        return WireForm.decode(query.utf8).last { $0.0 == "key" }?.1
    }

    /// The token endpoint takes forms as well; a body that does not say what it is is looked at.
    private func decodeBody(of request: WireRequest, isToken: Bool) throws(AuthRefusal) -> WireBody {
        guard isToken else { return try WireBody(json: request.body) }
        let type = (request.contentType ?? "").utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
        let looksLikeJSON = request.body.first { $0 > 0x20 } == UInt8(ascii: "{")
        let saysForm = type.elementsEqual("application/x-www-form-urlencoded".utf8, by: { $0 | 0x20 == $1 | 0x20 })
        return try saysForm || !looksLikeJSON ? WireBody(form: request.body) : WireBody(json: request.body)
    }

    private func checkProject(_ route: AuthRoute, _ body: WireBody, _ caller: AuthCaller) throws(AuthRefusal) {
        let target = try body.nonEmptyString("targetProjectId")
        if caller == .user, route.project != nil || target != nil {
            throw AuthRefusal(
                .insufficientPermission, "Only authenticated requests can specify target_project_id.")
        }
        for project in [route.project, target].compactMap(\.self) where project != service.projectID {
            throw AuthRefusal(.invalidProjectID, "((This service serves the project \(service.projectID) only.))")
        }
        let tenant = try body.nonEmptyString("tenantId")
        if let named = route.tenant, let tenant, named != tenant { throw AuthRefusal(.tenantIDMismatch) }
        if route.tenant != nil || tenant != nil { throw AuthRefusal(.tenantNotFound) }
    }

    // MARK: - Public keys

    private func certificates(of address: String) throws -> WireAnswer {
        switch address {
        case Self.tokenServiceAddress:
            return WireAnswer(json: try service.keys.certificates(), cacheControl: Self.keysCacheControl)
        case service.serviceAccount.email:
            let key = service.serviceAccount.key
            let certificate = try key.publishedCertificate(commonName: address)
            return WireAnswer(
                json: JSONObject([(key.keyID, .string(certificate))]), cacheControl: Self.keysCacheControl)
        default: throw AuthRefusal(.notFound)
        }
    }

    private func keySet(of address: String) throws -> WireAnswer {
        let keys: [SigningKey]
        switch address {
        case Self.tokenServiceAddress: keys = service.keys.published
        case service.serviceAccount.email: keys = [service.serviceAccount.key]
        default: throw AuthRefusal(.notFound)
        }
        let set = VerificationKey.jwkSet(keys.map { ($0.keyID, $0.verificationKey) })
        return WireAnswer(json: set.objectValue ?? JSONObject(), cacheControl: Self.keysCacheControl)
    }
}
