import BridgePrimitives
import BridgeTrace
import Diagnosis
import Testing

/// What no scenario makes happen, from events made by hand; the rest is in `ScenarioRootCauseTests`.
@Suite("The root cause in a trace", .timeLimit(.minutes(5)))
struct HandoffDiagnosisTests {
    private static let masking = Masking(.fingerprints)
    private static let page = "https://app.test/"

    private static func code(_ text: String) -> ReasonCode { ReasonCode(unchecked: text) }

    private static func write(
        _ source: CookieWriteEvent.Source = .native, store: String = "web view", name: String = "customtoken",
        value: String = "T", attributes: String = "Path=/; Secure",
        outcome: CookieWriteEvent.Outcome = .stored, _ reasons: String...
    ) -> TraceEvent.Kind {
        .cookieWrite(
            CookieWriteEvent(
                store: store, source: source, host: "app.test", name: name, value: masking.secret(value),
                attributes: attributes, outcome: outcome, reasons: reasons.map(code)))
    }

    private static func mention(
        _ reasons: [String], value: String = "T", writer: CookieMention.Writer = .store
    ) -> CookieMention {
        CookieMention(
            name: "customtoken", domain: "app.test", path: "/api", value: masking.secret(value), writer: writer,
            reasons: reasons.map(code))
    }

    private static func request(
        sent: Bool = false, by writer: CookieMention.Writer = .store, withheld: [String] = [], notes: [String] = []
    ) -> TraceEvent.Kind {
        .request(
            RequestEvent(
                hop: 1, method: "GET", url: masking.url(page), store: "web view",
                sent: sent ? [mention([], writer: writer)] : [],
                withheld: withheld.isEmpty ? [] : [mention(withheld)], notes: notes.map(code)))
    }

    private static func read(
        visible: Bool = false, value: String = "T", hidden: [String] = []
    ) -> TraceEvent.Kind {
        .cookieRead(
            CookieReadEvent(
                store: "web view", url: masking.url(page), visible: visible ? [mention([], value: value)] : [],
                hidden: hidden.isEmpty ? [] : [mention(hidden)]))
    }

    private static func routing(_ step: RoutingEvent.Step, _ reasons: String...) -> TraceEvent.Kind {
        .routing(
            RoutingEvent(step, path: masking.url("/"), detail: masking.url("x"), reasons: reasons.map(code)))
    }

    private static func refused(_ reasons: String...) -> TraceEvent.Kind {
        .token(
            TokenEvent(.refused, .customToken, token: masking.secret("T"), uid: nil, reasons: reasons.map(code)))
    }

