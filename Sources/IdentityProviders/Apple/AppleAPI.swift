public import BridgePrimitives
public import BridgeTrace
public import Hummingbird
public import Listening

/// The simulated Apple over HTTP. Translates; the rules are the provider's.
///
/// Identity tokens say `https://appleid.apple.com` wherever it listens; the discovery document names its own address,
/// so that a client that is pointed there finds everything.
public struct AppleAPI: Sendable {
    private let provider: AppleProvider
    private let clock: WorldClock
    private let trace: TraceLog?
    private let scheme: ProviderScheme

    /// - Parameters:
    ///   - clock: whose time codes and tokens obey.
    ///   - trace: where sign-ins and refusals are recorded.
    ///   - scheme: how it is reached; the host is taken from each request.
    public init(
        _ provider: AppleProvider, clock: WorldClock, trace: TraceLog? = nil, scheme: ProviderScheme = .http
    ) {
        (self.provider, self.clock, self.trace, self.scheme) = (provider, clock, trace, scheme)
    }

    private func record(_ action: AccountEvent.Action, _ reasons: [AppleReason] = []) {
        let event = AccountEvent(action, uid: nil, provider: "apple.com", reasons: reasons.map(\.code))
        trace?.record(.account(event), by: .auth)
    }

    func answer(_ request: PlainRequest) -> ProviderAnswer {
        switch request.path {
        case "/.well-known/openid-configuration":
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return ProviderAnswer(
                content: .json(discovery(origin: "\(request.scheme)://\(request.host)")),
                cacheControl: "public, max-age=3600")
        case "/auth/keys":
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return ProviderAnswer(content: .json(provider.keySet), cacheControl: "public, max-age=3600")
        case "/auth/authorize":
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return page(request, authorize)
        case "/auth/authorize/choice":
            guard request.method == "POST" else { return .methodNotAllowed("POST") }
            return page(request, choose)
        case "/auth/token":
            guard request.method == "POST" else { return .methodNotAllowed("POST") }
            return api(request, token)
        case "/auth/revoke":
            guard request.method == "POST" else { return .methodNotAllowed("POST") }
            return api(request, revoke)
        default: return Self.json(AppleRefusal(.noSuchPath), status: 404)
        }
    }

    // MARK: - Pages

    private func page(
        _ request: PlainRequest, _ body: (PlainRequest) throws -> ProviderAnswer
    ) -> ProviderAnswer {
        do { return try body(request) } catch let refusal as AppleRefusal {
            record(.refused, [refusal.reason])
            return ProviderAnswer(status: 400, content: .page(ApplePages.refusal(refusal)))
        } catch { return Self.fault(error) }
    }

    private func authorize(_ request: PlainRequest) throws -> ProviderAnswer {
        let items = try ProviderForm<AppleReason>(request.query.utf8)
        let wanted = try AppleAuthorizationRequest(items, clients: provider.clients)
        let choice = provider.open(wanted, now: clock.now)
        return ProviderAnswer(content: .page(ApplePages.choice(choice, accounts: provider.accounts)))
    }

    private func choose(_ request: PlainRequest) throws -> ProviderAnswer {
        guard !request.isFromForeignPage else { throw AppleRefusal(.foreignPage, request.origin) }
        guard request.hasForm else { throw AppleRefusal(.brokenForm) }
        let form = try ProviderForm<AppleReason>(request.body)
        let ticket = try form.required("ticket")
        let decision: AppleProvider.Decision
        if try form.text("cancel") != nil {
            decision = .cancel
        } else {
            decision = .agree(
                accountID: try form.required("account"), hidesEmail: try form.text("email") == "hide")
        }
        let reply = try provider.decide(decision, ticket: ticket, now: clock.now)
        if case .cancel = decision { record(.refused, [.cancelled]) } else { record(.signedIn) }
        let target = reply.request.redirectURI
        switch reply.request.responseMode {
        case .query: return .redirect(to: target.adding(reply.fields, to: .query))
        case .fragment: return .redirect(to: target.adding(reply.fields, to: .fragment))
        case .formPost: return ProviderAnswer(content: .page(ApplePages.handOver(reply)))
        }
    }

