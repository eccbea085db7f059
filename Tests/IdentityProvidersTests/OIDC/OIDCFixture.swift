import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Listening
import Tokens

@testable import IdentityProviders

/// An OpenID provider with a server, an app and three people, on a clock that stands still at nine o'clock.
struct OIDCFixture {
    static let issuer = "http://oidc.test"
    static let callback = "https://app.example.com/callback"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    /// The example of RFC 7636, appendix B.
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    let provider: OIDCProvider
    let clock: WorldClock
    let trace: TraceLog

    init() throws {
        clock = .frozen(at: AppleFixture.start)
        trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        let ids = IdentitySource(seed: 7)
        provider = OIDCProvider(
            issuer: Self.issuer, accounts: OIDCAccount.samples(from: ids),
            clients: .registered([
                OIDCClient(id: "server", secret: Secret("s3cret"), redirectURIs: [Self.callback]),
                OIDCClient(id: "app", redirectURIs: ["com.example.app:/back"]),
            ]), key: try AppleFixture.keys.get().current, ids: ids)
    }

    var api: OIDCAPI { OIDCAPI(provider, name: "oidc.mine", clock: clock, trace: trace) }
    var taro: OIDCAccount { provider.accounts[0] }

    func get(_ path: String, _ fields: [(String, String)] = [], authorization: String? = nil) -> ProviderAnswer {
        api.answer(
            PlainRequest(
                method: "GET", host: "oidc.test", path: path, query: FormBody.text(fields),
                authorization: authorization))
    }

    /// - Parameter body: as it is sent; the fields as a form unless given.
    func post(
        _ path: String, _ fields: [(String, String)] = [], body: String? = nil, origin: String? = nil,
        authorization: String? = nil
    ) -> ProviderAnswer {
        api.answer(
            PlainRequest(
                method: "POST", host: "oidc.test", path: path, authorization: authorization,
                contentType: "application/x-www-form-urlencoded", origin: origin,
                body: Array((body ?? FormBody.text(fields)).utf8)))
    }

    /// The parameters of an authorisation, in their usual form; nil takes one out.
    func authorization(_ changes: [(String, String?)] = []) -> [(String, String)] {
        var fields = [
            ("client_id", "server"), ("redirect_uri", Self.callback), ("response_type", "code"),
            ("scope", "openid profile email"), ("state", "s1"), ("nonce", "n1"),
            ("code_challenge", Self.challenge), ("code_challenge_method", "S256"),
        ]
        for (name, value) in changes {
            fields.removeAll { $0.0 == name }
            if let value { fields.append((name, value)) }
        }
        return fields
    }

    /// Goes through the page as Taro, and gives what comes back to the client.
    func choose(_ changes: [(String, String?)] = []) throws -> [String: String] {
        let page = get("/authorize", authorization(changes))
        let answer = post(
            "/authorize/choice", [("ticket", try page.pageText.hiddenField("ticket")), ("account", taro.id)])
        guard let location = answer.location else { return answer.pageText.hiddenFields }
        let query = location.utf8.drop { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.dropFirst()
        return Dictionary(FormBody.pairs(query)) { _, last in last }
    }

    /// A trade of the code, in its usual form.
    func exchange(_ code: String, _ changes: [(String, String?)] = []) -> ProviderAnswer {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", Self.callback),
            ("client_id", "server"), ("client_secret", "s3cret"), ("code_verifier", Self.verifier),
        ]
        for (name, value) in changes {
            fields.removeAll { $0.0 == name }
            if let value { fields.append((name, value)) }
        }
        return post("/token", fields)
    }
}

/// The provider as a relying party reaches it.
struct OIDCTransport: Transport {
    let fixture: OIDCFixture

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        let answer = fixture.api.answer(
            PlainRequest(
                method: request.method, host: request.url.hostHeader, path: request.url.path,
                query: request.url.query ?? "",
                contentType: request.headers.all("content-type").first.map { String(decoding: $0, as: UTF8.self) },
                body: request.body ?? []))
        return Exchange(request: request, response: HTTPResponse(status: answer.status, body: answer.json.bytes()))
    }
}
