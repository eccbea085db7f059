import BridgePrimitives
import BridgeTrace
import Diagnosis
import Testing

/// Why a page in a real engine did not end signed in: known from outside alone.
@Suite("The root cause of a page in an engine", .timeLimit(.minutes(5)))
struct EngineDiagnosisTests {
    static let masking = Masking(.fingerprints)
    static let page = masking.url("https://app.test/")

    static func codes(_ texts: [String]) -> [ReasonCode] { texts.map { ReasonCode(unchecked: $0) } }

    static func write(
        via source: CookieWriteEvent.Source = .native, outcome: CookieWriteEvent.Outcome = .stored,
        attributes: String = "Path=/",
        _ reasons: String...
    ) -> Event {
        (
            .app,
            .cookieWrite(
                CookieWriteEvent(
                    store: "web view", source: source, host: "app.test", name: "customtoken",
                    value: masking.secret("T"), attributes: attributes, outcome: outcome, reasons: codes(reasons)))
        )
    }

    static func look(_ visible: String?, hidden: String...) -> Event {
        func mention(_ value: String, _ reasons: [String]) -> CookieMention {
            CookieMention(name: "customtoken", value: masking.secret(value), reasons: codes(reasons))
        }
        return (
            .page,
            .cookieRead(
                CookieReadEvent(
                    store: "web view", url: page, visible: visible.map { [mention($0, [])] } ?? [],
                    hidden: hidden.isEmpty ? [] : [mention("T", hidden)]))
        )
    }

    static func ended(at path: String = "/", _ reasons: String...) -> Event {
        (
            .page,
            .routing(RoutingEvent(.ended, path: masking.url(path), detail: masking.text(""), reasons: codes(reasons)))
        )
    }

    static func signIn(_ reasons: String...) -> Event {
        let detail = masking.text("accounts:signInWithCustomToken")
        return (.page, .routing(RoutingEvent(.signIn, path: page, detail: detail, reasons: codes(reasons))))
    }

    static let request: Event = (
        .webView, .request(RequestEvent(hop: 1, method: "GET", url: page, store: "web view"))
    )
    static func sending(_ name: String) -> Event {
        let mention = CookieMention(name: name, domain: "app.test", path: "/", value: masking.secret("T"))
        return (
            .webView,
            .request(RequestEvent(hop: 3, method: "GET", url: page, store: "web view", sent: [mention]))
        )
    }
    static func script(_ status: Int) -> Event {
        (
            .page,
            .proxied(
                ProxiedEvent(
                    .passed, method: "GET", url: masking.url("https://app.test/assets/main.js?v=1"), status: status,
                    elapsed: .zero))
        )
    }
    static func answer(_ url: String, method: String = "GET", _ reason: String) -> [Event] {
        [
            (.page, .request(RequestEvent(hop: 4, method: method, url: masking.url(url), store: "web view"))),
            (.page, .response(ResponseEvent(hop: 4, status: 200, elapsed: .zero, reasons: codes([reason])))),
        ]
    }
    static func signInAnswered(_ status: Int?, hop: Int = 5) -> [Event] {
        let url = masking.url("https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken")
        return [
            (.page, .request(RequestEvent(hop: hop, method: "POST", url: url, store: "web view"))),
            (.page, .response(ResponseEvent(hop: hop, status: status, elapsed: .zero))),
        ]
    }
    static let scriptBehindSignIn: [Event] =
        [
            (
                .page,
                .request(
                    RequestEvent(hop: 6, method: "GET", url: masking.url("https://app.test/main.js"), store: "web view")
                )
            ),
            (.page, .response(ResponseEvent(hop: 6, status: 302, location: masking.url("/login"), elapsed: .zero))),
        ] + answer("https://app.test/login", "engine/script-is-html")
    static let html = answer("https://app.test/main.js", "engine/script-is-html")
    static func thrown(_ text: String) -> Event {
        (.page, .pageError(PageErrorEvent(.uncaught, message: masking.text(text), reasons: codes(["page/threw"]))))
    }
    static func printed(_ text: String) -> Event {
        (.page, .message(MessageEvent(handler: "console.error", body: masking.text(text))))
    }
    static func lostScript(_ url: String, _ reason: String = "page/script-not-run") -> Event {
        (.page, .scriptSkipped(SkippedScriptEvent(url: masking.url(url), reasons: codes([reason]))))
    }
    static func unanswered(_ url: String, _ reasons: String...) -> Event {
        (
            .page,
            .requestFailed(
                FailedRequestEvent(
                    method: "GET", url: masking.url(url), words: masking.text("refused"), reasons: codes(reasons)))
        )
    }
    static let notLoaded: Event = (
        .webView, .navigation(NavigationEvent(.didFail, url: page, reasons: codes(["engine/load-failed"])))
    )
    static let leftSignIn: Event = (
        .page,
        .requestFailed(
            FailedRequestEvent(
                method: "POST",
                url: masking.url("https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken"),
                words: masking.text("cancelled"), reasons: codes(["request/left"])))
    )
    static let asking: Event = (
        .webView,
        .request(
            RequestEvent(
                hop: 3, method: "GET", url: page, store: "web view",
                fields: [masking.field("Authorization", "Bearer ID")]))
    )
    static let superseded: Event = (
        .webView, .navigation(NavigationEvent(.didFail, url: page, reasons: codes(["navigation/superseded"])))
    )
    static func navigation(_ phase: NavigationEvent.Phase) -> Event {
        (.webView, .navigation(NavigationEvent(phase, url: page)))
    }
    static let handshakeEnded = unanswered(
        "identitytoolkit.googleapis.com:443", "request/tls", "proxy/not-trusted")
    static let round = [sending("other"), redirect("/")]
    static func redirect(_ location: String) -> Event {
        (
            .webView,
            .response(ResponseEvent(hop: 3, status: 302, location: masking.url(location), elapsed: .zero))
        )
    }
    static func kept(_ reason: String) -> Event {
        let mention = CookieMention(
            name: "customtoken", domain: "app.test", path: "/auth", value: masking.secret("T"), reasons: codes([reason])
        )
        return (
            .webView,
            .request(RequestEvent(hop: 2, method: "GET", url: page, store: "web view", withheld: [mention]))
        )
    }