    // MARK: - Calls

    private func api(
        _ request: PlainRequest, _ body: (ProviderForm<AppleReason>) throws -> ProviderAnswer
    ) -> ProviderAnswer {
        do {
            guard request.hasForm else { throw AppleRefusal(.brokenForm) }
            return try body(ProviderForm<AppleReason>(request.body))
        } catch let refusal as AppleRefusal {
            record(.refused, [refusal.reason])
            return Self.json(refusal, status: 400)
        } catch { return Self.fault(error) }
    }

    private func token(_ form: ProviderForm<AppleReason>) throws -> ProviderAnswer {
        let client = try authenticate(form)
        let tokens: AppleProvider.Tokens
        switch try form.required("grant_type") {
        case "authorization_code":
            tokens = try provider.redeem(
                code: form.required("code"), client: client, redirectURI: form.text("redirect_uri"),
                now: clock.now)
        case "refresh_token":
            tokens = try provider.refresh(form.required("refresh_token"), client: client, now: clock.now)
        case let other: throw AppleRefusal(.grantTypeUnknown, other)
        }
        var json = JSONObject([
            ("access_token", .string(tokens.access.reveal())), ("token_type", "Bearer"), ("expires_in", 3600),
        ])
        if let refresh = tokens.refresh { json["refresh_token"] = .string(refresh.reveal()) }
        json["id_token"] = .string(tokens.identity.reveal())
        return ProviderAnswer(content: .json(.object(json)))
    }

    private func revoke(_ form: ProviderForm<AppleReason>) throws -> ProviderAnswer {
        let client = try authenticate(form)
        provider.revoke(try form.required("token"), client: client)
        return ProviderAnswer()
    }

    private func authenticate(_ form: ProviderForm<AppleReason>) throws(AppleRefusal) -> AppleClient {
        let client = try provider.clients.client(try form.required("client_id"))
        try AppleClientSecret.check(try form.required("client_secret"), of: client, now: clock.now)
        return client
    }

    // MARK: - Documents

    private func discovery(origin: String) -> JSONValue {
        func at(_ path: String) -> JSONValue { .string(origin + path) }
        return [
            "issuer": .string(AppleIdentityToken.issuer), "authorization_endpoint": at("/auth/authorize"),
            "token_endpoint": at("/auth/token"), "revocation_endpoint": at("/auth/revoke"),
            "jwks_uri": at("/auth/keys"), "response_types_supported": ["code", "code id_token"],
            "response_modes_supported": ["query", "fragment", "form_post"],
            "subject_types_supported": ["pairwise"], "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "email", "name"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "claims_supported": [
                "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce",
                "nonce_supported", "real_user_status", "sub",
            ],
        ]
    }

    /// RFC 6749 §5.2, and the reason's code beside it.
    private static func json(_ refusal: AppleRefusal, status: Int) -> ProviderAnswer {
        let reason = refusal.reason
        return ProviderAnswer(
            status: status,
            content: .json([
                "error": .string(reason.oauthError), "error_description": .string("\(reason.meaning) \(reason.fix)"),
                "reason": .string(reason.rawValue),
            ]))
    }

    private static func fault(_ error: any Error) -> ProviderAnswer {
        let code = (error as? BridgeFailure)?.code ?? ListeningReason.internalFault.code
        return ProviderAnswer(
            status: 500, content: .json(["error": "server_error", "error_description": .string(code.rawValue)]))
    }
}

extension AppleAPI: PlainService {
    public var requestScheme: String { scheme.rawValue }
    public var longestBody: Int? { PlainRequest.providerBodyLimit }

    public func response(to request: PlainRequest) -> Response { Response(answer(request)) }
}
