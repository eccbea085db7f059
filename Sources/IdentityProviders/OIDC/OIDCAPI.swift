public import BridgePrimitives
public import BridgeTrace
public import Hummingbird
public import Listening

/// The simulated OpenID provider over HTTP. Translates; the rules are the provider's.
public struct OIDCAPI: Sendable {
    private let provider: OIDCProvider
    private let clock: WorldClock
    private let trace: TraceLog?
    private let scheme: ProviderScheme
    /// How traces name it: `oidc.mine`.
    private let name: String

    /// - Parameters:
    ///   - name: the provider's id in the project.
    ///   - clock: whose time codes and tokens obey.
    ///   - trace: where sign-ins and refusals are recorded.
    ///   - scheme: how it is reached; the host is taken from each request.
    public init(
        _ provider: OIDCProvider, name: String, clock: WorldClock, trace: TraceLog? = nil,
        scheme: ProviderScheme = .http
    ) {
        (self.provider, self.name, self.clock) = (provider, name, clock)
        (self.trace, self.scheme) = (trace, scheme)
    }

    private func record(_ action: AccountEvent.Action, _ reasons: [OIDCReason] = []) {
        let event = AccountEvent(action, uid: nil, provider: name, reasons: reasons.map(\.code))
        trace?.record(.account(event), by: .auth)
    }

    func answer(_ request: PlainRequest) -> ProviderAnswer {
        switch request.path {
        case "/.well-known/openid-configuration":
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return ProviderAnswer(
                content: .json(discovery(origin: "\(request.scheme)://\(request.host)")),
                cacheControl: "public, max-age=3600")
        case "/jwks":
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return ProviderAnswer(content: .json(provider.keySet), cacheControl: "public, max-age=300")
        case "/authorize":
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return page(request, authorize)
        case "/authorize/choice":
            guard request.method == "POST" else { return .methodNotAllowed("POST") }
            return page(request, choose)
        case "/token":
            guard request.method == "POST" else { return .methodNotAllowed("POST") }
            return api { try token(request) }
        case "/userinfo":
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return api { try userInfo(request) }
        default: return Self.json(OIDCRefusal(.noSuchPath), status: 404)
        }
    }

    // MARK: - Pages

    private func page(_ request: PlainRequest, _ body: (PlainRequest) throws -> ProviderAnswer) -> ProviderAnswer {
        do { return try body(request) } catch let refusal as OIDCRefusal {
            record(.refused, [refusal.reason])
            return ProviderAnswer(status: 400, content: .page(OIDCPages.refusal(refusal)))
        } catch { return Self.fault(error) }
    }

    private func authorize(_ request: PlainRequest) throws -> ProviderAnswer {
        let wanted = try OIDCAuthorizationRequest(
            ProviderForm<OIDCReason>(request.query.utf8), clients: provider.clients)
        let choice = provider.open(wanted, now: clock.now)
        return ProviderAnswer(content: .page(OIDCPages.choice(choice, accounts: provider.accounts)))
    }

    private func choose(_ request: PlainRequest) throws -> ProviderAnswer {
        guard !request.isFromForeignPage else { throw OIDCRefusal(.foreignPage, request.origin) }
        guard request.hasForm else { throw OIDCRefusal(.brokenForm) }
        let form = try ProviderForm<OIDCReason>(request.body)
        let ticket = try form.required("ticket")
        let decision: OIDCProvider.Decision =
            try form.text("cancel") != nil
            ? .cancel : .agree(accountID: try form.required("account"))
        let reply = try provider.decide(decision, ticket: ticket, now: clock.now)
        if case .cancel = decision { record(.refused, [.cancelled]) } else { record(.signedIn) }
        let target = reply.request.redirectURI
        switch reply.request.responseMode {
        case .query: return .redirect(to: target.adding(reply.fields, to: .query))
        case .fragment: return .redirect(to: target.adding(reply.fields, to: .fragment))
        case .formPost: return ProviderAnswer(content: .page(OIDCPages.handOver(reply)))
        }
    }

    // MARK: - Calls

    private func api(_ body: () throws -> ProviderAnswer) -> ProviderAnswer {
        do { return try body() } catch let refusal as OIDCRefusal {
            record(.refused, [refusal.reason])
            let isUnauthorized = ["invalid_client", "invalid_token"].contains(refusal.reason.oauthError)
            return Self.json(refusal, status: isUnauthorized ? 401 : 400)
        } catch { return Self.fault(error) }
    }

