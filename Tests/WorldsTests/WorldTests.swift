import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import FirebaseAuthClient
import HTTPLoader
import Project
import RouterGuard
import Scenarios
import SimulatedDevice
import Testing
import WebViews
import WorldTestSupport

@testable import Worlds

@Suite("One world", .timeLimit(.minutes(5)))
struct WorldTests {
    @Test func handsASessionOverAsAppsDo() async throws {
        try await world { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange()
            #expect(cookie.isHTTPOnly)
            #expect(cookie.isSecure)

            let script = UserScript(
                source: "document.cookie='customtoken=\(cookie.value);path=/'", injectionTime: .atDocumentStart)
            let page = try await world.browser.open(path: "/", scripts: [script])

            #expect(page.webUserID == world.app.auth.currentUser?.uid)
            let observation = await world.observation()
            #expect(observation.verdict == .signedIn)
            #expect(observation.route == "main")
            #expect(observation.firstRequestCookies == [])
        }
    }

    /// Neither a view nor its script thread outlives the world: ten thousand worlds take no more room than one.
    @Test(arguments: ["/", "/nowhere/at/all", "/secret"])
    func leavesNothingBehind(path: String) async throws {
        weak var view: HeadlessWebView?
        weak var browser: AppBrowser?
        weak var pool: ProcessPool?
        try await world { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange()
            let script = UserScript(
                source: "document.cookie='customtoken=\(cookie.value);path=/'", injectionTime: .atDocumentStart)
            try await world.browser.open(path: path, scripts: [script])
            _ = await world.browser.reload()
            view = world.browser.view
            browser = world.browser
            pool = view?.configuration.processPool
            #expect(view != nil && pool != nil)
        }
        #expect(view == nil)
        #expect(pool == nil)
        #expect(browser == nil)
    }

    /// `URLSession` sends back what its storage holds. The app reads the answer with `HTTPCookie`, which takes what a jar
    /// refuses, and copies what its storage has kept.
    @Test(
        arguments: [
            ("Path=/; Secure", ["stored"], [], "customtoken"),
            ("Path=/; Domain=other.test", ["rejected"], ["foundation/foreign-domain-accepted"], ""),
        ] as [(String, [String], [String], String)])
    func theAppsOwnRequestsAreThoseOfURLSession(
        attributes: String, stored: [String], notes: [String], sentNext: String
    ) async throws {
        try await world {
            $0.cookieAttributes = attributes
        } _: { world in
            try await world.app.signIn()
            let mark = world.trace.mark
            var refusal: [String] = []
            do throws(StepFailure) { try await world.app.exchange() } catch { refusal = error.reasons.map(\.rawValue) }
            #expect(refusal == (stored == ["stored"] ? [] : ["store/domain-mismatch", "handoff/cookie-rejected"]))
            let events = world.trace.events(from: mark)
            let writes = events.compactMap { event -> String? in
                if case .cookieWrite(let write) = event.kind { write.outcome.rawValue } else { nil }
            }
            #expect(writes == stored)
            let answers = events.filter { $0.actor == .app }.compactMap { event -> [String]? in
                if case .response(let response) = event.kind { response.reasons.map(\.rawValue) } else { nil }
            }
            #expect(answers == [notes])

            let next = world.trace.mark
            _ = try? await world.app.exchange()
            let sent = world.trace.events(from: next).filter { $0.actor == .app }.compactMap { event -> String? in
                guard case .request(let request) = event.kind else { return nil }
                return request.sent.map(\.name).joined()
            }
            #expect(sent == [sentNext])
        }
    }

    @Test func aCookieThatNobodyTakesIsNotHandedOver() async throws {
        try await world {
            $0.cookieAttributes = "Path=/; Domain=bücher.test"
        } _: { world in
            try await world.app.signIn()
            let failure = await #expect(throws: StepFailure.self) { try await world.app.exchange() }
            #expect(failure?.reasons.map(\.rawValue) == ["store/domain-invalid", "handoff/cookie-rejected"])
        }
    }

    /// Firebase Hosting cuts all cookies but one out of what goes to the server behind it.
    @Test func anEdgeCutsCookiesOutOfRequests() async throws {
        try await world {
            $0.edge = .firebaseHosting
        } _: { world in
            for name in ["__session", "lang"] {
                await world.browser.dataStore.httpCookieStore.setCookie(
                    NativeCookie(name: name, value: "1", domain: "app.localhost"))
            }
            try await world.browser.open(path: "/")
            let edges = world.trace.events.compactMap { event -> EdgeEvent? in
                if case .edge(let edge) = event.kind { edge } else { nil }
            }
            #expect(edges.first?.forwarded == ["__session"])
            #expect(edges.first?.dropped == ["lang"])
            #expect(await world.observation().firstRequestCookies?.sorted() == ["__session", "lang"])
        }
    }

