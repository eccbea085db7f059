import BridgePrimitives
import BridgeTrace
import BrowserDriving
import PageEngines
import Scenarios
import Testing

@testable import Twin
import Worlds

@Suite("A step, taken by the headless view and by a real browser", .timeLimit(.minutes(5)))
struct TwinStepTests {
    private static let masking = Masking(.fingerprints)

    /// A page at `/` that got the cookie, whose guard entered `main`.
    private static func viewState(
        header: String? = "customtoken=secret", jar: [JarCookie] = [jarCookie()], script: String = "customtoken=secret",
        route: String? = "main", userID: String? = "u1", masking: Masking = masking
    ) -> TwinViewState {
        TwinViewState(
            requests: TwinViewState.lines(
                of: [.init(method: "GET", address: "app.localhost/", cookieHeader: header)], masking: masking),
            jar: jar,
            documentCookie: script, route: route, address: "app.localhost/", userID: userID, masking: masking)
    }

    private static func jarCookie(_ value: String = "secret", isPersistent: Bool = false) -> JarCookie {
        JarCookie(
            name: "customtoken", value: value, domain: "app.localhost", path: "/", isSecure: true, isHTTPOnly: false,
            isPersistent: isPersistent)
    }

    private static func step(
        _ headless: TwinViewState, _ browser: TwinViewState, reference: TwinViewState? = nil,
        clockHasMoved: Bool = false
    ) -> TwinStep {
        TwinStep(
            name: "open /", headless: headless, reference: reference, browser: browser, clockHasMoved: clockHasMoved)
    }

    @Test(
        "Each aspect is compared by itself",
        arguments: [
            (viewState(header: nil), ["Cookie headers"]),
            (viewState(jar: []), ["cookie jar"]),
            (viewState(jar: [jarCookie("other")]), ["cookie jar"]),
            (viewState(script: ""), ["document.cookie"]),
            (viewState(script: "customtoken=other"), ["document.cookie"]),
            (viewState(route: "signin"), ["route"]),
            (viewState(route: nil), ["route"]),
            (viewState(userID: nil), ["signed in"]),
            (viewState(userID: "u2"), ["signed in"]),
            (
                viewState(header: nil, jar: [], script: "", route: "signin", userID: nil),
                [
                    "Cookie headers", "cookie jar", "document.cookie", "route", "signed in",
                ]
            ),
            (viewState(), []),
        ] as [(TwinViewState, [String])])
    func aspects(browser: TwinViewState, differing: [String]) {
        let step = Self.step(Self.viewState(), browser)
        #expect(step.differences.map(\.aspect) == differing)
        #expect(step.faults.count == differing.count)
        #expect(step.agreements.count == 5 - differing.count)
    }

    /// The order in a header is the engine's business; a jar has none.
    @Test func theOrderCountsInHeadersOnly() {
        let two = [Self.jarCookie(), Self.jarCookie("other")]
        #expect(Self.step(Self.viewState(jar: two), Self.viewState(jar: two.reversed())).differences.isEmpty)
        let (ab, ba) = (Self.viewState(header: "a=1; b=2"), Self.viewState(header: "b=2; a=1"))
        #expect(Self.step(ab, ba).differences.map(\.aspect) == ["Cookie headers"])
    }

    @Test func theEnginesOwnProfileExplainsWhatItShares() {
        let browser = Self.viewState(jar: [], script: "")
        let reference = Self.viewState(jar: [])
        let step = Self.step(Self.viewState(), browser, reference: reference)
        #expect(step.differences.map(\.explanations) == [[.enginesProfile], []])
        #expect(step.faults.map(\.aspect) == ["document.cookie"])
    }

    @Test(
        "A clock that the browser cannot follow explains cookies that outlive it",
        arguments: [
            (true, true, [TwinReason.browsersClock]),
            (true, false, []),  // without an expiry no clock ends it
            (false, true, []),
        ])
    func clocks(clockHasMoved: Bool, isPersistent: Bool, explanations: [TwinReason]) {
        let browser = Self.viewState(jar: [Self.jarCookie(isPersistent: isPersistent)])
        let step = Self.step(Self.viewState(jar: []), browser, clockHasMoved: clockHasMoved)
        #expect(step.differences.map(\.explanations) == [explanations])
    }

