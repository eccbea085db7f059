import BridgePrimitives
import BridgeTrace
import Diagnosis
import Testing

/// What no scenario makes happen, from events made by hand; the rest is in `ScenarioRootCauseTests`.
@Suite("The root cause in a trace", .timeLimit(.minutes(5)))
struct HandoffDiagnosisTests {
    static let masking = Masking(.fingerprints)
    static let page = "https://app.test/"

    static func code(_ text: String) -> ReasonCode { ReasonCode(unchecked: text) }

    static func write(
        _ source: CookieWriteEvent.Source = .native, store: String = "web view", name: String = "customtoken",
        value: String = "T", attributes: String = "Path=/; Secure",
        outcome: CookieWriteEvent.Outcome = .stored, _ reasons: String...
    ) -> TraceEvent.Kind {
        .cookieWrite(
            CookieWriteEvent(
                store: store, source: source, host: "app.test", name: name, value: masking.secret(value),
                attributes: attributes, outcome: outcome, reasons: reasons.map(code)))
    }

    static func mention(
        _ reasons: [String], value: String = "T", writer: CookieMention.Writer = .store
    ) -> CookieMention {
        CookieMention(
            name: "customtoken", domain: "app.test", path: "/api", value: masking.secret(value), writer: writer,
            reasons: reasons.map(code))
    }

    static func request(
        sent: Bool = false, by writer: CookieMention.Writer = .store, withheld: [String] = [], notes: [String] = []
    ) -> TraceEvent.Kind {
        .request(
            RequestEvent(
                hop: 1, method: "GET", url: masking.url(page), store: "web view",
                sent: sent ? [mention([], writer: writer)] : [],
                withheld: withheld.isEmpty ? [] : [mention(withheld)], notes: notes.map(code)))
    }

    static func read(
        visible: Bool = false, value: String = "T", hidden: [String] = []
    ) -> TraceEvent.Kind {
        .cookieRead(
            CookieReadEvent(
                store: "web view", url: masking.url(page), visible: visible ? [mention([], value: value)] : [],
                hidden: hidden.isEmpty ? [] : [mention(hidden)]))
    }

    static func routing(_ step: RoutingEvent.Step, _ reasons: String...) -> TraceEvent.Kind {
        .routing(
            RoutingEvent(step, path: masking.url("/"), detail: masking.url("x"), reasons: reasons.map(code)))
    }

    static func refused(_ reasons: String...) -> TraceEvent.Kind {
        .token(
            TokenEvent(.refused, .customToken, token: masking.secret("T"), uid: nil, reasons: reasons.map(code)))
    }

    static let script = TraceEvent.Kind.script(
        ScriptEvent(origin: .documentStart, url: masking.url(page)))
    static let pageSignIn = TraceEvent.Kind.account(AccountEvent(.signedIn, uid: "u1", provider: "custom"))
    static let minted = TraceEvent.Kind.token(
        TokenEvent(.issued, .customToken, token: masking.secret("T"), uid: "u1"))

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var before: [(TraceActor, TraceEvent.Kind)] = []
        let page: [(TraceActor, TraceEvent.Kind)]
        var verdict = Verdict.signedOut
        let code: String
        /// Where it lies.
        let evidence: Int

