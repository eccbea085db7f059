import BridgePrimitives
import BridgeTrace
import Scenarios
import Testing

/// The lists under `expect`: what holds, what does not and how that is told, and what is misspelt.
@Suite("Conditions", .timeLimit(.minutes(5)))
struct ConditionTests {
    private static let now = Instant(secondsSinceEpoch: 1_800_000_000)

    private static func events() -> [TraceEvent] {
        let log = TraceLog(clock: .frozen(at: now), masking: Masking(.fingerprints))
        func request(
            _ hop: Int, _ method: String, _ path: String, by actor: TraceActor, cookies: [String], status: Int?
        ) {
            log.record(
                .request(
                    RequestEvent(
                        hop: hop, method: method, url: log.masking.url("https://app.localhost:443\(path)"), store: "s",
                        sent: cookies.map { CookieMention(name: $0, value: log.masking.secret("abcdefgh")) },
                        fields: [
                            log.masking.field("Authorization", "Bearer 0123456789abcdef"),
                            log.masking.field("Accept", "text/html"),
                        ])), by: actor)
            log.record(.response(ResponseEvent(hop: hop, status: status, elapsed: .zero)), by: actor)
        }
        request(1, "POST", "/before", by: .webView, cookies: [], status: 200)
        request(2, "POST", "/", by: .app, cookies: ["own"], status: 401)
        request(3, "GET", "/old?x=1", by: .webView, cookies: ["lang"], status: 302)
        request(4, "GET", "/", by: .webView, cookies: ["lang", "customtoken"], status: 200)
        request(5, "GET", "/routes.json", by: .page, cookies: [], status: nil)
        log.record(.message(MessageEvent(handler: "console.log", body: log.masking.text("the app is up"))), by: .page)
        log.record(.message(MessageEvent(handler: "session", body: log.masking.text("not the console"))), by: .page)
        return log.events
    }

    private static func cookie(
        _ name: String, _ store: CookieCondition.Store, value: String = "abcdefgh", path: String = "/",
        expiry: Instant? = nil
    ) -> ObservedCookie {
        ObservedCookie(
            store: store, name: name, value: Secret(value), domain: "app.localhost", path: path, isHostOnly: true,
            isSecure: true, isHTTPOnly: false, sameSite: .lax, expiry: expiry)
    }

    private static func observation() -> Observation {
        let events = events()
        var observation = Observation(
            verdict: .signedIn, route: "main", path: "/", webUserID: "u1", nativeUserID: "u1", verdictReasons: [],
            events: events, findings: [], firstRequestCookies: ["lang"], sentCookies: ["lang", "customtoken"],
            storedCookies: ["lang"], visibleCookies: ["lang"])
        observation.pageStart = 4
        observation.cookies = [
            cookie("lang", .webView, value: "ja", expiry: now + .seconds(3590)), cookie("own", .native),
            // Two with one name: the one that is nearest counts.
            cookie("twice", .webView, path: "/a"), cookie("twice", .webView, path: "/b"),
        ]
        observation.tokens = [
            ObservedToken(
                .custom,
                claims: JSONObject([("uid", "u1"), ("iat", .integer(1_799_999_400)), ("claims", ["role": "admin"])])),
            ObservedToken(
                .id,
                claims: JSONObject([
                    ("iss", "https://issuer"), ("role", "user"), ("firebase", ["sign_in_provider": "password"]),
                ])),
        ]
        observation.authCalls = [
            ObservedAuthCall(endpoint: "accounts:signInWithPassword", isRefused: false),
            ObservedAuthCall(
                endpoint: "accounts:signInWithCustomToken", isRefused: true,
                reason: ReasonCode(unchecked: "token/expired")),
        ]
        observation.stepTimes = [
            StepTime(step: "open", elapsed: .seconds(9)), StepTime(step: "open", elapsed: .seconds(2)),
        ]
        (observation.worldTime, observation.realTime, observation.now) = (.seconds(60), .seconds(10), now)
        return observation
    }

    private func mismatches(_ expect: String) throws -> [String] {
        let text = "name: n\nsteps: [sign-in]\nexpect: { \(expect) }\n"
        let scenario = try #require(try readScenarios(text).first)
        return scenario.expectation.mismatches(with: Self.observation(), failure: nil).map(\.description)
    }