    /// What is put in one jar is not in the other until the app copies it.
    @Test func theTwoStoresAreTwo() async throws {
        try await world { world in
            let cookie = NativeCookie(name: "lang", value: "ja", domain: "app.localhost")
            world.installedApp.cookieStorage.setCookie(cookie)
            #expect(await world.browser.dataStore.httpCookieStore.allCookies().isEmpty)

            await world.browser.dataStore.httpCookieStore.setCookie(cookie)
            #expect(await world.browser.dataStore.httpCookieStore.allCookies().map(\.name) == ["lang"])
            #expect(world.installedApp.cookieStorage.cookies.map(\.name) == ["lang"])
        }
    }

    @Test func aDeepLinkEntersItsOwnRouteOnceSignedIn() async throws {
        try await world { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange(field: "token")
            await world.browser.dataStore.httpCookieStore.setCookie(
                NativeCookie(name: "customtoken", value: cookie.value, domain: "app.localhost", isSecure: true))
            try await world.browser.open(path: "/orders/7?from=mail")
            let observation = await world.observation()
            #expect(observation.route == "order")
            #expect(observation.path == "/orders/7?from=mail")
            #expect(!observation.findings.map(\.code).contains(HandoffReason.fieldMismatch.code))
        }
    }

    @Test func theSecondPageNeedsNoSecondSignIn() async throws {
        try await world { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange()
            let script = UserScript(
                source: "document.cookie='customtoken=\(cookie.value);path=/'", injectionTime: .atDocumentStart)
            try await world.browser.open(path: "/", scripts: [script])
            let mark = world.trace.mark
            await world.browser.reload()
            let reasons = world.trace.events(from: mark).flatMap(\.reasons).map(\.rawValue)
            #expect(reasons.contains("guard/user-present"))
            #expect(!reasons.contains("guard/token-accepted"))
        }
    }

    /// In WebKit a script at document end runs after module scripts, in which the app is mounted.
    @Test(arguments: [
        (UserScript.InjectionTime.atDocumentStart, true, "signed-in", false),
        (.atDocumentStart, false, "signed-in", false),
        (.atDocumentEnd, true, "signed-in", false),
        (.atDocumentEnd, false, "signed-out", true),  // the guard has looked already
    ])
    func aGuardSeesWhatWasWrittenBeforeItReads(
        time: UserScript.InjectionTime, waits: Bool, verdict: String, isEarly: Bool
    ) async throws {
        try await world {
            $0.pageGuard.waitsForAuth = waits
        } _: { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange()
            let source = "document.cookie='customtoken=\(cookie.value);path=/'"
            try await world.browser.open(path: "/", scripts: [UserScript(source: source, injectionTime: time)])
            let observation = await world.observation()
            #expect(observation.verdict.rawValue == verdict)
            let reasons = observation.events.flatMap(\.reasons).map(\.rawValue)
            #expect(reasons.contains("guard/read-before-document-end") == isEarly)
            #expect(observation.storedCookies == ["customtoken"])  // it is there in the end
        }
    }

    /// Until auth has read its storage nobody is signed in yet, and a guard that does not wait takes that for an answer.
    @Test(arguments: [true, false])
    func aSessionIsRestoredInATurnOfItsOwn(waits: Bool) async throws {
        try await world {
            $0.pageGuard.waitsForAuth = waits
            $0.pageGuard.deletesCookie = true
        } _: { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange()
            await world.browser.dataStore.httpCookieStore.setCookie(
                NativeCookie(name: "customtoken", value: cookie.value, domain: "app.localhost", isSecure: true))
            try await world.browser.open(path: "/")
            let mark = world.trace.mark
            await world.browser.reload()
            let reasons = world.trace.events(from: mark).flatMap(\.reasons).map(\.rawValue)
            #expect(reasons.contains(waits ? "guard/auth-ready" : "guard/auth-not-ready"))
            #expect(await world.observation().verdict == (waits ? .signedIn : .signedOut))
        }
    }

