import BridgePrimitives
import BridgeTrace
import Crypto
import Listening
import Tokens

@testable import IdentityProviders

/// An Apple with one web client, one app and three people, on a clock that stands still at nine o'clock.
struct AppleFixture {
    static let start = Instant(secondsSinceEpoch: 1_795_251_600)
    static let team = "TEAM123456"
    static let web = "com.example.web"
    static let app = "com.example.app"
    static let callback = "https://app.example.com/callback"
    /// Making RSA keys is slow; the suites share these.
    static let keys = Result { (current: try SigningKey.generate(), former: try SigningKey.generate()) }
    static let foreignKey = Result { try SigningKey.generate() }
    static let secretKey = P256.Signing.PrivateKey()

    let provider: AppleProvider
    let clock: WorldClock
    let trace: TraceLog

    init(writesBooleansAsText: Bool = false) throws {
        let keys = try Self.keys.get()
        clock = .frozen(at: Self.start)
        trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        let ids = IdentitySource(seed: 7)
        let key = try AppleClientKey(id: "KEY1234567", pem: Self.secretKey.publicKey.pemRepresentation)
        provider = AppleProvider(
            accounts: AppleAccount.samples(from: ids),
            clients: .registered([
                AppleClient(id: Self.web, teamID: Self.team, redirectURIs: [Self.callback], secretKey: key),
                AppleClient(id: Self.app, teamID: Self.team),
            ]), key: keys.current, formerKeys: [keys.former], ids: ids, writesBooleansAsText: writesBooleansAsText)
    }

    var api: AppleAPI { AppleAPI(provider, clock: clock, trace: trace) }
    var taro: AppleAccount { provider.accounts[0] }

    /// A client secret, whose parts a test can change.
    func secret(
        header: [(String, JSONValue?)] = [], claims: [(String, JSONValue?)] = [],
        key: P256.Signing.PrivateKey = secretKey
    ) throws -> String {
        let now = clock.now.secondsSinceEpoch
        var head = JSONObject([("alg", "ES256"), ("kid", "KEY1234567")])
        for (name, value) in header { head[name] = value }
        var body = JSONObject([
            ("iss", .string(Self.team)), ("iat", .integer(now)), ("exp", .integer(now + 300)),
            ("aud", "https://appleid.apple.com"), ("sub", .string(Self.web)),
        ])
        for (name, value) in claims { body[name] = value }
        let message = [head, body].map { Base64URL.encode(JSONValue.object($0).bytes()) }.joined(separator: ".")
        let signature = try key.signature(for: Array(message.utf8))
        return "\(message).\(Base64URL.encode(Array(signature.rawRepresentation)))"
    }

    func get(_ path: String, _ fields: [(String, String)] = []) -> ProviderAnswer {
        api.answer(PlainRequest(method: "GET", host: "apple.test", path: path, query: FormBody.text(fields)))
    }

    func post(_ path: String, _ fields: [(String, String)], origin: String? = nil) -> ProviderAnswer {
        api.answer(
            PlainRequest(
                method: "POST", host: "apple.test", path: path, contentType: "application/x-www-form-urlencoded",
                origin: origin, body: Array(FormBody.text(fields).utf8)))
    }

    /// The parameters of an authorisation, in their usual form; nil takes one out.
    func authorization(_ changes: [(String, String?)] = []) -> [(String, String)] {
        var fields = [
            ("client_id", Self.web), ("redirect_uri", Self.callback), ("response_type", "code id_token"),
            ("response_mode", "form_post"), ("scope", "name email"), ("state", "s1"), ("nonce", "n1"),
        ]
        for (name, value) in changes {
            fields.removeAll { $0.0 == name }
            if let value { fields.append((name, value)) }
        }
        return fields
    }

    /// Shows the page and gives what its form carries.
    func ticket(_ changes: [(String, String?)] = []) throws -> String {
        let answer = get("/auth/authorize", authorization(changes))
        return try answer.pageText.hiddenField("ticket")
    }

    /// Goes through the page as `account`, and gives the code.
    func code(_ changes: [(String, String?)] = [], hidesEmail: Bool = false) throws -> String {
        let fields = try choose(changes, hidesEmail: hidesEmail)
        return fields["code"] ?? ""
    }

    /// What the page that posts to the app carries.
    func choose(_ changes: [(String, String?)] = [], hidesEmail: Bool = false) throws -> [String: String] {
        let answer = post(
            "/auth/authorize/choice",
            [("ticket", try ticket(changes)), ("account", taro.id), ("email", hidesEmail ? "hide" : "share")])
        return answer.pageText.hiddenFields
    }

    func token(_ fields: [(String, String)]) throws -> ProviderAnswer {
        post("/auth/token", [("client_id", Self.web), ("client_secret", try secret())] + fields)
    }

    func exchange(_ code: String) throws -> ProviderAnswer {
        try token([("grant_type", "authorization_code"), ("code", code), ("redirect_uri", Self.callback)])
    }
}

struct FixtureFault: Error { let what: String }

extension ProviderAnswer {
    var pageText: String { if case .page(let page) = content { page.html } else { "" } }
    var json: JSONValue { if case .json(let value) = content { value } else { .null } }
    var formText: String { if case .form(let text) = content { text } else { "" } }
    /// The reason that a page or a call gives.
    var reason: String {
        if let code = json["reason"]?.stringValue { return code }
        if let code = json["reasons"]?.arrayValue?.first?.stringValue { return code }
        return pageText.split(separator: "<p><code>").last?.split(separator: "</code>").first.map(String.init) ?? ""
    }
}

extension String {
    /// Names and values of a page's hidden fields, unescaped.
    var hiddenFields: [String: String] {
        var fields: [String: String] = [:]
        for part in split(separator: "<input type=\"hidden\" name=\"").dropFirst() {
            let pieces = part.split(separator: "\"", maxSplits: 3, omittingEmptySubsequences: false)
            guard pieces.count >= 3 else { continue }
            fields[String(pieces[0])] = String(pieces[2]).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
                .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
        }
        return fields
    }

    func hiddenField(_ name: String) throws -> String {
        guard let value = hiddenFields[name] else { throw FixtureFault(what: "no field \(name) in \(self)") }
        return value
    }
}
