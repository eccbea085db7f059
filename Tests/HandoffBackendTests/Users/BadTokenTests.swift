import BridgePrimitives
import BridgeTrace
import HandoffBackend
import Listening
import Testing
import Tokens

@Suite("Tokens that do not let anybody in", .timeLimit(.minutes(5)))
struct BadTokenTests {
    /// A token that is refused, made in a story; the code that comes first.
    struct Row: Sendable, CustomTestStringConvertible {
        let why: String
        let code: String
        let token: @Sendable (Story) throws -> String
        var testDescription: String { why }

        init(_ why: String, _ code: String, _ token: @escaping @Sendable (Story) throws -> String) {
            (self.why, self.code, self.token) = (why, code, token)
        }
    }

    private static func header(_ changes: [(String, JSONValue)]) -> JSONValue {
        var header = JSONObject([("alg", "RS256"), ("kid", "k1"), ("typ", "JWT")])
        for (name, value) in changes { header[name] = value }
        return .object(header)
    }

    static let rows: [Row] = [
        Row("a word", "token/malformed") { _ in "undefined" },
        Row("two tokens", "token/malformed") { "\(try $0.idToken()) \(try $0.idToken())" },
        Row("a list of credentials", "token/malformed") { "\(try $0.idToken()), Bearer \(try $0.idToken())" },
        Row("quoted", "token/malformed") { "\"\(try $0.idToken())\"" },
        Row("one dot too few", "token/malformed") { try $0.idToken().replacing(".", with: "", maxReplacements: 1) },
        Row("cut by a byte", "token/bad-signature") { String(try $0.idToken().dropLast(2)) },
        Row("cut within a byte", "token/malformed") { String(try $0.idToken().dropLast(1)) },
        Row("longer than any token", "token/too-large") { _ in String(repeating: "a", count: 64 * 1024 + 1) },
        Row("no JSON within", "token/not-json") { _ in "YQ.YQ.YQ" },
        Row("expired", "token/expired") { try $0.idToken(changing: [("exp", .integer($0.now))]) },
        Row("not yet valid", "token/not-yet-valid") { try $0.idToken(changing: [("nbf", .integer($0.now + 1))]) },
        Row("issued in the future", "token/issued-in-future") {
            try $0.idToken(changing: [("iat", .integer($0.now + 1))])
        },
        Row("another project", "token/wrong-audience") { try $0.idToken(project: "other") },
        Row("another project's issuer", "token/wrong-issuer") {
            try $0.idToken(changing: [("iss", "https://securetoken.google.com/other")])
        },
        Row("several audiences", "token/wrong-audience") { try $0.idToken(changing: [("aud", ["demo-bridge"])]) },
        Row("another key under a known id", "token/bad-signature") {
            try $0.idToken(key: SigningKey(pem: Story.keys.get().next.pem, keyID: "k1"))
        },
        Row("a claim changed after signing", "token/bad-signature") { story in
            let parts = try story.idToken().split(separator: ".")
            let other = Base64URL.encode(JSONValue.object(story.claims(changing: [("sub", "admin")])).bytes())
            return "\(parts[0]).\(other).\(parts[2])"
        },
        Row("an unknown key", "token/unknown-key-id") { try $0.idToken(key: Story.keys.get().next) },
        Row("no key id", "token/no-key-id") {
            try $0.token(header: ["alg": "RS256", "typ": "JWT"], payload: $0.claims())
        },
        Row("alg none", "token/wrong-algorithm") { try $0.idToken(unsigned: true) },
        Row("alg none with a signature", "token/wrong-algorithm") {
            try $0.token(header: header([("alg", "none")]), payload: $0.claims())
        },
        Row("alg HS256", "token/wrong-algorithm") {
            try $0.token(header: header([("alg", "HS256")]), payload: $0.claims())
        },
        Row("alg rs256", "token/wrong-algorithm") {
            try $0.token(header: header([("alg", "rs256")]), payload: $0.claims())
        },
        Row("a critical extension", "token/unknown-critical-header") {
            try $0.token(header: header([("crit", ["b64"])]), payload: $0.claims())
        },
        Row("empty subject", "token/empty-subject") { try $0.idToken(uid: "") },
        Row("no subject", "token/no-subject") { try $0.idToken(changing: [("sub", nil)]) },
        Row("a subject that is too long", "token/subject-too-long") {
            try $0.idToken(uid: String(repeating: "u", count: 129))
        },
        Row("a custom token", "token/is-custom-token") {
            try $0.account.customToken(uid: "u1", issuedAt: Story.start)
        },
        Row("an auth session cookie", "token/is-session-cookie") {
            try TokenMint.sessionCookie(
                for: $0.claims(), projectID: Story.project, issuedAt: Story.start, lifetime: .seconds(3600),
                key: Story.keys.get().current)
        },
    ]

