import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import Scenarios
import Testing
import WebViews
import WorldTestSupport

@testable import Worlds

@Suite("Steps in the page of a world", .timeLimit(.minutes(5)))
struct PageStepWorldTests {
    private func world<Value: Sendable>(
        _ change: (inout WorldSettings) -> Void = { _ in }, _ body: (World) async throws -> Value
    ) async throws -> Value {
        var settings = WorldSettings()
        // On a slow machine nothing is late by a clock that stands.
        (settings.startsAt, settings.isClockFrozen) = (Instant(secondsSinceEpoch: 1_795_251_600), true)
        change(&settings)
        return try await withWorld(settings, material: SharedMaterial.material.get(), body)
    }

    private static func address(_ text: String) throws -> PageAddress { try #require(PageAddress(text)) }

    private static func steps() throws -> [PageStep] {
        [
            .navigate(try address("/")), .link(LinkClick(to: try address("/"))), .link(LinkClick(selector: "a")),
            .link(LinkClick(to: try address("/"), target: .newWindow)), .form(FormSubmission(to: try address("/"))),
            .script("1"), .message(PageMessage(name: "session")), .waitFor(Wait(for: .verdict(.notOpened))),
        ]
    }

    @Test func withoutAPageOrAnAppNoneIsTaken() async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            for step in try Self.steps() {
                let failure = await #expect(throws: StepFailure.self) { try await player.perform(.page(step)) }
                #expect(failure?.reasons.map(\.rawValue) == ["handoff/nothing-to-reload"])
                #expect(failure?.message == "no page is open yet" && failure?.step == Step.page(step).name)
            }
            try await player.perform(.device(.kill))
            for step in try Self.steps() {
                let failure = await #expect(throws: StepFailure.self) { try await player.perform(.page(step)) }
                #expect(failure?.reasons.map(\.rawValue) == ["handoff/app-not-running"])
            }
        }
    }

    /// Columns: who asks, the step, and which of the Strict, Lax and None cookies go along.
    @Test(
        arguments: [
            ("an address that is typed", "navigate", "${partner}/", ["strict", "lax", "none"]),
            ("a link of the app's own", "link", "/", ["strict", "lax", "none"]),
            ("a link of another site", "link", "${partner}/", ["lax", "none"]),
            ("a form of another site", "form-get", "${partner}/", ["lax", "none"]),
            ("a form of another site, by POST", "form-post", "${partner}/", ["none"]),
            ("a form of the app's own, by POST", "form-post", "/", ["strict", "lax", "none"]),
            ("a script of another site's page", "script", "${partner}/", ["lax", "none"]),
        ])
    func sameSiteCookiesGoAlongAsThePageHasIt(why: String, how: String, from: String, sent: [String]) async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.view(.open(PageOpening())))
            let write = ["Strict", "Lax", "None"].map {
                "document.cookie = '\($0.lowercased())=1; path=/; secure; samesite=\($0)'"
            }
            try await player.perform(.page(.script(PageScript(write.joined(separator: ";")))))
            try await player.perform(.page(.navigate(try Self.address(from))))
            let (mark, target) = (world.trace.mark, try Self.address("/orders"))
            let step: PageStep =
                switch how {
                case "navigate": .navigate(target)
                case "link": .link(LinkClick(to: target))
                case "form-get": .form(FormSubmission(to: target, fields: [NamedText("a", "b")]))
                case "form-post": .form(FormSubmission(to: target, method: .post, fields: [NamedText("a", "b")]))
                default: .script(PageScript("location.href = '\(world.addresses.web.origin)/orders'"))
                }
            try await player.perform(.page(step))
            let request = try #require(Self.requests(in: world, since: mark).first, "\(why)")
            #expect(request.sent.map(\.name).sorted() == sent.sorted(), "\(why)")
            #expect(request.method == (how == "form-post" ? "POST" : "GET"), "\(why)")
        }
    }

    private static func requests(in world: World, since mark: Int) -> [RequestEvent] {
        world.trace.events(from: mark).compactMap { event in
            if case .request(let request) = event.kind, event.actor == .webView { request } else { nil }
        }
    }

    @Test func aLoadThatIsNotToBeShownLeavesThePage() async throws {
        try await world {
            $0.staysOnApp = true
        } _: { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.view(.open(PageOpening())))
            let before = await world.observation()
            try await player.perform(.page(.link(LinkClick(to: try Self.address("${partner}/")))))
            let after = await world.observation()
            #expect((after.verdict, after.route, after.path) == (before.verdict, before.route, before.path))
            let reasons = world.trace.events.flatMap(\.reasons).map(\.rawValue)
            #expect(reasons.contains("navigation/cancelled-by-delegate"))
        }
    }

    @Test func aServerThatIsNotThereIsAFailedPage() async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.view(.open(PageOpening())))
            try await player.perform(.page(.navigate(try Self.address("https://127.0.0.1:9/"))))
            let observation = await world.observation()
            #expect(observation.verdict == .failed)
            #expect(observation.verdictReasons.map(\.rawValue).contains("navigation/could-not-connect"))
        }
    }

    /// The document stays, and nothing is asked for.
    @Test(arguments: ["link", "navigate"])
    func anAddressInTheDocumentIsNoLoad(how: String) async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.view(.open(PageOpening(path: "/login"))))
            let (mark, target) = (world.trace.mark, try Self.address("/login#top"))
            try await player.perform(.page(how == "link" ? .link(LinkClick(to: target)) : .navigate(target)))
            #expect(Self.requests(in: world, since: mark).isEmpty)
            try await player.perform(.page(.script("location.hash")))
            #expect(world.scriptValue.withLock(\.self) == "#top")
        }
    }

    /// Columns: the script, the failure's code, and words of it. Each stands alone: what one has thrown is not the next one's.
    @Test(
        arguments: [
            ("throw new Error('no session')", "script/threw", "no session"),
            ("nothing.here", "script/threw", "nothing"), ("1 +", "script/syntax-error", "SyntaxError"),
            ("document.querySelector('a')", "script/not-simulated", "querySelector"),
            ("Symbol('a')", "script/unsupported-result", "JavaScript gave"),
        ])
    func aScriptThatFailsIsToldInItsWords(source: String, code: String, words: String) async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.view(.open(PageOpening())))
            try await player.perform(.page(.script("1")))
            let failure = await #expect(throws: StepFailure.self) {
                try await player.perform(.page(.script(PageScript(source))))
            }
            #expect(failure?.reason.rawValue == code && failure?.step == "script")
            #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
            #expect(await player.captures(of: .page(.script(PageScript(source))), since: 0)["value"] == nil)
        }
    }

    /// Words of the scenario's own script are told; those of values that were put into it, and the page's, may be secrets.
    @Test(arguments: [(true, "Error: no session at"), (false, "Error: no … at")])
    func whatAnExceptionQuotes(isQuotable: Bool, words: String) async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.view(.open(PageOpening())))
            let script = PageScript("throw new Error('no session')", isQuotable: isQuotable)
            let failure = await #expect(throws: StepFailure.self) { try await player.perform(.page(.script(script))) }
            #expect(failure?.message.hasPrefix(words) == true, "\(failure?.message ?? "")")
            let page = PageScript("document.cookie = 'sid=qz7secret'; throw new Error(document.cookie.slice(4, 7))")
            let other = await #expect(throws: StepFailure.self) { try await player.perform(.page(.script(page))) }
            #expect(other?.message.hasPrefix("Error: … at") == true, "\(other?.message ?? "")")
        }
    }

    @Test func aPostedMessageIsAnsweredByTheAppsHandler() async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(
                .view(.open(PageOpening(injections: [Injection(.message, value: "handed-over")]))))
            try await player.perform(.view(.deleteCookies))
            #expect(await world.browser.view?.readCookies()?.value == "")
            try await player.perform(.page(.message(PageMessage(name: "session", body: ["wants": "session"]))))
            #expect(await world.browser.view?.readCookies()?.value == "customtoken=handed-over")
            for name in ["sesion", "", "toString"] {
                let failure = await #expect(throws: StepFailure.self) {
                    try await player.perform(.page(.message(PageMessage(name: name))))
                }
                #expect(failure?.reasons.map(\.rawValue) == ["webview/no-such-handler"])
                #expect(failure?.message == "the app has no message handler called '\(name)'")
            }
        }
    }

    // MARK: Waiting

    /// Columns: whether it holds, when something is due, by when it must be, all in seconds; what comes of it.
    @Test(
        arguments: [
            (true, nil, 0, .met), (true, 9, 5, .met), (false, nil, 5, .inVain(.nothingPending)),
            (false, 4, 5, .goOn(to: 4)), (false, 5, 5, .goOn(to: 5)), (false, 6, 5, .inVain(.notInTime)),
            (false, 0, 5, .goOn(to: 0)),
        ] as [(Bool, Int64?, Int64, Expected)])
    func whatAWaitComesTo(holds: Bool, pending: Int64?, deadline: Int64, expected: Expected) {
        let decision = WaitDecision(
            holds: holds, pending: pending.map { Instant(secondsSinceEpoch: $0) },
            deadline: Instant(secondsSinceEpoch: deadline))
        #expect(decision == expected.decision)
    }

    enum Expected: Sendable {
        case met, goOn(to: Int64), inVain(ExpectationReason)

        var decision: WaitDecision {
            switch self {
            case .met: .met
            case .goOn(let second): .goOn(to: Instant(secondsSinceEpoch: second))
            case .inVain(let reason): .inVain(reason)
            }
        }
    }

    /// Columns: a condition, and why a page with nobody signed in does not come to it.
    @Test(
        arguments: [
            (.cookie("customtoken"), "the web view's store has no cookie customtoken"),
            (.route("main"), "the page shows the route signin"),
            (.verdict(.signedIn), "the handoff has ended signed-out"), (.script("0"), "the script gave what is false"),
            (.script("throw 'x'"), "the script failed: x, and"),
        ] as [(Wait.Condition, String)])
    func whatNothingCanBringAboutIsNotWaitedFor(condition: Wait.Condition, message: String) async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.view(.open(PageOpening())))
            let before = world.clock.now
            let failure = await #expect(throws: StepFailure.self) {
                try await player.perform(.page(.waitFor(Wait(for: condition, within: .seconds(86_400)))))
            }
            #expect(failure?.reason == ExpectationReason.nothingPending.code)
            #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
            #expect(world.clock.now == before)
        }
    }

    /// A refresh that the document has asked for is what the model can wait for: its clock goes there at once.
    @Test(arguments: [(5, "met"), (2, "run/not-in-time")])
    func aRefreshIsWaitedFor(within: Int64, ending: String) async throws {
        try await world { world in
            let player = WorldPlayer(world: world)
            try await player.perform(.view(.open(PageOpening(path: "/login"))))
            let html = "<meta http-equiv=refresh content=\"3; url=/orders\">"
            _ = await world.browser.view?.loadHTMLString(html, baseURL: world.addresses.web.string)
            let before = world.clock.now
            let wait = Wait(for: .script("location.pathname != '/'"), within: .seconds(within))
            var outcome = "met"
            do throws(StepFailure) { try await player.perform(.page(.waitFor(wait))) } catch {
                outcome = error.reason.rawValue
            }
            #expect(outcome == ending)
            #expect(world.clock.now - before == (ending == "met" ? .seconds(3) : .zero))
        }
    }

    // MARK: Forms

    /// Columns: the fields, and what they are on the wire.
    @Test(
        arguments: [
            ([], ""), ([("a", "b c")], "a=b+c"), ([("a", "1"), ("a", "2")], "a=1&a=2"),
            ([("ü&", "=")], "%C3%BC%26=%3D"), ([("a", "x\ny\r\nz\r")], "a=x%0D%0Ay%0D%0Az%0D%0A"),
        ] as [([(String, String)], String)])
    func fieldsOnTheWire(fields: [(String, String)], wire: String) throws {
        let action = try WebURL("https://a.test/send?old=1#end")
        var form = FormSubmission(to: try Self.address("/"), fields: fields.map { NamedText($0.0, $0.1) })
        let get = try form.request(to: action)
        #expect(get.method == "GET" && get.body == nil)
        #expect(get.url.string == "https://a.test/send" + (wire.isEmpty ? "" : "?\(wire)"))
        form.method = .post
        let post = try form.request(to: action)
        #expect(post.method == "POST" && post.url == action)
        #expect(String(decoding: post.body ?? [], as: UTF8.self) == wire)
        #expect(post.headers.first("content-type") == FormBody.contentType)
    }

    @Test func aQueryThatIsTooLongIsRefused() throws {
        let form = FormSubmission(
            to: try Self.address("/"), fields: [NamedText("a", String(repeating: "b", count: WebURL.longest))])
        let action = try WebURL("https://a.test/")
        #expect(throws: BridgeFailure.self) { try form.request(to: action) }
    }
}
