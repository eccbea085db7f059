public import BridgePrimitives
public import BridgeTrace
public import Hummingbird
public import Listening

/// The simulated Twitter over HTTP. Translates; the rules are the provider's.
public struct TwitterAPI: Sendable {
    private let provider: TwitterProvider
    private let clock: WorldClock
    private let trace: TraceLog?
    private let scheme: ProviderScheme

    /// - Parameters:
    ///   - clock: whose time timestamps and tokens obey.
    ///   - trace: where sign-ins and refusals are recorded.
    ///   - scheme: how it is reached, which signatures are made over; the host is taken from each request.
    public init(
        _ provider: TwitterProvider, clock: WorldClock, trace: TraceLog? = nil, scheme: ProviderScheme = .http
    ) {
        (self.provider, self.clock, self.trace, self.scheme) = (provider, clock, trace, scheme)
    }

    private func record(_ action: AccountEvent.Action, _ reasons: [TwitterReason] = []) {
        let event = AccountEvent(action, uid: nil, provider: "twitter.com", reasons: reasons.map(\.code))
        trace?.record(.account(event), by: .auth)
    }

    func answer(_ request: PlainRequest) -> ProviderAnswer {
        switch request.path {
        case "/oauth/request_token":
            guard request.method == "POST" else { return .methodNotAllowed("POST") }
            return api(request, requestToken)
        case "/oauth/authorize", "/oauth/authenticate":
            switch request.method {
            case "GET": return page(request, show)
            case "POST": return page(request, choose)
            default: return .methodNotAllowed("GET, POST")
            }
        case "/oauth/access_token":
            guard request.method == "POST" else { return .methodNotAllowed("POST") }
            return api(request, accessToken)
        case "/1.1/account/verify_credentials.json":
            guard request.method == "GET" else { return .methodNotAllowed("GET") }
            return api(request, verifyCredentials)
        default: return Self.json(TwitterRefusal(.noSuchPath))
        }
    }

    // MARK: - Signed calls

    private func api(
        _ request: PlainRequest, _ body: (SignedRequest) throws(TwitterRefusal) -> ProviderAnswer
    ) -> ProviderAnswer {
        do { return try body(SignedRequest(request)) } catch {
            record(.refused, error.reasons)
            return Self.json(error)
        }
    }

    private func requestToken(_ request: SignedRequest) throws(TwitterRefusal) -> ProviderAnswer {
        let issued = try provider.requestToken(request, now: clock.now)
        return ProviderAnswer(
            content: .form(
                FormBody.text([
                    ("oauth_token", issued.token), ("oauth_token_secret", issued.secret),
                    ("oauth_callback_confirmed", "true"),
                ])))
    }

    private func accessToken(_ request: SignedRequest) throws(TwitterRefusal) -> ProviderAnswer {
        let issued = try provider.accessToken(request, now: clock.now)
        record(.signedIn)
        return ProviderAnswer(
            content: .form(
                FormBody.text([
                    ("oauth_token", issued.token.reveal()), ("oauth_token_secret", issued.secret.reveal()),
                    ("user_id", issued.account.id), ("screen_name", issued.account.screenName),
                ])))
    }

    private func verifyCredentials(_ request: SignedRequest) throws(TwitterRefusal) -> ProviderAnswer {
        let account = try provider.verifyCredentials(request, now: clock.now)
        let wanted = request.queryItems.last { $0.name.elementsEqual("include_email".utf8) }?.value ?? []
        let includesEmail = ["true", "1", "t"].contains { wanted.elementsEqual($0.utf8) }
        return ProviderAnswer(content: .json(.object(account.userObject(includesEmail: includesEmail))))
    }

    // MARK: - Pages

    private func page(
        _ request: PlainRequest, _ body: (PlainRequest) throws(TwitterRefusal) -> ProviderAnswer
    ) -> ProviderAnswer {
        do { return try body(request) } catch {
            record(.refused, error.reasons)
            return ProviderAnswer(status: error.first.pageStatus, content: .page(TwitterPages.refusal(error)))
        }
    }

    private func show(_ request: PlainRequest) throws(TwitterRefusal) -> ProviderAnswer {
        let items = try form(request.query.utf8)
        let choice = try provider.choice(try required("oauth_token", in: items), now: clock.now)
        let preferred = try text("screen_name", in: items)
        return ProviderAnswer(
            content: .page(TwitterPages.choice(choice, accounts: provider.accounts, preferred: preferred)))
    }

    private func choose(_ request: PlainRequest) throws(TwitterRefusal) -> ProviderAnswer {
        guard !request.isFromForeignPage else { throw TwitterRefusal(.foreignPage, request.origin) }
        guard request.hasForm else { throw TwitterRefusal(.brokenForm) }
        let items = try form(request.body)
        let token = try required("oauth_token", in: items)
        let outcome =
            if try text("deny", in: items) != nil {
                try deny(token)
            } else {
                try provider.allow(token, accountID: try required("account", in: items), now: clock.now)
            }
        switch outcome {
        case .goTo(let location): return .redirect(to: location)
        case .showPIN(let verifier): return ProviderAnswer(content: .page(TwitterPages.pin(verifier)))
        case .showDenial: return ProviderAnswer(content: .page(TwitterPages.denial))
        }
    }

    private func deny(_ token: String) throws(TwitterRefusal) -> TwitterProvider.Outcome {
        let outcome = try provider.deny(token, now: clock.now)
        record(.refused, [.denied])
        return outcome
    }

    private func form(_ text: some Sequence<UInt8>) throws(TwitterRefusal) -> FormItems {
        do { return try FormItems(parsing: text) } catch { throw TwitterRefusal(error) }
    }

    private func text(_ name: String, in items: FormItems) throws(TwitterRefusal) -> String? {
        do {
            let text = try items.text(name)
            return text?.isEmpty == true ? nil : text
        } catch { throw TwitterRefusal(error) }
    }

    private func required(_ name: String, in items: FormItems) throws(TwitterRefusal) -> String {
        guard let text = try text(name, in: items) else { throw TwitterRefusal(.parameterMissing, name) }
        return text
    }

    /// Twitter's own form, and beside it what a debugger needs.
    private static func json(_ refusal: TwitterRefusal) -> ProviderAnswer {
        let (code, message, status) = refusal.first.wire
        var json = JSONObject([
            ("errors", [["code": .integer(code), "message": .string(message)]]),
            ("reasons", .codes(refusal.reasons)),
            ("explanation", .string("\(refusal.first.meaning) \(refusal.first.fix)")),
        ])
        json["detail"] = refusal.detail.map { .string($0) }
        json["base_string"] = refusal.baseString.map { .string($0) }
        // RFC 9110 §15.5.2: an answer of 401 says which scheme it wants.
        return ProviderAnswer(
            status: status, content: .json(.object(json)), challenge: status == 401 ? #"OAuth realm="Twitter""# : nil)
    }
}

extension TwitterReason {
    /// Pages are for people: a request token that is gone is their browser's fault, not their lack of rights.
    fileprivate var pageStatus: Int { self == .foreignPage ? 403 : 400 }
}

extension TwitterAPI: PlainService {
    public var requestScheme: String { scheme.rawValue }
    public var longestBody: Int? { PlainRequest.providerBodyLimit }

    public func response(to request: PlainRequest) -> Response { Response(answer(request)) }
}