    static let exception = thrown("TypeError: x")
    static func violation(_ directive: String, _ blocked: String) -> Event {
        (
            .page,
            .policyViolation(
                PolicyViolationEvent(
                    directive: directive, blocked: masking.url(blocked), page: page,
                    reasons: codes(["page/blocked-by-policy"])))
        )
    }
    static let lost = unanswered("https://api.test/")
    static let failedFetch = thrown("TypeError: Failed to fetch")
    static let policy = violation("connect-src", "https://identitytoolkit.googleapis.com")
    static let pictures = violation("img-src", "https://a.test/")
    static let brokenScript: Event = (
        .webView,
        .script(
            ScriptEvent(
                origin: .documentStart, url: page, exception: masking.text("no end"), reasons: codes(["script/threw"])))
    )
    static let refused = refusal(of: "T", "token/bad-signature")
    static let refusedOther = refusal(of: "5", "token/malformed")
    static func refusal(of token: String, _ reason: String) -> Event {
        (
            .auth,
            .token(
                TokenEvent(.refused, .customToken, token: masking.secret(token), uid: nil, reasons: codes([reason])))
        )
    }
    static let failed: Event = (
        .webView, .navigation(NavigationEvent(.didFail, url: page, reasons: codes(["http/could-not-connect"])))
    )

    typealias Event = (TraceActor, TraceEvent.Kind)

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let before: [Event]
        let page: [Event]
        let expected: Verdict?
        let code: String