    private func token(_ request: PlainRequest) throws -> ProviderAnswer {
        guard request.hasForm else { throw OIDCRefusal(.brokenForm) }
        let form = try ProviderForm<OIDCReason>(request.body)
        let client = try authenticate(form, authorization: request.authorization)
        let type = try form.required("grant_type")
        guard type == "authorization_code" else { throw OIDCRefusal(.grantTypeUnknown, type) }
        let tokens = try provider.redeem(
            code: form.required("code"), client: client, redirectURI: form.text("redirect_uri"),
            verifier: form.text("code_verifier"), now: clock.now)
        return ProviderAnswer(
            content: .json([
                "access_token": .string(tokens.access.reveal()), "token_type": "Bearer", "expires_in": 3600,
                "scope": .string(tokens.scopes.joined(separator: " ")),
                "id_token": .string(tokens.identity.reveal()),
            ]))
    }

    /// By HTTP Basic or by the form (RFC 6749 §2.3.1).
    private func authenticate(_ form: ProviderForm<OIDCReason>, authorization: String?) throws(OIDCRefusal)
        -> OIDCClient
    {
        let basic = authorization.flatMap(Self.basic)
        let named = try form.text("client_id")
        guard let id = basic?.id ?? named else { throw OIDCRefusal(.parameterMissing, "client_id") }
        let client = try provider.clients.client(id)
        guard let secret = client.secret else { return client }
        let inForm = try form.text("client_secret")
        guard let sent = basic?.secret ?? inForm else {
            throw OIDCRefusal(.clientSecretMissing)
        }
        guard secret.matches(sent) else { throw OIDCRefusal(.clientSecretWrong) }
        return client
    }

    private static func basic(_ field: String) -> (id: String, secret: String)? {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, ASCIIText.isSame(parts[0].utf8, "basic".utf8),
            let bytes = StandardBase64.decode(String(parts[1])),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return (
            PercentEncoding.text(bytes[..<colon]), PercentEncoding.text(bytes[(colon + 1)...])
        )
    }

    private func userInfo(_ request: PlainRequest) throws -> ProviderAnswer {
        let parts = (request.authorization ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, ASCIIText.isSame(parts[0].utf8, "bearer".utf8) else {
            throw OIDCRefusal(.accessTokenUnknown)
        }
        return ProviderAnswer(
            content: .json(.object(try provider.userInfo(ofAccessToken: String(parts[1]), now: clock.now))))
    }

    // MARK: - Documents

    private func discovery(origin: String) -> JSONValue {
        func at(_ path: String) -> JSONValue { .string(origin + path) }
        return [
            "issuer": .string(provider.issuer), "authorization_endpoint": at("/authorize"),
            "token_endpoint": at("/token"), "userinfo_endpoint": at("/userinfo"), "jwks_uri": at("/jwks"),
            "response_types_supported": ["code", "id_token", "id_token token", "code id_token"],
            "response_modes_supported": ["query", "fragment", "form_post"],
            "grant_types_supported": ["authorization_code", "implicit"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "profile", "email"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
            "code_challenge_methods_supported": ["S256", "plain"],
            "claims_supported": [
                "aud", "auth_time", "email", "email_verified", "exp", "iat", "iss", "name", "nonce", "picture", "sub",
            ],
        ]
    }

    /// RFC 6749 §5.2, and the reason's code beside it.
    private static func json(_ refusal: OIDCRefusal, status: Int) -> ProviderAnswer {
        let reason = refusal.reason
        var answer = ProviderAnswer(
            status: status,
            content: .json([
                "error": .string(reason.oauthError), "error_description": .string("\(reason.meaning) \(reason.fix)"),
                "reason": .string(reason.rawValue),
            ]))
        if status == 401 {
            answer.challenge = reason == .accessTokenUnknown ? "Bearer error=\"invalid_token\"" : "Basic"
        }
        return answer
    }

    private static func fault(_ error: any Error) -> ProviderAnswer {
        let code = (error as? BridgeFailure)?.code ?? ListeningReason.internalFault.code
        return ProviderAnswer(
            status: 500, content: .json(["error": "server_error", "error_description": .string(code.rawValue)]))
    }
}

extension OIDCAPI: PlainService {
    public var requestScheme: String { scheme.rawValue }
    public var longestBody: Int? { PlainRequest.providerBodyLimit }

    public func response(to request: PlainRequest) -> Response { Response(answer(request)) }
}
