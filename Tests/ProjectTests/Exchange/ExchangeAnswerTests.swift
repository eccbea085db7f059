import BridgePrimitives
import HTTPLoader
import Project
import Testing

@Suite("What an answer to an exchange means", .timeLimit(.minutes(5)))
struct ExchangeAnswerTests {
    /// Unsigned: answers are read, not verified.
    private static func token(_ claims: JSONValue) -> String {
        let header = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
        return "\(header).\(Base64URL.encode(claims.bytes()))."
    }

    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    private static func custom(_ project: String = "shop", uid: String = "u1") -> String {
        token([
            "aud": .string(audience), "iss": .string("firebase-adminsdk@\(project).iam.gserviceaccount.com"),
            "uid": .string(uid),
        ])
    }
    /// Of an Admin SDK under the emulator's variable, which says no project.
    private static let emulators = token(["aud": .string(audience), "iss": "firebase-auth-emulator@example.com"])
    private static let idToken = token(["aud": "shop", "iss": "https://securetoken.google.com/shop", "sub": "u1"])
    private static let page = "<!DOCTYPE html><title>Sign\n in</title>"

    private static func outcome(
        _ status: Int = 200, _ body: String = "", headers: HTTPHeaders = [:], at place: TokenPlace
    ) throws -> ExchangeOutcome {
        let request = HTTPRequest(method: "POST", url: try WebURL("http://b.test/auth/exchange"))
        let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        return ExchangeAnswer(response, to: request).outcome(at: place, projectID: "shop")
    }

    // MARK: - Where it is