    private static let script = TraceEvent.Kind.script(
        ScriptEvent(origin: .documentStart, url: masking.url(page)))
    private static let pageSignIn = TraceEvent.Kind.account(AccountEvent(.signedIn, uid: "u1", provider: "custom"))
    private static let minted = TraceEvent.Kind.token(
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

    private static let asked: (TraceActor, TraceEvent.Kind) = (.page, routing(.read))
    private static let absent: (TraceActor, TraceEvent.Kind) = (.page, routing(.next, "guard/cookie-absent"))
    private static let hung: (TraceActor, TraceEvent.Kind) = (
        .page, routing(.ended, "guard/cookie-absent", "guard/never-called-next")
    )
    private static let signIn: (TraceActor, TraceEvent.Kind) = (.page, routing(.signIn))
    private static let accepted: (TraceActor, TraceEvent.Kind) = (.page, routing(.next, "guard/token-accepted"))

    private static let rows: [Row] = [
        // The store says no.
        Row(
            "another domain", before: [(.app, write(outcome: .rejected, "store/domain-mismatch"))],
            [(.webView, request()), asked, (.page, read()), absent], "store/domain-mismatch", at: 0),
        Row(
            "a public suffix", before: [(.app, write(outcome: .rejected, "store/domain-public-suffix"))],
            [(.webView, request()), asked, (.page, read()), absent], "store/domain-public-suffix", at: 0),
        Row(
            "Secure over http", before: [(.app, write(outcome: .rejected, "store/secure-from-insecure"))],
            [(.webView, request()), asked, (.page, read()), absent], "store/secure-from-insecure", at: 0),
        Row(
            "expired as it came", before: [(.app, write(outcome: .ignored, "store/expired-on-arrival"))],
            [(.webView, request()), asked, (.page, read()), absent], "store/expired-on-arrival", at: 0),
        // A note is no refusal; the path is.
        Row(
            "a note, and the wrong path", before: [(.app, write(outcome: .stored, "note/lifetime-capped-400d"))],
            [(.webView, request()), asked, (.page, read(hidden: ["script/path"])), absent], "script/path", at: 0),
        // The wrong place.
        Row(
            "another view's store", before: [(.app, write(store: "second web view"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/wrong-data-store", at: 0),
        Row(
            "a header only", before: [(.backend, minted)],
            [(.webView, request(sent: true)), asked, (.page, read()), absent], "handoff/header-only", at: 1),
        Row(
            "the store sends it, and the app deletes it before the guard",
            before: [(.backend, minted), (.app, write())],
            [
                (.webView, request(sent: true)), (.app, write(outcome: .deleted)), asked, (.page, read()), absent,
            ], "handoff/cookie-deleted", at: 3),
        Row(
            "the app deletes it, and then writes a header",
            before: [(.backend, minted), (.app, write()), (.app, write(outcome: .deleted))],
            [(.webView, request(sent: true, by: .app)), asked, (.page, read()), absent], "handoff/header-only", at: 3),
        Row(
            "a header beside the store's, which loses it before the guard",
            before: [(.backend, minted), (.app, write())],
            [
                (.webView, request(sent: true, by: .app)), (.app, write(outcome: .deleted)), asked, (.page, read()),
                absent,
            ], "handoff/cookie-deleted", at: 3),
        Row(
            "a header that the engine drops", before: [(.backend, minted)],
            [(.webView, request(notes: ["send/manual-header-dropped"])), asked, (.page, read()), absent],
            "send/manual-header-dropped", at: 1),
        // The wrong name.
        Row(
            "the token by its value", before: [(.backend, minted), (.app, write(name: "session_tok"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/other-name", at: 1),
        Row(
            "a name nearly alike", before: [(.app, write(name: "custom_Token", value: "U"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/other-name", at: 0),
        Row(
            "a script's, before it is said to have written nothing", before: [(.backend, minted)],
            [
                (.webView, request()), (.page, write(.script, name: "custom-token")), (.webView, script), asked,
                (.page, read()), absent,
            ], "handoff/other-name", at: 2),
        Row(
            "another cookie of another value", before: [(.backend, minted), (.app, write(name: "theme", value: "U"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/never-handed-over", at: 2),
        Row(
            "another name, taken away again",
            before: [
                (.backend, minted), (.app, write(name: "custom_token")),
                (.app, write(name: "custom_token", outcome: .deleted)),
            ], [(.webView, request()), asked, (.page, read()), absent], "handoff/never-handed-over", at: 3),
        Row(
            "another name in another view's store",
            before: [(.backend, minted), (.app, write(store: "second web view", name: "custom_token"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/never-handed-over", at: 2),
        Row(
            "both names, and the right one is out of sight",
            before: [(.backend, minted), (.app, write(name: "__session")), (.app, write(attributes: "HttpOnly"))],
            [(.webView, request()), asked, (.page, read()), absent], "script/http-only", at: 2),
        // The wrong time.
        Row(
            "after the guard", [(.webView, request()), asked, (.page, read()), (.page, write(.script)), absent],
            "handoff/written-too-late", at: 3),
        Row(
            "before the guard, and hidden",
            [
                (.webView, request()), (.page, write(.script)), asked, (.page, read(hidden: ["script/secure"])), absent,
            ], "script/secure", at: 1),
        Row(
            "a script that writes nothing",
            [(.webView, request()), (.webView, script), asked, (.page, read()), absent],
            "handoff/script-wrote-nothing", at: 1),
        Row(
            "the page deletes it",
            [
                (.webView, request()), (.page, write(.script)), (.page, write(.script, outcome: .deleted)), asked,
                (.page, read()),
                absent,
            ], "handoff/cookie-deleted", at: 2),
        Row(
            "the app deletes what no script could see",
            before: [(.app, write(attributes: "Path=/; Secure; HttpOnly")), (.app, write(outcome: .deleted))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/cookie-deleted", at: 1),
        Row(
            "expired since, and HttpOnly", before: [(.app, write(attributes: "Path=/; Secure; HttpOnly"))],
            [
                (.webView, request(withheld: ["send/expired"])), asked,
                (.page, read(hidden: ["script/http-only", "script/expired"])), absent,
            ],
            "send/expired", at: 1),
        Row(
            "one of two has expired, the other is HttpOnly",
            before: [(.app, write(attributes: "Path=/; Secure; HttpOnly"))],
            [
                (.webView, request(withheld: ["send/expired"])), asked, (.page, read(hidden: ["script/http-only"])),
                absent,
            ],
            "script/http-only", at: 0),
        Row(
            "the page's session ends, and the cookie is spent",
            before: [
                (.app, write()), (.page, pageSignIn),
                (.page, write(.script, outcome: .deleted, "store/expired-on-arrival")),
                (.page, .account(AccountEvent(.signedOut, uid: "u1"))),
            ], [(.webView, request()), asked, (.page, read()), absent], "handoff/data-removed", at: 3),
        Row(
            "expired since", before: [(.app, write())],
            [
                (.webView, request(withheld: ["send/expired"])), asked, (.page, read(hidden: ["script/expired"])),
                absent,
            ],
            "send/expired", at: 1),
        Row(
            "an empty cookie", [(.webView, request()), asked, (.page, read(visible: true, value: "")), absent],
            "handoff/empty-cookie", at: 2),
        Row(
            "a guard that looks for another name",
            [(.webView, request()), asked, (.page, read(visible: true)), absent],
            "guard/other-cookie", at: 2),
        // The token.
        Row(
            "another project's token",
            [
                (.webView, request()), asked, (.page, read(visible: true)), signIn,
                (.auth, refused("auth/credential-mismatch", "token/unknown-service-account")),
            ], "token/unknown-service-account", at: 4),
        Row(
            "a wrong signature",
            [
                (.webView, request()), asked, (.page, read(visible: true)), signIn,
                (.auth, refused("auth/invalid-custom-token", "token/bad-signature")),
            ], "token/bad-signature", at: 4),
        // The guard.
        Row(
            "next twice, after all went well",
            [
                asked, (.page, read(visible: true)), signIn, accepted,
                (.page, routing(.next, "guard/next-called-twice")),
            ], "guard/next-called-twice", at: 4),
        Row(
            "a loop, after all went well",
            [
                asked, (.page, read(visible: true)), signIn, accepted, (.page, routing(.ended, "guard/redirect-loop")),
            ], verdict: .looping, "guard/redirect-loop", at: 4),
        Row(
            "a stale redirect",
            [
                asked, (.page, read(visible: true)), signIn, accepted, (.page, routing(.next, "guard/stale-redirect")),
            ], "guard/stale-redirect", at: 4),
        Row(
            "the guard throws",
            [
                asked, (.page, read(visible: true)), signIn, accepted, (.page, routing(.next, "guard/threw")),
            ], verdict: .failed, "guard/threw", at: 4),
        Row(
            "a session that was not read yet", before: [(.page, pageSignIn)],
            [(.webView, request()), (.page, routing(.read, "guard/auth-not-ready")), (.page, read()), absent],
            "guard/auth-not-ready", at: 2),
        Row(
            "too early, and there is no session", before: [(.app, write(outcome: .rejected, "store/domain-mismatch"))],
            [(.webView, request()), (.page, routing(.read, "guard/auth-not-ready")), (.page, read()), absent],
            "store/domain-mismatch", at: 0),
        // Without a cookie the guard hung; had it not, the cookie would have come too late all the same.
        Row(
            "the guard hangs before the cookie is written",
            [
                (.webView, request()), asked, (.page, read()), hung, (.page, write(.script)), (.webView, script),
            ], verdict: .hanging, "guard/never-called-next", at: 3),
        Row(
            "the guard hangs, since the cookie was refused",
            before: [(.app, write(outcome: .rejected, "store/domain-mismatch"))],
            [(.webView, request()), asked, (.page, read()), hung], verdict: .hanging, "store/domain-mismatch", at: 0),
        Row(
            "the guard hangs after a script that wrote nothing",
            [(.webView, request()), (.webView, script), asked, (.page, read()), hung], verdict: .hanging,
            "handoff/script-wrote-nothing", at: 1),
        // The page.
        Row(
            "no connection",
            [
                (.webView, request()),
                (
                    .webView,
                    .response(
                        ResponseEvent(
                            hop: 1, status: nil, elapsed: .zero, reasons: [code("transport/could-not-connect")]))
                ),
                (
                    .webView,
                    .navigation(
                        NavigationEvent(
                            .didFail, url: masking.url(page),
                            reasons: [code("navigation/could-not-connect"), code("transport/could-not-connect")]))
                ),
            ], verdict: .failed, "transport/could-not-connect", at: 1),
        Row(
            "no route table", [(.webView, request()), (.page, routing(.ended, "handoff/no-routes"))],
            "handoff/no-routes", at: 1),
    ]

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