    @Test(arguments: rows)
    func isRefusedWithAReason(row: Row) async throws {
        try await withStory { story in
            let token = try row.token(story)
            for (method, path) in [("POST", "/v1/users"), ("GET", "/v1/users/me"), ("GET", "/v1/users/1")] {
                let answer = await story.ask(method, path, token)
                #expect(answer.status == 401)
                #expect(answer.code == row.code)
                #expect(answer.reasons.first?.rawValue == row.code)
                #expect(
                    answer.challenge?.hasPrefix(#"Bearer error="invalid_token", error_description=""#) == true)
                let errors = answer.document["errors"]?.arrayValue ?? []
                #expect(errors.count == answer.reasons.count)
                for error in errors {
                    #expect(error["status"] == "401")
                    #expect(error["source"] == ["header": "Authorization"])
                    #expect(error["title"]?.stringValue?.isEmpty == false)
                }
                #expect(!answer.document.text().contains(token))
                #expect(answer.challenge?.contains(token) == false)
            }
            #expect(story.tokenEvents.map(\.action) == [.refused, .refused, .refused])
            #expect(story.tokenEvents.first?.reasons.first?.rawValue == row.code)
            // No part of a token that could be used is in the trace.
            let trace = JSONValue.array(story.trace.events.map(\.json)).text()
            if let signature = token.split(separator: ".").last, signature.utf8.count > 40 {
                #expect(!trace.contains(signature))
            }
            #expect(try story.store.all().isEmpty)
        }
    }

    // MARK: - The field

    /// Values of `Authorization` fields, in which `TOKEN` stands for a token that is good.
    @Test(
        arguments: [
            (["Bearer TOKEN"], nil),
            (["bearer TOKEN"], nil), (["BEARER TOKEN"], nil),  // schemes have no letter case
            (["Bearer    TOKEN"], nil), (["  Bearer TOKEN  "], nil),
            ([], "users/no-authorization"),
            ([""], "users/other-scheme"), (["TOKEN"], "users/other-scheme"),
            (["Basic dXNlcjpwYXNz"], "users/other-scheme"), (["Token TOKEN"], "users/other-scheme"),
            (["BearerTOKEN"], "users/other-scheme"), (["Bearer: TOKEN"], "users/other-scheme"),
            (["Bearer\tTOKEN"], "users/other-scheme"), (["Bear\u{E9}r TOKEN"], "users/other-scheme"),
            (["Bearer"], "users/no-bearer-token"), (["Bearer "], "users/no-bearer-token"),
            (["Bearer TOKEN", "Bearer TOKEN"], "users/several-authorizations"),
            (["Bearer TOKEN", "Basic dXNlcjpwYXNz"], "users/several-authorizations"),
            (["", ""], "users/several-authorizations"),
            // A field has no NUL: HTTP reads a blank in its place (RFC 9110 §5.5), and none at an end.
            (["Bearer \0"], "users/no-bearer-token"), (["Bearer TOKEN\0x"], "token/malformed"),
            (["Bearer TOKEN\r\nX: y"], "token/malformed"), (["Bearer TOKEN="], "token/malformed"),
        ] as [([String], String?)])
    func fields(values: [String], code: String?) async throws {
        try await withStory { story in
            let token = try story.idToken()
            let fields = values.map { $0.replacing("TOKEN", with: token) }
            let answer = await story.users.answer(
                PlainRequest.users(method: "POST", path: "/v1/users", authorization: fields))
            #expect(answer.status == (code == nil ? 201 : 401))
            #expect(answer.code == code ?? "")
            switch code {
            case nil: #expect(answer.challenge == nil)
            // Somebody who sent no token may not have known: no error is named (RFC 6750 §3).
            case "users/no-authorization", "users/other-scheme": #expect(answer.challenge == #"Bearer realm="users""#)
            default: #expect(answer.challenge?.hasPrefix(#"Bearer error="invalid_token", "#) == true)
            }
            let written = answer.document.text() + JSONValue.array(story.trace.events.map(\.json)).text()
            #expect(!written.contains(token) && !written.contains("dXNlcjpwYXNz"))
        }
    }

    @Test func everyDescriptionIsOneThatAChallengeMayHave() async throws {
        let meanings =
            TokenReason.allCases.map(\.meaning) + AccountReason.allCases.map(\.meaning)
            + UsersReason.allCases.map(\.meaning)
        for meaning in meanings {
            #expect(meaning.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }, "\(meaning)")
        }
    }

    // MARK: - Certificates

    @Test func theTraceSaysHowCertificatesWereComeBy() async throws {
        try await withStory { story in
            let next = try Story.keys.get().next
            _ = await story.ask("POST", "/v1/users", try story.idToken())
            _ = await story.ask("GET", "/v1/users/me", try story.idToken())
            _ = await story.ask("GET", "/v1/users/me", try story.idToken(key: next))
            _ = await story.ask("GET", "/v1/users/me", "undefined")
            story.clock.advance(by: .seconds(21_600))
            _ = await story.ask("GET", "/v1/users/me", try story.idToken())
            #expect(
                story.tokenEvents.map { $0.certificates?.rawValue } == [
                    "certificates/fetched", "certificates/cached", "certificates/refetched-for-unknown-key", nil,
                    "certificates/fetched",
                ])
        }
    }

    @Test func withoutCertificatesNobodyIsJudged() async throws {
        let story = try Story(auth: CertificateServer(), authURL: "http://127.0.0.1:1/x509")
        let answer = await story.ask("POST", "/v1/users", try story.idToken())
        #expect(answer.status == 503)
        #expect(answer.code == "backend/keys-unavailable")
        #expect(answer.challenge == nil)
        #expect(answer.document["errors"]?.arrayValue?.first?["source"] == nil)
    }
}

extension Story {
    fileprivate var now: Int64 { clock.now.secondsSinceEpoch }
}