    @Test(
        arguments: [
            (TokenPlace.json("token"), ##"{"token":"TOKEN"}"##, HTTPHeaders()),
            (.json("data.tokens.1"), ##"{"data":{"tokens":["x","TOKEN"]}}"##, [:]),
            (.json("0.t"), ##"[{"t":"TOKEN"}]"##, [:]),
            (.cookie("fb_token"), "", ["Set-Cookie": "other=1", "set-cookie": "fb_token = TOKEN; Path=/; HttpOnly"]),
            // The old cookie is deleted in the same answer.
            (.cookie("fb_token"), "", ["Set-Cookie": "fb_token=; Max-Age=0", "set-cookie": "fb_token=TOKEN"]),
            // The same token in two places is one token.
            (.json("token"), ##"{"token":"TOKEN"}"##, ["Set-Cookie": "fb_token=TOKEN"]),
            // A page comes with the cookie: what is asked for is there.
            (.cookie("fb_token"), page, ["Set-Cookie": "fb_token=TOKEN", "Content-Type": "text/html"]),
            (.header("x-token"), "", ["X-Token": "TOKEN"]),
            (.header("Authorization"), "", ["authorization": "bearer TOKEN"]),
        ] as [(TokenPlace, String, HTTPHeaders)])
    func itIsFoundWhereItIs(place: TokenPlace, body: String, headers: HTTPHeaders) throws {
        for token in [Self.custom(), Self.emulators] {
            let fields = HTTPHeaders(headers.map { ($0.name, $0.text.replacing("TOKEN", with: token)) })
            let outcome = try Self.outcome(200, body.replacing("TOKEN", with: token), headers: fields, at: place)
            #expect(outcome == .token(token))
        }
    }

    @Test(arguments: [
        (TokenPlace.query("t"), "/app?a=1&t=TOKEN#x"), (.fragment("t"), "https://app.test/#t=TOKEN"),
        (.cookie("fb_token"), "/app"),
    ])
    func aRedirectMayBringIt(place: TokenPlace, location: String) throws {
        let token = Self.custom()
        let headers: HTTPHeaders = [
            "Location": location.replacing("TOKEN", with: token), "Set-Cookie": "fb_token=\(token)",
        ]
        #expect(try Self.outcome(302, headers: headers, at: place) == .token(token))
    }

    /// Columns: the answer's body and what it sets, and what is said beside that there is no token.
    @Test(
        arguments: [
            (#"{"error":"unknown client"}"#, "a=1", "no cookie called t, only a; it says: unknown client"),
            // Values may be secrets.
            (#"{"session":"S3CRET","ok":true}"#, "", "no cookie called t; its JSON has session, ok"),
            ("", "", "no cookie called t"), ("", "t=x; t=", "t"),
        ])
    func whatAnAnswerWithoutItsCookieSays(body: String, setCookie: String, said: String) throws {
        let headers: HTTPHeaders = setCookie.isEmpty ? [:] : ["Set-Cookie": setCookie, "set-cookie": ""]
        guard case .refused(_, let message) = try Self.outcome(200, body, headers: headers, at: .cookie("t")) else {
            return
        }
        #expect(message.hasSuffix(said))
        #expect(!message.contains("S3CRET"))
    }

    @Test func aCookieThatIsSetAndEmptiedAgainIsTold() throws {
        let headers: HTTPHeaders = ["Set-Cookie": "t=\(Self.custom())", "set-cookie": "t=; Max-Age=0"]
        let outcome = try Self.outcome(200, headers: headers, at: .cookie("t"))
        #expect(
            outcome
                == .refused(
                    [.emptyToken], message: "the answer sets the cookie t, and a later Set-Cookie empties it again"))
    }

    /// What is no JWT is the auth service's to judge.
    @Test func aTokenOfAnotherKindIsHandedOn() throws {
        #expect(try Self.outcome(200, #"{"t":"opaque"}"#, at: .json("t")) == .token("opaque"))
    }

    // MARK: - Why it is not there

    @Test(arguments: [
        ("[object Promise]", "a promise"), ("%5Bobject%20Promise%5D", "a promise"), ("undefined", "nothing"),
        ("None", "nothing"), ("[object Object]", "an object"), ("b'eyJhbGciOi'", "Python's b'…'"),
        ("%22b%27eyJh%27%22", "Python's b'…'"), ("<coroutine object create at 0x7f>", "a promise"),
    ])
    func whatALanguagePrintsIsNoToken(text: String, words: String) throws {
        let outcome = try Self.outcome(headers: ["Set-Cookie": "t=\(text)"], at: .cookie("t"))
        guard case .refused([.printedValue], let message) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(message.contains(words))
    }

    @Test(arguments: ["\\n", "\\r\\n", "\\t"])
    func aLineBreakIsNoPartOfAToken(end: String) throws {
        let outcome = try Self.outcome(200, #"{"t":"\#(Self.custom())\#(end)"}"#, at: .json("t"))
        let message = "t of the JSON answer has a token with a line break or another control character"
        #expect(outcome == .refused([.controlCharacter], message: message))
    }

    @Test func aPromiseInJSONIsAnEmptyObject() throws {
        let outcome = try Self.outcome(200, #"{"t":{}}"#, at: .json("t"))
        guard case .refused([.printedValue], let message) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(message.hasSuffix("was not awaited"))
    }

    @Test(
        arguments: [
            (500, "text/plain", "boom\nmore", [ExchangeReason.serverError], "the backend answered 500: boom"),
            (
                503, "text/html", page, [.serverError, .html],
                "the backend answered 503: an HTML page, \"Sign in\""
            ),
            (
                404, "application/json", #"{"detail":"Not Found"}"#, [.noEndpoint],
                "the backend has nothing at POST /auth/exchange (404): Not Found"
            ),
            (405, "", "", [.noEndpoint], "the backend has nothing at POST /auth/exchange (405)"),
            (
                401, "application/json", #"{"error":{"message":"bad aud"}}"#, [.notAccepted],
                "the backend did not accept the request with the ID token (401)"
            ),
            (
                403, "application/json", #"{"error":"no"}"#, [.notAccepted],
                "the backend did not accept the request with the ID token (403): no"
            ),
            (
                400, "application/json", #"{"message":"id_token is missing"}"#, [.refused],
                "the backend answered 400: id_token is missing"
            ),
            (
                403, "text/html", "<title>403 Forbidden</title><p>CSRF verification failed. Request aborted.",
                [.formProtection, .html],
                "the backend's CSRF check refused the exchange (403): an HTML page, \"403 Forbidden\""
            ),
            (
                419, "application/json", #"{"message":"Page Expired"}"#, [.formProtection],
                "the backend's CSRF check refused the exchange (419): Page Expired"
            ),
            (
                400, "application/json", #"{"message":"Invalid CSRF token"}"#, [.formProtection],
                "the backend's CSRF check refused the exchange (400): Invalid CSRF token"
            ),
            (
                200, "application/json", #"{"error":{"message":"user disabled"}}"#, [.saysError, .noToken],
                "the JSON answer has no data; known are: error; it says: user disabled"
            ),
            (
                200, "application/json", #"{"success":false}"#, [.saysError, .noToken],
                "the JSON answer has no data; known are: success"
            ),
            (
                200, "application/json", #"{"error":null,"success":true}"#, [.noToken],
                "the JSON answer has no data; known are: error, success"
            ),
            (302, "", "", [.redirected, .notJSON], "the backend answered 302, a redirect to /login?next=%2F"),
            (
                200, "text/html; charset=utf-8", page, [.html, .notJSON],
                "the backend answered with an HTML page, \"Sign in\""
            ),
            // No type: the first bytes tell.
            (200, "", " \n<!doctype HTML><p>", [.html, .notJSON], "the backend answered with an HTML page"),
            (200, "text/plain", "ok", [.notJSON], "the answer is no JSON (2 bytes, text/plain)"),
            (204, "", "", [.notJSON], "the answer is no JSON (0 bytes)"),
            (200, "application/json", "{}", [.noToken], "the JSON answer has no data"),
            (
                200, "application/json", #"{"data":{"custom_token":"x"}}"#, [.noToken],
                "data has no customToken; known are: custom_token; did you mean \"custom_token\"?"
            ),
            (
                200, "application/json", #"{"data":{"customToken":""}}"#, [.emptyToken],
                "data.customToken of the JSON answer is empty"
            ),
            (
                200, "application/json", #"{"data":{"customToken":null}}"#, [.emptyToken],
                "data.customToken of the JSON answer is no text"
            ),
            (200, "application/json", #"{"data":[]}"#, [.noToken], "data has no customToken"),
            // A token in an answer that says no is none.
            (
                403, "application/json", #"{"data":{"customToken":"x"}}"#, [.notAccepted],
                "the backend did not accept the request with the ID token (403): its JSON has data"
            ),
            // Nobody's usual names; values may be secrets.
            (
                400, "application/json", #"{"ok":false,"why":"unknown client"}"#, [.refused],
                "the backend answered 400: its JSON has ok, why"
            ),
            (
                403, "text/html", "<title>CSRF verification failed</title>", [.formProtection, .html],
                "the backend's CSRF check refused the exchange (403): an HTML page, \"CSRF verification failed\""
            ),
            (
                200, "application/json", #"{"error":"unknown client"}"#, [.saysError, .noToken],
                "the JSON answer has no data; known are: error; it says: unknown client"
            ),
            (
                200, "application/json", "\u{1F}\u{8B}", [.notJSON],
                "the answer is no JSON (3 bytes, application/json)"
            ),
        ] as [(Int, String, String, [ExchangeReason], String)])
    func eachRefusalHasItsReason(
        status: Int, type: String, body: String, reasons: [ExchangeReason], message: String
    ) throws {
        var headers = type.isEmpty ? HTTPHeaders() : ["Content-Type": type]
        if status == 302 { headers.append("Location", "/login?next=%2F") }
        guard
            case .refused(let given, let said) = try Self.outcome(
                status, body, headers: headers, at: .json("data.customToken"))
        else {
            Issue.record("a token was found")
            return
        }
        #expect(given == reasons)
        // An object under `error` speaks with its message.
        #expect(said == message || status == 401 && said == message + ": bad aud")
    }

    @Test(
        arguments: [
            (
                TokenPlace.cookie("fb_token"), HTTPHeaders(), ExchangeReason.noToken,
                "the answer sets no cookie called fb_token"
            ),
            (
                .cookie("fb_token"), ["Set-Cookie": "customtoken=x"], .noToken,
                "the answer sets no cookie called fb_token, only customtoken"
            ),
            (.cookie("fb_token"), ["Set-Cookie": "fb_token=; Path=/"], .emptyToken, "the cookie fb_token is empty"),
            (
                .cookie("fb_token"), ["Set-Cookie": "fb_token"], .noToken,
                "the answer sets no cookie called fb_token"
            ),
            (.header("X-T"), [:], .noToken, "the answer has no header X-T"),
            (.header("X-T"), ["x-t": ""], .emptyToken, "the header X-T is empty"),
            (.query("t"), [:], .noToken, "the answer redirects nowhere, so there is no URL with t in it"),
            (
                .query("t"), ["Location": "/a#t=1"], .noToken,
                "the answer redirects to http://b.test/a, without t in the query of the redirect's URL"
            ),
            (
                .fragment("t"), ["Location": "/a?t=1#"], .noToken,
                "the answer redirects to http://b.test/a, without t in the fragment of the redirect's URL"
            ),
        ] as [(TokenPlace, HTTPHeaders, ExchangeReason, String)])
    func whatIsMissingIsNamed(place: TokenPlace, headers: HTTPHeaders, reason: ExchangeReason, message: String) throws {
        #expect(try Self.outcome(headers: headers, at: place) == .refused([reason], message: message))
    }

    // MARK: - What is wrong with it

    @Test func aTokenOfAnotherProject() throws {
        let answer = #"{"t":"\#(Self.custom("shop-staging"))"}"#
        #expect(
            try Self.outcome(200, answer, at: .json("t"))
                == .refused(
                    [.otherProject], message: "the custom token is of the project shop-staging, and the page's is shop")
        )
    }

    @Test func anIDTokenCameBack() throws {
        #expect(
            try Self.outcome(200, #"{"t":"\#(Self.idToken)"}"#, at: .json("t"))
                == .refused(
                    [.idTokenCameBack], message: "t of the JSON answer holds an ID token, not a custom token"))
    }

    @Test func twoTokens() throws {
        let (one, two) = (Self.custom(uid: "u1"), Self.custom(uid: "u2"))
        let twice: HTTPHeaders = ["Set-Cookie": "fb=\(one)", "set-cookie": "fb=\(two)"]
        #expect(
            try Self.outcome(headers: twice, at: .cookie("fb"))
                == .refused([.twoTokens], message: "the answer has a token in the cookie fb twice, and they differ"))
        let both = try Self.outcome(
            200, #"{"a":{"t":"\#(one)"}}"#, headers: ["Set-Cookie": "fb=\(two)"], at: .json("a.t"))
        #expect(
            both
                == .refused(
                    [.twoTokens],
                    message: "the answer has a token in a.t of the JSON answer and in the cookie fb, and they differ"))
        // Another cookie that is no custom token is nobody's business.
        let session = try Self.outcome(200, #"{"t":"\#(one)"}"#, headers: ["Set-Cookie": "session=abc"], at: .json("t"))
        #expect(session == .token(one))
    }

    @Test func allThatIsWrongIsSaid() throws {
        let (one, two) = (Self.custom("other"), Self.custom(uid: "u2"))
        guard
            case .refused(let reasons, _) = try Self.outcome(
                200, #"{"t":"\#(one)"}"#, headers: ["Set-Cookie": "fb=\(two)"], at: .json("t"))
        else {
            Issue.record("a token was found")
            return
        }
        #expect(reasons == [.twoTokens, .otherProject])
    }

    // MARK: - Hostile answers

    @Test func whateverComesItEnds() throws {
        var random = SeededBytes(seed: 7)
        let places: [TokenPlace] = [.json("a.0"), .cookie("a"), .header("a"), .query("a"), .fragment("a")]
        for round in 0..<400 {
            let bytes = random.next(count: round)
            let response = HTTPResponse(
                status: 200 + round,
                headers: [
                    "Set-Cookie": String(decoding: bytes, as: UTF8.self),
                    "Location": String(decoding: bytes, as: UTF8.self),
                    "Content-Type": round.isMultiple(of: 2) ? "text/html" : "\u{0}",
                ], body: bytes)
            let request = HTTPRequest(method: "POST", url: try WebURL("http://b.test/"))
            for place in places { _ = ExchangeAnswer(response, to: request).outcome(at: place, projectID: "") }
        }
        let deep = String(repeating: "[", count: 100_000)
        #expect(try Self.outcome(200, deep, at: .json("0")) != .token(""))
    }

    @Test func aLongAnswerIsToldInALine() throws {
        guard
            case .refused(_, let message) = try Self.outcome(500, String(repeating: "x", count: 10_000), at: .json("t"))
        else {
            Issue.record("a token was found")
            return
        }
        #expect(message.count < 300)
    }
}

/// Bytes that look like protocol text as often as not.
private struct SeededBytes {
    var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next(count: Int) -> [UInt8] {
        let words = Array("{}[]\":,a=;<html>token. \r\n\u{e9}".utf8)
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return words[Int(state >> 33) % words.count]
        }
    }
}