    @Test(arguments: [
        "cookies: { name: lang, store: web-view, secure: true, host-only: true, http-only: false, same-site: lax }",
        "cookies: { name: lang, domain: .App.localhost, path: /, value: ja, value-matches: ^j, size: { at-most: 6 } }",
        "cookies: { name: lang, expires: 1h, sent: true, visible-to-script: true, stored: true }",  // 10 s have passed
        "cookies: [{ name: own, store: native, sent: true, expires: session }, { name: own, stored: false }]",
        "cookies: { name: twice, path: /b }",
        "requests: { path: /old, number: 1, with: lang, without: [customtoken], status: 302, method: get }",
        "requests: { last: true, path: /, with: [lang, customtoken] }",
        "requests: [{ count: 2 }, { by: app, count: 1, with: own, status: 401 }, { by: page, path: /routes.json }]",
        "requests: { headers: { authorization: Bearer 0123456789abcdef, Accept: text/html }, without-headers: cookie }",
        "requests: { path: /before, count: 0 }",  // before the page
        "tokens: [{ kind: custom, claims: { role: admin }, age: { at-least: 10m, at-most: 10m } }]",
        "tokens: { kind: id, issuer: https://issuer, provider: password, claims: { role: user } }",
        "console: { contains: app is, without: [not the console] }",
        "took: [{ at-most: 1m, at-least: 1m }, { step: open, at-most: 2s }]",  // the last step of the name
        "auth-calls: [{ count: 2 }, { endpoint: signInWithCustomToken, refused: true, reason: token/expired }]",
        "auth-calls: { endpoint: accounts:signInWithPassword, refused: true, count: 0 }",
    ])
    func holds(expect: String) throws { #expect(try mismatches(expect) == []) }

    @Test(arguments: [
        ("cookies: { name: nobody, secure: true }", "expected cookie nobody in the web view's store; it was not"),
        ("cookies: { name: lang, store: native }", nil),  // only attributes and flags are looked at
        (
            "cookies: { name: lang, store: native, stored: true }",
            "expected cookie lang in the app's own storage; it was not"
        ),
        ("cookies: { name: lang, stored: false }", "expected cookie lang not in the web view's store; it was"),
        ("cookies: { name: lang, secure: false }", "expected cookie lang not secure; it is secure"),
        ("cookies: { name: lang, http-only: true }", "expected cookie lang http-only; it is not http-only"),
        ("cookies: { name: lang, same-site: strict }", "expected cookie lang with same-site strict; it is lax"),
        ("cookies: { name: lang, domain: b.test }", "expected cookie lang for the domain b.test; it is app.localhost"),
        ("cookies: { name: lang, path: /b }", "expected cookie lang with the path /b; it is /"),
        ("cookies: { name: lang, expires: session }", "expected cookie lang without an expiry; it expires in 3590s"),
        ("cookies: { name: lang, expires: 30m }", "expected cookie lang that expires in 30m; it expires in 3590s"),
        (
            "cookies: { name: own, store: native, expires: 1h }",
            "expected cookie own that expires in 1h; it ends with the process"
        ),
        ("cookies: { name: lang, size: { at-least: 7 } }", "expected cookie lang of at least 7 bytes; it has 6 bytes"),
        (
            "requests: { path: /, status: 404 }",
            "expected request 1 of the web view for / answered with 404; it was answered with 200"
        ),
        ("requests: { by: page, status: 200 }", "expected request 1 of the page answered with 200; it had no answer"),
        ("requests: { number: 3 }", "expected request 3 of the web view; there were 2"),
        ("requests: { path: /no }", "expected request 1 of the web view for /no; there was none, but for /old, /"),
        ("requests: { method: PUT, count: 1 }", "expected 1 of the requests of the web view for PUT; there were 0"),
        (
            "requests: { path: /old, with: customtoken }",
            "expected request 1 of the web view for /old with the cookie customtoken; it had lang"
        ),
        (
            "requests: { last: true, without: lang }",
            "expected the last request of the web view without the cookie lang; it had lang, customtoken"
        ),
        (
            "requests: { headers: { accept: a/b } }",
            "expected request 1 of the web view with accept: a/b; it had text/html"
        ),
        (
            "requests: { with-headers: [cookie] }",
            "expected request 1 of the web view with a header cookie; it had none"
        ),
        (
            "requests: { without-headers: accept }",
            "expected request 1 of the web view without a header accept; it had text/html"
        ),
        ("tokens: { kind: page-id }", "expected the page's ID token; there is none"),
        (
            "tokens: { kind: id, claims: { role: admin } }",
            "expected the app's ID token with the claim role \"admin\"; it has \"user\""
        ),
        (
            "tokens: { kind: id, claims: { none: [1] } }",
            "expected the app's ID token with the claim none [1]; it has none"
        ),
        (
            "tokens: { kind: id, provider: custom }",
            "expected the app's ID token of a sign-in with custom; it has \"password\""
        ),
        ("tokens: { kind: custom, age: { at-most: 5m } }", "expected the custom token at most 5m old; it is 10m old"),
        (
            "console: { contains: [down] }",
            "expected a line of the page's console with \"down\"; it has 1, the last of them \"the app is up\""
        ),
        ("console: { without: up }", "expected no line of the page's console with \"up\"; there is \"the app is up\""),
        ("took: { at-most: 59s }", "expected all of it to take at most 59s; it took 1m"),
        ("took: { step: open, at-least: 5s }", "expected step open to take at least 5s; it took 2s"),
        ("took: { step: reload, at-most: 5s }", "expected step reload to take at most 5s; no such step was taken"),
        ("auth-calls: { endpoint: token }", "expected a call of token in the auth service; there was none"),
        (
            "auth-calls: { endpoint: signInWithCustomToken, refused: false }",
            "expected a call of signInWithCustomToken that was done in the auth service; of 1, 1 refused (token/expired)"
        ),
        ("auth-calls: { count: 3 }", "expected 3 calls in the auth service; there were 2 (token/expired)"),
    ])
    func isToldWhereItDoesNotHold(expect: String, told: String?) throws {
        #expect(try mismatches(expect) == [told].compactMap(\.self))
    }

    @Test(arguments: ["value: wrong-value-of-it", "value-matches: ^wrong"])
    func aValueIsNotShown(condition: String) throws {
        let told = try mismatches("cookies: { name: own, store: native, \(condition) }")
        #expect(told.count == 1)
        #expect(!told.joined().contains("abcdefgh"))
        #expect(!told.joined().contains("wrong-value-of-it"))
    }

    @Test(arguments: [
        ("cookies: { store: native }", "which cookie?"),
        ("cookies: { name: a, sercure: true }", "cookies has no \"sercure\""),
        ("cookies: { name: a, store: safari }", "\"safari\" is not known here"),
        ("cookies: { name: a, value-matches: \"(\" }", "\"(\" is no regular expression"),
        ("cookies: { name: a, stored: false, secure: true }", "a cookie that is not stored has no attributes"),
        ("cookies: { name: a, store: native, visible-to-script: true }", "no script sees the app's own storage"),
        ("cookies: { name: a, expires: soon }", "\"soon\" is not a duration"),
        ("cookies: { name: a, size: {} }", "which bound?"),
        ("requests: { nummer: 1 }", "requests has no \"nummer\""),
        ("requests: { number: 0 }", "a number from 1 to 1000 was expected here"),
        ("requests: { number: 2, last: true }", "one of `number` and `last` is enough"),
        ("requests: { status: 99 }", "a number from 100 to 599 was expected here"),
        ("tokens: { claims: { a: 1 } }", "which token?"),
        ("tokens: { kind: session }", "\"session\" is not known here"),
        ("tokens: { kind: custom, provider: password }", "a custom token is of no sign-in"),
        ("tokens: { kind: id, claims: admin }", "claims are `name: value` pairs"),
        ("console: {}", "which lines?"),
        ("took: { step: open }", "which bound?"),
        ("took: { at-most: 5 }", "\"5\" is not a duration"),
        ("took: { step: opne, at-most: 5s }", "no step is called \"opne\""),
        ("auth-calls: { endpiont: token }", "auth-calls has no \"endpiont\""),
        ("auth-calls: { refused: false, reason: token/expired }", "what was not refused has no reason"),
        ("auth-calls: { reason: token/exipred }", "no reason is called \"token/exipred\""),
    ])
    func isRefusedWhereItStands(expect: String, message: String) throws {
        let problems = #expect(throws: ScenarioProblems.self) { try mismatches(expect) }
        #expect(problems?.problems.map(\.message) == [message])
    }
}