    /// Only while kind, user and the rest of the line agree, and the tokens end about when the other's do; under
    /// `--show-secrets` too.
    @Test(
        "A token that each page asked for by itself is another one, and no difference",
        arguments: [
            ("u1", 3_600, "u1", 3_601, [TwinReason.askedByItself]),
            ("u1", 3_600, "u1", 3_659, [.askedByItself]),
            ("u1", 3_600, "u1", 3_660, []),
            ("u1", 3_600, "u2", 3_601, []),
        ] as [(String, Int, String, Int, [TwinReason])])
    func tokensOfTwoPages(
        user: String, expiry: Int, otherUser: String, otherExpiry: Int, explanations: [TwinReason]
    ) {
        func token(_ user: String, _ expiry: Int) -> String {
            let issuer = "https://session.firebase.google.com/demo"
            let claims = #"{"iss":"\#(issuer)","aud":"demo","sub":"\#(user)","exp":\#(expiry)}"#
            return "eyJhbGciOiJSUzI1NiJ9.\(Base64URL.encode(Array(claims.utf8))).\(expiry)"
        }
        let (one, other) = (token(user, expiry), token(otherUser, otherExpiry))
        for masking in [Self.masking, Masking(.revealed)] {
            let step = Self.step(
                Self.viewState(jar: [Self.jarCookie(one)], masking: masking),
                Self.viewState(jar: [Self.jarCookie(other)], route: "signin", masking: masking))
            #expect(step.differences.map(\.aspect) == ["cookie jar", "route"])
            #expect(step.differences.map(\.explanations) == [explanations, []], "a route is no token")
        }
    }

    @Test func noValueOfACookieIsTold() {
        let result = TwinResult(
            name: "n", profile: "ios18", browser: "chromium",
            outcome: .compared([Self.step(Self.viewState(), Self.viewState(header: "customtoken=other-secret"))]),
            rootCause: nil)
        let text = result.lines().joined(separator: "\n") + result.json.text()
        #expect(text.contains("customtoken=<"))
        #expect(!text.contains("=secret") && !text.contains("other-secret"))
        #expect(!result.isAlike)
    }