        init(
            _ name: String, before: [(TraceActor, TraceEvent.Kind)] = [], _ page: [(TraceActor, TraceEvent.Kind)],
            verdict: Verdict = .signedOut, _ code: String, at evidence: Int
        ) {
            (testDescription, self.before, self.page) = (name, before, page)
            (self.verdict, self.code, self.evidence) = (verdict, code, evidence)
        }
    }

    static let asked: (TraceActor, TraceEvent.Kind) = (.page, routing(.read))
    static let absent: (TraceActor, TraceEvent.Kind) = (.page, routing(.next, "guard/cookie-absent"))
    static let hung: (TraceActor, TraceEvent.Kind) = (
        .page, routing(.ended, "guard/cookie-absent", "guard/never-called-next")
    )
    static let signIn: (TraceActor, TraceEvent.Kind) = (.page, routing(.signIn))
    static let accepted: (TraceActor, TraceEvent.Kind) = (.page, routing(.next, "guard/token-accepted"))

    private func diagnose(_ row: Row, _ shortfall: Shortfall) -> RootCause? {
        let log = TraceLog(clock: .frozen(at: .epoch), masking: Self.masking)
        for (actor, kind) in row.before + row.page { log.record(kind, by: actor) }
        return HandoffDiagnosis(
            cookieName: "customtoken", appHost: "app.test", nativeUserID: "u1", pageStart: row.before.count
        ).rootCause(of: shortfall, in: log.events)
    }

    @Test(arguments: rows)
    func isNamedWithItsEvent(row: Row) throws {
        let cause = try #require(diagnose(row, .ending(row.verdict, expected: nil)))
        #expect(cause.code.rawValue == row.code, "\(cause.message)")
        #expect(cause.evidence == row.evidence, "\(cause.message)")
        #expect(!cause.fix.isEmpty)
    }

    /// The app's own storage still has a cookie of the user before, and the backend goes by that one.
    @Test func anOldCookieThatWins() throws {
        func exchange(_ hop: Int, sent: [CookieMention]) -> TraceEvent.Kind {
            .request(
                RequestEvent(
                    hop: hop, method: "POST", url: Self.masking.url("https://api.test/"), store: "native storage",
                    sent: sent))
        }
        let auth = TraceEvent.Kind.cookieWrite(
            CookieWriteEvent(
                store: "native storage", source: .response, host: "api.test", name: "auth",
                value: Self.masking.secret("A"),
                attributes: "Path=/", outcome: .stored, reasons: [], hop: 1))
        let minted = TraceEvent.Kind.token(
            TokenEvent(.issued, .customToken, token: Self.masking.secret("T"), uid: "u0"))
        let carried = CookieMention(name: "auth", value: Self.masking.secret("A"))
        let row = Row(
            "another user's cookie",
            before: [
                (.app, exchange(1, sent: [])), (.app, auth), (.backend, minted),
                (.app, .account(AccountEvent(.signedOut, uid: "u0"))), (.app, exchange(2, sent: [carried])),
                (.backend, minted),
            ], [(.webView, Self.request()), (.page, .account(AccountEvent(.signedIn, uid: "u0", provider: "custom")))],
            verdict: .otherUser, "handoff/old-cookie-won", at: 4)
        let cause = try #require(diagnose(row, .ending(.otherUser, expected: nil)))
        #expect(cause.code.rawValue == row.code && cause.evidence == row.evidence, "\(cause.message)")
    }

    /// Columns: why the service refuses a token that was just minted, its `exp` in seconds from then, and what is said of it.
    @Test(arguments: [
        ("token/issued-in-future", 10 * 3600, "Its times are 9h ahead, as a time zone is"),
        ("token/issued-in-future", 4_000_000_000_000, "Its times are milliseconds"),
        ("token/issued-in-future", 3600 + 300, "The token was issued later"),
        ("token/bad-signature", 3600, "signed with another key than the service account's"),
    ])
    func aNewTokenIsWrongInItsTimesOrItsKey(reason: String, expiry: Int, words: String) throws {
        let audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
        let claims = #"{"aud":"\#(audience)","uid":"u1","iss":"a","sub":"a","exp":\#(expiry)}"#
        let text = [#"{"alg":"RS256"}"#, claims, "signature"].map { Base64URL.encode(Array($0.utf8)) }
            .joined(separator: ".")
        let token = Self.masking.secret(text)
        let refused = TokenEvent(
            .refused, .customToken, token: token, uid: nil,
            reasons: [Self.code("auth/invalid-custom-token"), Self.code(reason)])
        let row = Row(
            "x", before: [(.backend, .token(TokenEvent(.issued, .customToken, token: token, uid: "u1")))],
            [
                (.webView, Self.request()), Self.asked, (.page, Self.read(visible: true, value: text)), Self.signIn,
                (.auth, .token(refused)),
            ], "", at: 0)
        let cause = try #require(diagnose(row, .ending(row.verdict, expected: nil)))
        #expect(cause.code.rawValue == reason && cause.message.contains(words), "\(cause.message)")
    }

    @Test func anAnswerThatACacheGivesAgain() throws {
        let minted = TraceEvent.Kind.token(
            TokenEvent(.issued, .customToken, token: Self.masking.secret("T"), uid: "u0"))
        let row = Row(
            "x",
            before: [(.backend, minted), (.app, .account(AccountEvent(.signedOut, uid: "u0"))), (.backend, minted)],
            [(.webView, Self.request()), (.page, .account(AccountEvent(.signedIn, uid: "u0", provider: "custom")))],
            verdict: .otherUser, "", at: 0)
        let cause = try #require(diagnose(row, .ending(.otherUser, expected: nil)))
        #expect(cause.code.rawValue == "handoff/other-user" && cause.evidence == 2, "\(cause.message)")
        #expect(cause.fix.contains("no-store"), "\(cause.fix)")
    }

    /// A token that a backend builds by hand: what is wrong with it is to be mended where it is built.
    @Test(arguments: [
        ("token/wrong-algorithm", "Sign it with RS256"), ("token/issued-in-future", "in whole seconds"),
        ("token/lifetime-too-long", "in whole seconds"), ("token/no-uid", "under uid, as a string"),
        ("token/subject-is-not-issuer", "under iss and sub"), ("token/unknown-service-account", "client_email"),
        ("token/bad-signature", "was not cut or changed"),
    ])
    func howATokenIsBuilt(reason: String, fix: String) throws {
        let row = Row(
            "a token",
            [
                (.webView, Self.request()), Self.asked, (.page, Self.read(visible: true)), Self.signIn,
                (.auth, Self.refused("auth/invalid-custom-token", reason)),
            ], reason, at: 4)
        let cause = try #require(diagnose(row, .ending(row.verdict, expected: nil)))
        #expect(cause.code.rawValue == reason && cause.fix.contains(fix), "\(cause.fix)")
    }

    @Test(arguments: [
        // The answer's cookie was refused, which is why there is none.
        (CookieWriteEvent.Outcome.rejected, "store/pair-too-large", "store/pair-too-large"),
        (CookieWriteEvent.Outcome.stored, "note/text-altered", "handoff/no-token-in-answer"),
    ])
    func anAnswerWithoutACookie(outcome: CookieWriteEvent.Outcome, reason: String, cause: String) {
        let row = Row(
            "x", before: [(.app, Self.write(.response, store: "native storage", outcome: outcome, reason))], [], "",
            at: 0)
        let step = Shortfall.step(
            "exchange", reason: Self.code("handoff/no-token-in-answer"), others: [], message: "no cookie", since: 0)
        #expect(diagnose(row, step)?.code.rawValue == cause)
    }

    @Test(arguments: [
        ("The password is wrong.", "sign-in failed: The password is wrong, or the user has none."),
        ("The password is wrong, or the user has none", "sign-in failed: The password is wrong, or the user has none."),
        ("17009", "sign-in failed: 17009. The password is wrong, or the user has none."),
    ])
    func whatTheServiceMeansIsToldOnce(message: String, told: String) {
        let code = Self.code("auth/invalid-password")
        let refused = AccountEvent(.refused, uid: nil, provider: "password", reasons: [code])
        let row = Row("x", before: [(.auth, .account(refused))], [], "", at: 0)
        let step = Shortfall.step("sign-in", reason: code, others: [], message: message, since: 0)
        #expect(diagnose(row, step)?.message == told)
    }

    /// What the app wrote of whichever name, and what is said of it.
    @Test(arguments: [
        (
            "session_tok", "web view", "The app handed over session_tok; the page looks for customtoken.",
            "hand over customtoken, or let the page look for session_tok"
        ),
        // The backend's own name for it, which the page does not know.
        (
            "session_tok", "native storage",
            "The backend answered with session_tok, not customtoken, and the app put it nowhere that the web view looks.",
            "user script"
        ),
        (
            "customtoken", "native storage",
            "The backend answered with customtoken, and the app put it nowhere that the web view looks.", "user script"
        ),
        // Neither is it told by what no answer said.
        (
            "theme", "second web view",
            "The backend answered with a custom token, and the app put it nowhere that the web view looks.",
            "user script"
        ),
    ])
    func bothNamesAreSaid(name: String, store: String, message: String, fix: String) throws {
        let source: CookieWriteEvent.Source = store == "native storage" ? .response : .native
        let row = Row(
            "x", before: [(.backend, Self.minted), (.app, Self.write(source, store: store, name: name))],
            [(.webView, Self.request()), Self.asked, (.page, Self.read()), Self.absent], "", at: 0)
        let cause = try #require(diagnose(row, .ending(.signedOut, expected: nil)))
        #expect(cause.message == message)
        #expect(cause.fix.contains(fix), "\(cause.fix)")
    }

    @Test func aPageThatIsSignedInHasNone() {
        #expect(diagnose(Row("x", [], "", at: 0), .ending(.signedIn, expected: .signedOut)) == nil)
    }
}
