import BridgePrimitives
import BridgeTrace
import Captures
import Cookies
import Explaining
import Foundation
import TestSupport
import Testing

@Suite("What a recording shows", .timeLimit(.minutes(5)))
struct CaptureExplanationTests {
    /// One entry, a second after the one before it.
    struct Row {
        var url = "https://app.test/"
        var cookie: String?
        var setCookies: [String] = []
        var status = 200
        var location: String?
        var isDocument = true
        var bearer: String?
        var body: String?
        var fields: [(String, String)] = []
        var answerFields: [(String, String)] = []
        var method = "GET"
    }

    private static func unsigned(_ payload: JSONValue) -> String {
        Base64URL.encode(Array(#"{"alg":"RS256","kid":"k"}"#.utf8)) + "." + Base64URL.encode(payload.bytes()) + ".AA"
    }

    /// 2026-11-22T09:00:00Z.
    private static let now: Int64 = 1_795_338_000

    private static func customToken(issuedAt: Int64 = now - 10) -> String {
        let account: JSONValue = "a@my-app.iam.gserviceaccount.com"
        return unsigned([
            "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
            "iss": account, "sub": account, "uid": "u1", "iat": .integer(issuedAt), "exp": .integer(issuedAt + 3600),
        ])
    }

    private static let idToken = unsigned([
        "aud": "my-app", "iss": "https://securetoken.google.com/my-app", "sub": "u1", "auth_time": .integer(now - 10),
        "iat": .integer(now - 10), "exp": .integer(now + 3590),
    ])

    private static func explain(
        _ rows: [Row], producer: String = "test", profile: CookieProfile = .ios18, cookieName: String = "customtoken"
    ) throws -> CaptureExplanation {
        let entries: [JSONValue] = rows.enumerated().map { index, row in
            func field(_ name: String, _ value: String) -> JSONValue {
                ["name": .string(name), "value": .string(value)]
            }
            var headers = [field("Sec-Fetch-Dest", row.isDocument ? "document" : "empty")]
            if let cookie = row.cookie { headers.append(field("Cookie", cookie)) }
            if let bearer = row.bearer { headers.append(field("Authorization", "Bearer \(bearer)")) }
            headers += row.fields.map { field($0.0, $0.1) }
            var answers = row.setCookies.map { field("Set-Cookie", $0) } + row.answerFields.map { field($0.0, $0.1) }
            if let location = row.location { answers.append(field("Location", location)) }
            return [
                "startedDateTime": .string(Instant(secondsSinceEpoch: now + Int64(index)).rfc3339), "time": 5,
                "request": ["method": .string(row.method), "url": .string(row.url), "headers": .array(headers)],
                "response": [
                    "status": .integer(Int64(row.status)), "headers": .array(answers),
                    "content": row.body.map { ["text": .string($0)] } ?? [:],
                ],
            ]
        }
        let har: JSONValue = ["log": ["creator": ["name": .string(producer)], "entries": .array(entries)]]
        return CaptureExplanation(
            try HARReader.read(har.bytes()), profile: profile, cookieName: cookieName, masking: Masking(.fingerprints))
    }

    @Test(
        arguments: [
            // Set for another path.
            (
                [
                    Row(setCookies: ["customtoken=x; Path=/auth"], status: 302, location: "/home"),
                    Row(url: "https://app.test/home"),
                ],
                "send/path", "customtoken was lost at request 2"
            ),
            // The same, and what is below that path had it.
            (
                [
                    Row(setCookies: ["customtoken=x; Path=/auth; HttpOnly"], isDocument: false),
                    Row(url: "https://app.test/auth/me", cookie: "customtoken=x", isDocument: false),
                    Row(url: "https://app.test/home"),
                ],
                "send/path", "customtoken was lost at request 3"
            ),
            // Over when the page was asked for, though a request before that still had it.
            (
                [
                    Row(setCookies: ["customtoken=x; Max-Age=1"], isDocument: false),
                    Row(url: "https://app.test/me", cookie: "customtoken=x"),
                    Row(url: "https://app.test/home"),
                ],
                "send/expired", "customtoken was lost at request 3"
            ),
            // The host that set it had it, as a page too, and the web app's did not.
            (
                [
                    Row(url: "https://api.test/auth", setCookies: ["customtoken=x; Path=/"], isDocument: false),
                    Row(url: "https://api.test/me", cookie: "customtoken=x"), Row(url: "https://app.test/home"),
                ],
                "send/other-host", "customtoken was lost at request 3"
            ),
            // Refused as it was set.
            (
                [Row(setCookies: ["customtoken=x; Domain=other.test"]), Row()], "store/domain-mismatch",
                "customtoken was lost at request 1"
            ),
            (
                [Row(url: "http://app.test/", setCookies: ["customtoken=x; Secure"]), Row(url: "http://app.test/")],
                "store/secure-from-insecure", "the profile's jar refuses it"
            ),
            // Set for the backend's host, and the page is another's.
            (
                [Row(url: "https://api.test/", setCookies: ["customtoken=x"], isDocument: false), Row()],
                "send/other-host", "customtoken was lost at request 2: the answer to request 1 set it for api.test"
            ),
            // The engine went without it, and no rule says why.
            (
                [Row(setCookies: ["customtoken=x"]), Row()], "har/cookie-missing",
                "Request 2 to https://app.test/ went without"
            ),
            // The engine had it, and no rule says why.
            (
                [Row(setCookies: ["theme=x; Path=/auth"]), Row(cookie: "theme=x")], "har/cookie-unexplained",
                "Request 2 to https://app.test/ had theme"
            ),
            // A script cannot read what it is for.
            (
                [Row(setCookies: ["customtoken=x; HttpOnly"]), Row(cookie: "customtoken=x")], "script/http-only",
                "The answer to request 1 set customtoken with HttpOnly"
            ),
            // The answer that did so, and not the first that set the cookie.
            (
                [
                    Row(setCookies: ["customtoken=x"]),
                    Row(cookie: "customtoken=x", setCookies: ["customtoken=y; HttpOnly"]),
                    Row(cookie: "customtoken=y"),
                ], "script/http-only", "The answer to request 2 set customtoken with HttpOnly"
            ),
            // Whose token it is, and how old.
            (
                [Row(setCookies: ["customtoken=\(idToken)"]), Row(cookie: "customtoken=\(idToken)")],
                "token/is-id-token",
                "holds a Firebase ID token, and no custom token"
            ),
            (
                [Row(cookie: "customtoken=\(customToken(issuedAt: now - 3601))")], "har/token-unfit",
                "The token's time is over. It would say: auth/invalid-custom-token: The custom token format is incorrect."
            ),
            ([Row(bearer: customToken(issuedAt: now - 3601))], "har/token-unfit", "The bearer header of request 1"),
            (
                [
                    Row(
                        url: "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken", cookie: "a=b",
                        status: 400, body: #"{"error":{"message":"CREDENTIAL_MISMATCH"}}"#)
                ], "har/sign-in-refused", "with 400: CREDENTIAL_MISMATCH"
            ),
            // A token that stands in an address alone, of each kind that opens a session.
            (
                [Row(url: "https://app.test/?token=\(idToken)", cookie: "customtoken=x")], "handoff/token-in-url",
                "has the token in its query"
            ),
            ([Row(url: "https://app.test/#t=\(customToken())")], "handoff/token-in-url", "in its fragment"),
            // What is no token of Firebase's is none.
            (
                [Row(url: "https://app.test/?token=\(unsigned(["sub": "u1"]))", cookie: "customtoken=x")],
                "har/as-modelled", "The one request had the cookies"
            ),
            // Chrome's usual export.
            ([Row(), Row()], "har/cookies-left-out", "No request and no answer of the recording has a cookie"),
            ([Row(cookie: "a=b")], "har/cookie-never-seen", "No request of the recording has customtoken"),
            // In the store before; nothing else to say.
            (
                [Row(cookie: "customtoken=x"), Row(cookie: "customtoken=x")], "har/as-modelled",
                "Each of the 2 requests had the cookies"
            ),
            (
                [Row(setCookies: ["customtoken=x"]), Row(cookie: "customtoken=x")], "har/as-modelled",
                "Each of the 2 requests had the cookies"
            ),
        ] as [([Row], String, String)])
    func theFindingThatMattersIsFirst(rows: [Row], code: String, message: String) throws {
        let explanation = try Self.explain(rows)
        #expect(explanation.cause.code.rawValue == code, "\(CaptureText.lines(for: explanation))")
        #expect(explanation.cause.message.contains(message), "\(explanation.cause.message)")
        let first = try #require(CaptureText.lines(for: explanation).first)
        #expect(first.contains("cause     \(code): "))
    }

    /// The cookies of trackers are of no weight where the session was handed over.
    @Test func aHandoffThatWorkedIsSaidFirst() throws {
        let explanation = try Self.explain([
            Row(cookie: "customtoken=\(Self.customToken())"),
            Row(url: "https://tracker.test/", setCookies: ["t=1; Domain=other.test"], isDocument: false),
            Row(
                url: "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k", isDocument: false
            ),
        ])
        #expect(explanation.cause.code.rawValue == "har/as-modelled")
        #expect(explanation.cause.message.contains("accepted the custom token of request 3"))
        #expect(explanation.findings.first?.code.rawValue == "store/domain-mismatch")
    }

    private static let call = "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k"
    private static let emulated =
        "http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken"

    private static func emulatorToken() -> String {
        let token = customToken().split(separator: ".")
        return Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8)) + ".\(token[1])."
    }

    /// Columns: what there is beside a cookie with an unsigned custom token, the codes of all findings, the cause first.
    @Test(
        "A token that production refuses",
        arguments: [
            // Nobody tried it: a note, behind what is the case.
            ([], "", ["har/as-modelled", "har/token-unfit"]),
            ([], "; HttpOnly", ["script/http-only", "har/token-unfit"]),
            // It was accepted, or the service is an emulator.
            ([Row(url: call, isDocument: false)], "", ["har/as-modelled"]),
            ([Row(url: emulated, isDocument: false)], "; HttpOnly", ["script/http-only"]),
            // The page traded it, and was refused.
            (
                [
                    Row(
                        url: call, status: 400, isDocument: false,
                        body: #"{"error":{"message":"CREDENTIAL_MISMATCH"}}"#)
                ], "", ["token/wrong-algorithm", "har/sign-in-refused"]
            ),
            // What asks before the call is no call.
            (
                [Row(url: call, isDocument: false, method: "OPTIONS")], "", ["har/as-modelled", "har/token-unfit"]
            ),
        ] as [([Row], String, [String])])
    func whatProductionRefuses(rows: [Row], attributes: String, codes: [String]) throws {
        let token = Self.emulatorToken()
        let explanation = try Self.explain(
            [Row(setCookies: ["customtoken=\(token); Path=/\(attributes)"]), Row(cookie: "customtoken=\(token)")] + rows
        )
        let seen = ([explanation.cause.code] + explanation.findings.map(\.code)).map(\.rawValue)
        #expect(seen == codes, "\(CaptureText.lines(for: explanation))")
        let told = CaptureText.lines(for: explanation).joined()
        #expect(told.contains("would refuse") == (codes.last == "har/token-unfit"))
    }

    /// Columns: fields of a script's request without cookies, the answer's, and the cause.
    @Test(
        "A script's request to another origin of the site",
        arguments: [
            // It sends none unless it is told to.
            ([("Origin", "https://app.test:8443")], [], "har/as-modelled"),
            ([("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Site", "same-site")], [], "har/as-modelled"),
            // It was told to: the answer is for one that has them.
            (
                [("Origin", "https://app.test:8443")], [("Access-Control-Allow-Credentials", "true")],
                "har/cookie-missing"
            ),
            // To its own origin it does.
            ([("Origin", "https://app.test")], [], "har/cookie-missing"),
            ([("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Site", "same-origin")], [], "har/cookie-missing"),
            // What no script asks for does.
            ([("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Site", "same-site")], [], "har/cookie-missing"),
            // What asks before it never has any.
            (
                [("Origin", "https://app.test:8443"), ("Access-Control-Request-Method", "POST")],
                [("Access-Control-Allow-Credentials", "true")], "har/as-modelled"
            ),
        ] as [([(String, String)], [(String, String)], String)])
    func requestsWithoutCredentials(
        fields: [(String, String)], answerFields: [(String, String)], code: String
    ) throws {
        let isPreflight = fields.contains { $0.0 == "Access-Control-Request-Method" }
        let explanation = try Self.explain([
            Row(setCookies: ["customtoken=x; Path=/"]), Row(cookie: "customtoken=x"),
            Row(
                url: "https://app.test/api", isDocument: false, fields: fields, answerFields: answerFields,
                method: isPreflight ? "OPTIONS" : "GET"),
        ])
        #expect(explanation.cause.code.rawValue == code, "\(CaptureText.lines(for: explanation))")
    }

    @Test func aScriptsCookieInTheMiddleIsNoDifference() throws {
        let explanation = try Self.explain([
            Row(setCookies: ["customtoken=x"]),
            Row(url: "https://app.test/a", cookie: "customtoken=x; seen=1", isDocument: false),
        ])
        #expect(explanation.differences.isEmpty)
        #expect(explanation.findings.map(\.message).contains { $0.contains("set seen; the store before, or a script") })
    }

    /// A redirect that is answered within the millisecond in which it is asked.
    @Test func whatFollowsFromAnAnswerComesAfterIt() throws {
        let har = """
            {"log":{"entries":[
            {"startedDateTime":"2026-11-22T09:00:00.000Z","time":0,"request":{"url":"https://app.test/x","headers":[{"name":"Sec-Fetch-Dest","value":"document"}]},
             "response":{"status":302,"headers":[{"name":"Location","value":"/"},{"name":"Set-Cookie","value":"customtoken=x; Path=/"}]}},
            {"startedDateTime":"2026-11-22T09:00:00.000Z","time":0,"request":{"url":"https://app.test/","headers":[{"name":"Sec-Fetch-Dest","value":"document"},{"name":"Cookie","value":"customtoken=x"}]},
             "response":{"status":200}}]}}
            """
        let explanation = CaptureExplanation(
            try HARReader.read(Array(har.utf8)), profile: .ios18, cookieName: "customtoken",
            masking: Masking(.fingerprints))
        #expect(explanation.cause.code.rawValue == "har/as-modelled")
    }

    /// Frames, redirects between sites, and cookies of each kind: the model sends what Chromium sent.
    @Test func aRealRecordingIsAsItsEnginesProfileHasIt() throws {
        let file = Checkout.root.appendingPathComponent(
            "Tests/CapturesTests/Fixtures/playwright-1.65-third-parties.har")
        let capture = try HARReader.read(Array(try Data(contentsOf: file)))
        func differences(_ profile: CookieProfile) -> Int {
            CaptureExplanation(capture, profile: profile, cookieName: "lax", masking: Masking(.fingerprints))
                .differences.count
        }
        #expect(capture.exchanges.count == 14)
        #expect(differences(.chromium) == 0)
        #expect(differences(.ios18) > 0)
    }

    @Test func aCookieThatAnotherHostSetIsFromElsewhere() throws {
        let explanation = try Self.explain([
            Row(url: "https://api.test/", setCookies: ["customtoken=x; Path=/"]), Row(),
            Row(cookie: "customtoken=x", isDocument: false),
        ])
        #expect(explanation.differences.isEmpty)
        #expect(explanation.findings.map(\.code.rawValue) == ["har/cookie-from-elsewhere"])
    }

    @Test func theProfileDecides() throws {
        // Chromium treats a cookie without SameSite as Lax; a page of another site's fetches without it.
        let rows = [
            Row(url: "https://api.test/", setCookies: ["customtoken=x"]), Row(url: "https://app.test/"),
            Row(url: "https://api.test/me", isDocument: false),
        ]
        #expect(try Self.explain(rows, profile: .chromium).cause.code.rawValue == "send/same-site-default")
    }

    @Test func noSecretIsInWhatIsTold() throws {
        let token = Self.customToken()
        let explanation = try Self.explain([
            Row(setCookies: ["customtoken=\(token)", "sid=hunter2hunter2"]), Row(cookie: "customtoken=\(token)"),
            Row(cookie: "sid=other-secret-value", bearer: Self.idToken),
        ])
        let told = CaptureText.lines(for: explanation).joined() + explanation.json.text()
        for secret in [token, Self.idToken, "hunter2hunter2", "other-secret-value"] { #expect(!told.contains(secret)) }
        #expect(told.contains("custom token uid=u1"))
    }
}
