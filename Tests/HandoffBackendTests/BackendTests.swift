import BridgePrimitives
import BridgeTrace
import HandoffBackend
import Testing
import Tokens

@Suite("The exchange", .timeLimit(.minutes(5)))
struct BackendTests {
    @Test func answersWithACookieByteForByte() async throws {
        try await withStory { story in
            let answer = await story.exchange(try story.idToken())
            let customToken = try story.account.customToken(uid: "u1", issuedAt: Story.start)
            #expect(answer.status == 200)
            #expect(answer.json == ["status": "success"])
            #expect(
                answer.setCookie?.reveal()
                    == "customtoken=\(customToken); Max-Age=432000; Path=/; Expires=Thu, 26 Nov 2026 09:00:00 GMT; "
                    + "HttpOnly; Secure")
        }
    }

    @Test func theCustomTokenIsGoodForSigningIn() async throws {
        try await withStory { story in
            let cookie = try #require(try await story.exchange(story.idToken(uid: "u7")).setCookie?.reveal())
            let token = cookie.dropFirst("customtoken=".count).prefix { $0 != ";" }
            let verifier = CustomTokenVerifier(
                serviceAccounts: [story.account.email: story.account.key.verificationKey])
            #expect(verifier.verify(String(token), now: story.clock.now).verified?.uid == "u7")
        }
    }

    @Test func theBackendsClockCounts() async throws {
        try await withStory { story in
            let token = try story.idToken()
            story.clock.setSkew(.seconds(-3), of: .backend)
            let early = await story.exchange(token)
            #expect(early.status == 401)
            #expect(early.reasons.map(\.rawValue) == ["token/issued-in-future", "token/auth-time-in-future"])
            story.clock.setSkew(.seconds(60), of: .backend)
            let cookie = try #require(await story.exchange(token).setCookie?.reveal())
            #expect(cookie.contains("Expires=Thu, 26 Nov 2026 09:01:00 GMT"))
        }
    }

    @Test func skewThatIsAllowedForIsNoReason() async throws {
        var configuration = Backend.Configuration()
        configuration.clockSkew = .seconds(3)
        try await withStory(configuration: configuration) { story in
            let token = try story.idToken()
            story.clock.setSkew(.seconds(-3), of: .backend)
            #expect(await story.exchange(token).status == 200)
            story.clock.setSkew(.seconds(-4), of: .backend)
            #expect(await story.exchange(token).status == 401)
        }
    }

    // MARK: - Bodies

    /// A body, in which `TOKEN` stands for an ID token, and what becomes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let why: String
        let type: String?
        let body: String
        let status: Int
        /// The code of the answer; of a success, the reason that the trace keeps.
        let code: String
        var testDescription: String { why }

        init(_ why: String, _ type: String?, _ body: String, _ status: Int, _ code: String) {
            (self.why, self.type, self.body, self.status, self.code) = (why, type, body, status, code)
        }
    }

    private static let form = "application/x-www-form-urlencoded"
    private static let json = "application/json"
    static let rows: [Row] = [
        Row("form, idtoken", form, "idtoken=TOKEN", 200, "backend/field-idtoken"),
        Row("form, token", form, "token=TOKEN", 200, "backend/field-token"),
        Row("form, both and the same", form, "token=TOKEN&idtoken=TOKEN", 200, "backend/both-fields"),
        Row("form, both and not the same", form, "token=other&idtoken=TOKEN", 400, "backend/conflicting-fields"),
        Row("form, one field twice", form, "idtoken=TOKEN&idtoken=other", 400, "backend/conflicting-fields"),
        Row("form, one field twice the same", form, "idtoken=TOKEN&idtoken=TOKEN", 200, "backend/field-idtoken"),
        Row("form, other fields around", form, "a=1&&=&idtoken=TOKEN&b", 200, "backend/field-idtoken"),
        Row("form, escaped name and dots", form, "%69dtoken=TOKEN", 200, "backend/field-idtoken"),
        Row(
            "form with parameters", "Application/X-WWW-Form-URLEncoded ; charset=UTF-8", "idtoken=TOKEN", 200,
            "backend/field-idtoken"),
        Row("form, other spelling", form, "idToken=TOKEN", 400, "backend/missing-field"),
        Row("form, no field", form, "TOKEN", 400, "backend/missing-field"),
        Row("form, nothing but separators", form, "&&", 400, "backend/missing-field"),
        Row("form, empty field", form, "idtoken=", 400, "backend/empty-field"),
        Row("form, field without equals", form, "idtoken", 400, "backend/empty-field"),
        Row("form, cut escape", form, "idtoken=TOKEN%2", 400, "backend/broken-form"),
        Row("form, lone percent", form, "idtoken=%", 400, "backend/broken-form"),
        Row("form, wrong escape", form, "idtoken=%zz", 400, "backend/broken-form"),
        Row("form, escape that is not UTF-8", form, "idtoken=%ff", 400, "backend/broken-form"),
        Row("form, escape in a name", form, "%f=1&idtoken=TOKEN", 400, "backend/broken-form"),
        Row("form, NUL in the token", form, "idtoken=%00", 401, "token/malformed"),
        Row("form, CR LF in the token", form, "idtoken=TOKEN%0D%0A", 401, "token/malformed"),
        Row("form, blank for plus", form, "idtoken=TOKEN+", 401, "token/malformed"),
        Row("form, quoted token", form, "idtoken=%22TOKEN%22", 401, "token/malformed"),
        Row("form, a nil that was printed", form, "idtoken=nil", 401, "token/malformed"),
        Row(
            "form, 64 fields and the token", form, String(repeating: "a=1&", count: 63) + "idtoken=TOKEN", 200,
            "backend/field-idtoken"),
        Row(
            "form, 65 fields", form, String(repeating: "a=1&", count: 64) + "idtoken=TOKEN", 400,
            "backend/broken-form"),
        Row("JSON, idtoken", json, #"{"idtoken":"TOKEN"}"#, 200, "backend/field-idtoken"),
        Row("JSON, token", "application/json; charset=utf-8", #"{"token":"TOKEN"}"#, 200, "backend/field-token"),
        Row("JSON, both", json, #"{"token":"TOKEN","idtoken":"TOKEN"}"#, 200, "backend/both-fields"),
        Row(
            "JSON, both and not the same", json, #"{"token":"TOKEN","idtoken":"x"}"#, 400,
            "backend/conflicting-fields"),
        Row("JSON, one null", json, #"{"token":"TOKEN","idtoken":null}"#, 200, "backend/field-token"),
        Row("JSON, none", json, "{}", 400, "backend/missing-field"),
        Row("JSON, null", json, #"{"idtoken":null}"#, 400, "backend/missing-field"),
        Row("JSON, empty", json, #"{"idtoken":""}"#, 400, "backend/empty-field"),
        Row("JSON, a number", json, #"{"idtoken":1}"#, 400, "backend/field-not-text"),
        Row("JSON, a list", json, #"{"idtoken":["TOKEN"]}"#, 400, "backend/field-not-text"),
        Row("JSON, broken", json, #"{"idtoken":"TOKEN""#, 400, "backend/broken-json"),
        Row("JSON, no object", json, #""TOKEN""#, 400, "backend/broken-json"),
        Row("JSON, too deep", json, String(repeating: "[", count: 1000), 400, "backend/broken-json"),
        Row("JSON in a form's clothes", form, #"{"idtoken":"TOKEN"}"#, 400, "backend/missing-field"),
        Row("a form in JSON's clothes", json, "idtoken=TOKEN", 400, "backend/broken-json"),
        Row("empty", form, "", 400, "backend/empty-body"),
        Row("empty and no type", nil, "", 400, "backend/empty-body"),
        Row("no type", nil, "idtoken=TOKEN", 400, "backend/unsupported-content-type"),
        Row("plain text", "text/plain", "TOKEN", 400, "backend/unsupported-content-type"),
        Row("multipart", "multipart/form-data; boundary=x", "--x--", 400, "backend/unsupported-content-type"),
        Row("two types", "application/json, text/plain", "{}", 400, "backend/unsupported-content-type"),
        Row("at the limit", form, "idtoken=" + String(repeating: "a", count: 128 * 1024 - 8), 401, "token/too-large"),
        Row(
            "over the limit", form, "idtoken=" + String(repeating: "a", count: 128 * 1024 - 7), 413,
            "backend/body-too-large"),
    ]

    @Test(arguments: rows)
    func bodies(row: Row) async throws {
        try await withStory { story in
            let token = try story.idToken()
            let body = row.body.split(separator: "TOKEN", omittingEmptySubsequences: false).joined(separator: token)
            let answer = await story.backend.exchange(Array(body.utf8), contentType: row.type)
            #expect(answer.status == row.status)
            #expect(answer.reasons.first?.rawValue == row.code)
            #expect((answer.setCookie != nil) == (row.status == 200))
            if row.status != 200 {
                #expect(answer.json["status"] == "error")
                #expect(answer.code == row.code)
                #expect(answer.json["message"]?.stringValue?.isEmpty == false)
                #expect(answer.json["reasons"]?.arrayValue?.first == .string(row.code))
            }
            #expect(story.tokenEvents.first?.action == (row.status == 200 ? .accepted : .refused))
            #expect(story.tokenEvents.first?.reasons.first?.rawValue == row.code)
        }
    }

    @Test func aBackendMayReadOneFieldOnly() async throws {
        var configuration = Backend.Configuration()
        configuration.fields = [.token]
        try await withStory(configuration: configuration) { story async throws in
            #expect(try await story.exchange(story.idToken()).code == "backend/missing-field")
        }
    }

    // MARK: - Verdicts

    @Test func tokensThatAreRefused() async throws {
        try await withStory { story in
            let good = try story.idToken()
            let rows: [(String, String)] = [
                (try story.idToken(project: "other"), "token/wrong-audience"),
                (try story.idToken(unsigned: true), "token/wrong-algorithm"),
                (try story.account.customToken(uid: "u1", issuedAt: Story.start), "token/is-custom-token"),
                (String(good.dropLast()), "token/malformed"),  // a lone character
                (String(good.dropLast(2)), "token/bad-signature"),  // a byte short
                (try story.idToken(uid: ""), "token/empty-subject"),
            ]
            for (token, code) in rows {
                let answer = await story.exchange(token)
                #expect(answer.status == 401)
                #expect(answer.code == code)
                #expect((answer.setCookie == nil))
            }
        }
    }

    @Test(arguments: [(3599, 200), (3600, 401), (3601, 401)])
    func expiry(seconds: Int, status: Int) async throws {
        try await withStory { story in
            let token = try story.idToken()
            story.clock.advance(by: .seconds(seconds))
            let answer = await story.exchange(token)
            #expect(answer.status == status)
            #expect(answer.code == (status == 200 ? "" : "token/expired"))
        }
    }

    // MARK: - Lenient

    @Test func lenientTakesWhatTheEmulatorMakesAndRemembersWhatStrictWouldSay() async throws {
        var configuration = Backend.Configuration()
        configuration.checks = .lenient
        configuration.tokenForm = .unsigned
        try await withStory(configuration: configuration) { story in
            let token = try story.idToken(unsigned: true)
            story.clock.advance(by: .seconds(7200))
            let answer = await story.exchange(token)
            #expect(answer.status == 200)
            #expect(
                answer.reasons.map(\.rawValue) == [
                    "backend/field-idtoken", "token/wrong-algorithm", "token/no-key-id", "token/expired",
                ])
            let cookie = try #require(answer.setCookie?.reveal())
            #expect(cookie.hasPrefix("customtoken=eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0."))
            #expect(cookie.contains(".; Max-Age=432000"))
            #expect(story.auth.requests == 0)  // nothing to check with keys
            #expect(try await story.exchange(story.idToken(project: "other", unsigned: true)).status == 401)
        }
    }

    @Test func lenientDoesNotNeedKeys() async throws {
        var configuration = Backend.Configuration()
        configuration.checks = .lenient
        try await withStory(configuration: configuration) { story in
            story.auth.change { $0.status = 500 }
            let answer = await story.exchange(try story.idToken())
            #expect(answer.status == 200)
            #expect(answer.reasons.map(\.rawValue) == ["backend/field-idtoken", "token/unknown-key-id"])
        }
    }

    // MARK: - The trace

    @Test func theTraceTellsWhatHappenedAndHoldsNoSecret() async throws {
        try await withStory { story in
            let token = try story.idToken()
            let answer = await story.exchange(token)
            _ = await story.exchange(token + "x")
            #expect(story.tokenEvents.map(\.action) == [.accepted, .issued, .refused])
            #expect(story.tokenEvents.map(\.form) == [.idToken, .customToken, .idToken])
            #expect(story.tokenEvents.map(\.uid) == ["u1", "u1", nil])
            #expect(story.trace.events.allSatisfy { $0.actor == .backend })
            let printed = story.trace.events.map { $0.json.text() }.joined() + "\(answer)"
            #expect(!printed.contains(token.suffix(40)))
            #expect(!printed.contains("eyJ"))
        }
    }
}
