import BridgePrimitives
import BridgeTrace
import Listening

@testable import IdentityProviders

/// A Twitter with two apps and three people, on a clock that stands still at nine o'clock; and a client that signs.
struct TwitterFixture {
    static let start = Instant(secondsSinceEpoch: 1_795_251_600)
    static let callback = "https://app.example.com/callback"
    static let consumer = TwitterConsumer(
        key: "consumer-key", secret: Secret("consumer-secret"), name: "Sample <App>",
        callbacks: [callback, "myapp://done"])
    static let other = TwitterConsumer(key: "other-key", secret: Secret("other-secret"), name: "Other")

    let provider: TwitterProvider
    let clock: WorldClock
    let trace: TraceLog
    private let nonces = IdentitySource(seed: 99)

    init() {
        clock = .frozen(at: Self.start)
        trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        let ids = IdentitySource(seed: 7)
        provider = TwitterProvider(
            accounts: TwitterAccount.samples(from: ids), consumers: [Self.consumer, Self.other], ids: ids,
            masking: Masking(.fingerprints))
    }

    var api: TwitterAPI { TwitterAPI(provider, clock: clock, trace: trace) }
    var taro: TwitterAccount { provider.accounts[0] }

    /// A call as a client makes it; tests bend its parts before it is signed, or the header after.
    struct Call {
        var method = "POST"
        var path = "/oauth/request_token"
        var host = "twitter.test:4042"
        var query = ""
        var form: [(String, String)] = []
        var consumer = TwitterFixture.consumer
        var token: String?
        var tokenSecret = ""
        /// Parameters of the protocol beside the usual ones; nil takes one out.
        var extra: [(String, String?)] = []
        /// What the client signs instead of the right thing.
        var signing: (inout SignatureBase) -> Void = { _ in }
        var signature: (String) -> String = { $0 }
    }

    func send(_ change: (inout Call) -> Void) throws -> ProviderAnswer {
        var call = Call()
        change(&call)
        return api.answer(try signed(call))
    }

    func signed(_ call: Call) throws -> PlainRequest {
        var fields: [(String, String)] = [
            ("oauth_consumer_key", call.consumer.key), ("oauth_nonce", nonces.alphanumeric(count: 20)),
            ("oauth_signature_method", "HMAC-SHA1"),
            ("oauth_timestamp", String(clock.now.secondsSinceEpoch)), ("oauth_version", "1.0"),
        ]
        if let token = call.token { fields.append(("oauth_token", token)) }
        for (name, value) in call.extra {
            fields.removeAll { $0.0 == name }
            if let value { fields.append((name, value)) }
        }
        let body = FormBody.text(call.form)
        let items =
            try FormItems(parsing: FormBody.text(fields).utf8).items
            + FormItems(parsing: call.query.utf8).items + FormItems(parsing: body.utf8).items
        var base = SignatureBase(
            method: call.method,
            url: SignatureBase.normalizedURL(scheme: "http", host: call.host, path: call.path), items: items)
        call.signing(&base)
        let signature = OAuthSignature.make(
            base.text, consumerSecret: call.consumer.secret.reveal(), tokenSecret: call.tokenSecret)
        fields.append(("oauth_signature", call.signature(signature)))
        let header = fields.map { "\(PercentEncoding.encode($0.0))=\"\(PercentEncoding.encode($0.1))\"" }
        return PlainRequest(
            method: call.method, host: call.host, path: call.path, query: call.query,
            authorization: "OAuth realm=\"\", " + header.joined(separator: ", "),
            contentType: call.form.isEmpty ? nil : "application/x-www-form-urlencoded", body: Array(body.utf8))
    }

    // MARK: - The steps

    typealias Pair = (token: String, secret: String)

    func requestToken(callback: String = callback) throws -> Pair {
        try pair(send { $0.extra = [("oauth_callback", callback)] })
    }

    func pair(_ answer: ProviderAnswer) throws -> Pair {
        let items = try FormItems(parsing: answer.formText.utf8)
        guard let token = try items.text("oauth_token"), let secret = try items.text("oauth_token_secret") else {
            throw FixtureFault(what: "no token in \(answer)")
        }
        return (token, secret)
    }

    func choose(_ token: String, _ fields: [(String, String)], origin: String? = nil) -> ProviderAnswer {
        api.answer(
            PlainRequest(
                method: "POST", host: "twitter.test:4042", path: "/oauth/authorize",
                contentType: "application/x-www-form-urlencoded", origin: origin,
                body: Array(FormBody.text([("oauth_token", token)] + fields).utf8)))
    }

    /// The verifier that goes back to the app with the browser.
    ///
    /// - Parameter account: who lets the app in; nil for ``taro``.
    func verifier(for token: String, of account: TwitterAccount? = nil) throws -> String {
        let location = choose(token, [("account", (account ?? taro).id)]).location ?? ""
        let query = location.split(separator: "?").last ?? ""
        return try FormItems(parsing: query.utf8).text("oauth_verifier") ?? ""
    }

    func access(_ request: Pair, verifier: String) throws -> ProviderAnswer {
        try send {
            $0.path = "/oauth/access_token"
            ($0.token, $0.tokenSecret) = (request.token, request.secret)
            $0.extra = [("oauth_verifier", verifier)]
        }
    }

    /// - Parameter account: whose; nil for ``taro``.
    func accessToken(of account: TwitterAccount? = nil) throws -> Pair {
        let request = try requestToken()
        return try pair(access(request, verifier: verifier(for: request.token, of: account)))
    }
}