    /// A frame's request and a script's are not the page's own; a redirect is told of, and asked for, once each.
    @Test func requestsForDocumentsAreThoseThatTheNavigationNames() {
        func event(_ kind: TraceEvent.Kind) -> TraceEvent {
            TraceEvent(sequence: 0, at: Instant(millisecondsSinceEpoch: 0), actor: .webView, kind: kind)
        }
        func request(_ path: String, _ cookies: CookieMention...) -> TraceEvent {
            let url = Self.masking.url("https://app.localhost\(path)")
            return event(.request(RequestEvent(hop: 1, method: "GET", url: url, store: "web view", sent: cookies)))
        }
        func navigation(_ phase: NavigationEvent.Phase, _ path: String) -> TraceEvent {
            event(.navigation(NavigationEvent(phase, url: Self.masking.url("https://app.localhost\(path)"))))
        }
        let cookie = CookieMention(name: "sid", value: Self.masking.secret("secret"))
        let events = [
            request("/old", cookie), navigation(.didStartProvisional, "/old"), request("/new"),
            navigation(.didReceiveServerRedirect, "/new#part"), request("/app.js", cookie), request("/new", cookie),
        ]
        let lines = TwinViewState.documents(in: events)
        #expect(
            lines.map { $0.prefix { $0 != "<" } } == [
                "GET https://app.localhost/old: sid=", "GET https://app.localhost/new: no cookies",
            ])
        #expect(!lines.joined().contains("secret"))
    }

    // MARK: What a real browser cannot do

    @Test(
        "Some scenarios need what WebDriver has not, fewer what an engine has not",
        arguments: [
            ("- open: { path: / }", [], []),
            ("- open: { path: /, inject: [user-script, user-script-at-end, native-storage, cookie-store] }", [], []),
            ("- open: { path: /, inject: header }", [TwinReason.headerByHand], []),
            ("- open: { path: /, inject: server-cookie }", [.ownExchange], [.ownExchange]),
            (
                "- open: { path: /, inject: [{ cookie-store: { awaited: false } }] }", [.writeNotAwaited],
                [TwinReason.writeNotAwaited]
            ),
            ("- open: { path: / }\n- relaunch", [.processEnds], []),
            ("- open: { path: / }\n- crash-network-process\n- relaunch", [.processEnds], [.modelOnly]),
            ("- open: { path: / }\n- set-cookie-policy: { to: disallow }", [.processEnds], [.modelOnly]),
            ("- open: { path: / }\n- back-up\n- restore", [.processEnds], [.modelOnly]),
            ("- open: { path: /, inject: message }", [.messageHandler], []),
            ("- open: { path: /, inject: html-string }", [TwinReason.appsDocument], []),
            ("- open: { path: / }\n- delete-cookies", [.processEnds], []),
            ("- open: { path: /, inject: [{ cookie-store: { domain: api.localhost } }] }", [.copyWithDomain], []),
            ("- open: { path: / }\n- open: { path: /, in: second }", [.secondView], [.secondView]),
            ("- open: { path: /, store: private }", [.secondView], [.secondView]),
            ("- open: { path: / }\n- interact", [.trackingPrevention], [.trackingPrevention]),
            ("- open: { path: / }\n- remove-website-data", [.processEnds], []),
            ("- open: { path: / }\n- sign-out: { everywhere: true }", [.processEnds], []),
            ("- open: { path: / }\n- sign-out", [], []),
            ("- open: { path: / }\n- link: { to: / }", [.stepInPage], []),
            ("- open: { path: / }\n- wait-for: { route: main }", [.stepInPage], []),
            ("- sign-in", [.noPage], [.noPage]),
            ("- relaunch", [.processEnds, .noPage], [.noPage]),
        ] as [(String, [TwinReason], [TwinReason])])
    func obstacles(steps: String, inABrowser: [TwinReason], inAnEngine: [TwinReason]) throws {
        let lines = steps.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        let scenario = try #require(
            try ScenarioFile.scenarios(
                in: "name: n\nsteps:\n\(lines)\nexpect: { verdict: signed-out }\n", file: "n.yaml",
                vocabulary: Vocabulary()
            ).first)
        #expect(TwinPeer.browser(.safari).obstacles(to: scenario) == inABrowser)
        #expect(TwinPeer.engine(.webkitgtk).obstacles(to: scenario) == inAnEngine)
        let inChromium = steps.contains("header") ? [TwinReason.headerByHand] : inAnEngine
        #expect(TwinPeer.engine(.chromium).obstacles(to: scenario) == inChromium)
    }

    /// The tear-down is taken there too, so it must be possible.
    @Test(
        arguments: [
            ("sign-out", [], []), ("relaunch", [.processEnds], []), ("restore", [.processEnds], [.modelOnly]),
        ] as [(String, [TwinReason], [TwinReason])])
    func obstaclesOfATearDown(step: String, inABrowser: [TwinReason], inAnEngine: [TwinReason]) throws {
        let scenario = try #require(
            try ScenarioFile.scenarios(
                in: "name: n\ntear-down: [\(step)]\nsteps: [open]\nexpect: { verdict: signed-out }\n", file: "n.yaml",
                vocabulary: Vocabulary()
            ).first)
        #expect(TwinPeer.browser(.safari).obstacles(to: scenario) == inABrowser)
        #expect(TwinPeer.engine(.webkitgtk).obstacles(to: scenario) == inAnEngine)
    }

    @Test(
        "Some worlds need the app's own settings, or another page",
        arguments: [
            ("app: { bound-domains: [app.localhost] }", [TwinReason.appsSettings]),
            ("webview: { tracking-prevention: true }", [.appsSettings]),
            ("webview: { stays-on-app: true }", [.appsSettings]), ("guard: article", [.otherGuard]),
            ("faults: { endpoint: signUp, effect: drop, times: once }", [.faults]), ("profile: ios17", []),
        ] as [(String, [TwinReason])])
    func worldsThatAreNotToBeHad(setting: String, reasons: [TwinReason]) throws {
        let scenario = try #require(
            try ScenarioFile.scenarios(
                in: "name: n\n\(setting)\nsteps: [open]\nexpect: { verdict: signed-out }\n", file: "n.yaml",
                vocabulary: Vocabulary(profiles: ["ios17"])
            ).first)
        #expect(TwinPeer.browser(.chromium).obstacles(to: scenario) == reasons)
    }
}