    /// A copy has the attributes of the backend's cookie; what the app's storage refused cannot be copied.
    @Test(
        arguments: [
            ("Path=/; Secure", "app.localhost", "/"), ("Secure", "app.localhost", "/"),
            ("Path=/admin; Secure", "app.localhost", "/admin"),
            ("Path=/; Domain=api.localhost; Secure", ".api.localhost", "/"),
            ("Path=/; Domain=.co.uk; Secure", nil, "store/domain-public-suffix"),
            ("Path=/; Domain=app.localhost; Secure", nil, "store/domain-mismatch"),
            ("Path=/; Max-Age=0", nil, "store/expired-on-arrival"),
        ] as [(String, String?, String)])
    func aCopyIsWhatTheBackendsCookieWas(attributes: String, domain: String?, pathOrReason: String) async throws {
        try await world {
            $0.cookieAttributes = attributes
        } _: { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.signIn(SignIn()))
            do {
                try await player.perform(.exchange(field: "idtoken"))
                let injected = try SessionInjection([Injection(.cookieStore)], world: world)
                #expect(injected.storeCookies.map(\.cookie.domain) == [domain])
                #expect(injected.storeCookies.map(\.cookie.path) == [pathOrReason])
                #expect(injected.storeCookies.map(\.cookie.isSecure) == [true])
            } catch let failure as StepFailure {
                #expect(domain == nil)
                #expect(failure.reasons.contains(ReasonCode(unchecked: pathOrReason)))
                #expect(failure.reasons.last == HandoffReason.cookieRejected.code)
            }
        }
    }

    /// A page's own scripts would post the message, and the model runs none of them.
    @Test func aPageThatAsksByMessageNeedsAnEngine() async throws {
        try await world {
            var message = OwnMessage()
            (message.handler, message.answer) = ("bridge", TextTemplate("receive('${token}')"))
            $0.handover = [.message(message)]
        } _: { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.signIn(SignIn()))
            try await player.perform(.exchange(field: "idtoken"))
            await #expect {
                try await player.perform(.view(.open(PageOpening())))
            } throws: {
                ($0 as? StepFailure)?.reason == HandoffReason.needsEngine.code
            }
        }
    }

    /// The sample page asks by itself; somebody's own is not spoken for, neither in the model nor in an engine.
    @Test(arguments: [(false, 1), (true, 0)])
    func onlyTheSamplePageIsMadeToAsk(isOwn: Bool, scripts: Int) async throws {
        let own = try WebURL("http://127.0.0.1:1")
        try await world {
            if isOwn { $0.webURL = own }
        } _: { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.signIn(SignIn()))
            try await player.perform(.exchange(field: "idtoken"))
            let injected = try SessionInjection([Injection(.message)], world: world)
            #expect(injected.scripts.count == scripts && injected.answers.map(\.handler) == ["session"])
            guard isOwn else { return }
            await #expect {
                try await player.perform(.view(.open(PageOpening(injections: [Injection(.message)]))))
            } throws: {
                ($0 as? StepFailure)?.reason == HandoffReason.needsEngine.code
            }
        }
    }

    @Test func noSecretReachesTheTrace() async throws {
        try await world { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange()
            let script = UserScript(source: "throw new Error('\(cookie.value)')", injectionTime: .atDocumentStart)
            try await world.browser.open(path: "/?token=\(cookie.value)", scripts: [script])
            let text = world.trace.events.map { $0.json.text() }.joined(separator: "\n")
            #expect(!text.contains(cookie.value))
            #expect(!text.contains(cookie.value.suffix(40)))
            #expect(!text.contains(world.settings.user.password))
            let idToken = try #require(await world.app.auth.currentUser?.getIDToken())
            #expect(!text.contains(idToken.suffix(40)))
        }
    }

    @Test func whoAsksForSecretsSeesThem() async throws {
        try await world {
            $0.masking = .revealed
        } _: { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange()
            #expect(world.trace.events.map { $0.json.text() }.joined().contains(cookie.value))
        }
    }

    /// Same seed, same keys, same time: the same trace, but for ports and measured durations.
    @Test func oneSeedGivesOneTrace() async throws {
        func trace(seed: UInt64) async throws -> [String] {
            try await world {
                $0.seed = seed
                $0.startsAt = Instant(secondsSinceEpoch: 1_795_251_600)
                $0.isClockFrozen = true
            } _: { world in
                let player = WorldPlayer(world: world)
                for step in [
                    Step.signIn(SignIn()), .exchange(field: "idtoken"),
                    .view(.open(PageOpening(injections: [Injection(.userScript)]))),
                ] { try await player.perform(step) }
                let ports = [world.addresses.auth, world.addresses.backend, world.addresses.web].map {
                    ":\($0.port ?? 0)"
                }
                return world.trace.events.map { event in
                    var json = event.json.objectValue ?? JSONObject()
                    json["milliseconds"] = nil
                    return ports.reduce(JSONValue.object(json).text()) { $0.replacing($1, with: ":port") }
                }
            }
        }
        let first = try await trace(seed: 7)
        #expect(first.count > 20)
        let again = try await trace(seed: 7)
        #expect(again.count == first.count)
        for (one, other) in zip(first, again) { #expect(one == other) }
        #expect(try await trace(seed: 8) != first)
    }
}