        init(_ name: String, before: [Event] = [], _ page: [Event], expected: Verdict? = .signedIn, _ code: String) {
            (testDescription, self.before, self.page, self.expected, self.code) = (name, before, page, expected, code)
        }
    }

    @Test(arguments: rows)
    func theFirstThingOnTheWayIsTheCause(row: Row) throws {
        let cause = try Self.cause(of: row)
        #expect(cause.code.rawValue == row.code, "\(cause.message)")
    }

    @Test func aServerThatSetNoCookieIsToldFromAnAppThatNeverAsked() throws {
        let row = Row(
            "no cookie for the app's header", [Self.asking, Self.look(nil), Self.ended("page/no-sign-in")],
            "handoff/no-token-in-answer")
        let cause = try Self.cause(of: row)
        #expect(cause.code.rawValue == row.code, "\(cause.message)")
        #expect(cause.message.contains("set no cookie called customtoken"))
    }

    /// Columns: what comes after a redirect and before the load that fails, and whether the redirect is why it was there.
    @Test(arguments: [("nothing", [], true), ("a page", [navigation(.didCommit)], false)] as [(String, [Event], Bool)])
    func aLoadThatFailsBehindARedirectSaysWhoSentItThere(name: String, between: [Event], isTold: Bool) throws {
        let row = Row(
            name, before: [Self.write()],
            [Self.sending("customtoken"), Self.redirect("https://app.test/x")] + between
                + [Self.notLoaded, Self.ended("engine/load-failed", "page/no-sign-in")], "engine/load-failed")
        let cause = try Self.cause(of: row)
        #expect(cause.code.rawValue == row.code)
        let words = "did not load. https://app.test/ redirected there."
        #expect(cause.message.contains(words) == isTold, "\(cause.message)")
    }

    @Test func anErrorPageIsToldWithItsStatus() throws {
        let answered: Event = (.webView, .response(ResponseEvent(hop: 1, status: 503, elapsed: .zero)))
        let row = Row("a page", before: [Self.write()], [Self.request, answered, Self.ended("page/error-status")], "")
        let cause = try Self.cause(of: row)
        #expect(cause.code.rawValue == "page/error-status")
        #expect(cause.message.hasPrefix("The page's server answered https://app.test/ with 503"), "\(cause.message)")
    }

    /// Columns: what the message and the fix say.
    @Test(arguments: [
        (
            rows.first { $0.code == "engine/script-is-html" },
            "its script https://app.test/main.js, and its server redirected"
        ),
        (rows.first { $0.testDescription == "a page that loads itself" }, "loads itself again and again"),
    ])
    func whatIsBehindARedirectOrALoopIsNamed(row: Row?, words: String) throws {
        let cause = try Self.cause(of: try #require(row))
        #expect(cause.message.contains(words), "\(cause.message)")
    }

    @Test func anotherValueThanTheCookiesIsToldAsOne() throws {
        let row = Row(
            "another value", before: [Self.write()],
            [Self.request, Self.look("T"), Self.signIn(), Self.refusedOther, Self.ended("page/no-sign-in")],
            "token/malformed")
        #expect(try Self.cause(of: row).message.contains("it is not the cookie's whole value"))
    }

    @Test func aRefusalAfterTheSignInIsToldAsOne() throws {
        let signedIn: Event = (.auth, .account(AccountEvent(.signedIn, uid: "u1", provider: "custom")))
        let refused: Event = (
            .auth, .account(AccountEvent(.refused, uid: nil, reasons: Self.codes(["auth/missing-id-token"])))
        )
        let row = Row(
            "a look-up that is refused", before: [Self.write()],
            [Self.request, Self.look("T"), Self.signIn(), signedIn, refused, Self.ended("page/no-proof")],
            "auth/missing-id-token")
        let cause = try Self.cause(of: row)
        #expect(cause.code.rawValue == row.code)
        #expect(cause.message.hasPrefix("The page had signed in with customtoken"), "\(cause.message)")
    }

    @Test func aRefusedMemberIsNamed() throws {
        let refused: Event = (
            .auth,
            .account(
                AccountEvent(
                    .refused, uid: nil, reasons: Self.codes(["auth/invalid-argument"]),
                    detail: Self.masking.text("/token must be string")))
        )
        let row = Row(
            "a member of the wrong type", before: [Self.write()],
            [Self.request, Self.look("T"), Self.signIn(), refused, Self.ended("page/no-sign-in")],
            "auth/invalid-argument")
        let cause = try Self.cause(of: row)
        #expect(cause.code.rawValue == row.code)
        #expect(cause.message.hasSuffix("The auth service says: /token must be string."), "\(cause.message)")
    }

    private static func cause(of row: Row) throws -> RootCause {
        let trace = TraceLog(clock: .frozen(at: .init(millisecondsSinceEpoch: 0)), masking: masking)
        for (actor, kind) in row.before { trace.record(kind, by: actor) }
        let mark = trace.mark
        for (actor, kind) in row.page { trace.record(kind, by: actor) }
        let diagnosis = HandoffDiagnosis(
            cookieName: "customtoken", appHost: "app.test", nativeUserID: "u1", pageStart: mark)
        return try #require(diagnosis.rootCause(of: .ending(.signedOut, expected: row.expected), in: trace.events))
    }
}
