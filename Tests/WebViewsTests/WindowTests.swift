import BridgePrimitives
import BridgeTrace
import HTTPLoader
import Testing
import WebViews

@Suite("Windows that pages open and close", .timeLimit(.minutes(5)))
struct WindowTests {
    private static func app(in world: TestWorld, telling pages: ShownPages? = nil) -> PageHostApp {
        let (transport, clock, trace) = (world.transport, world.clock, world.trace)
        return PageHostApp { request in
            let view = HeadlessWebView(
                configuration: request.configuration, transport: transport, clock: clock, trace: trace)
            if let pages { _ = view.begin { $0.setNavigationDelegate(pages) } }
            return view
        }
    }

    private static func windows(_ world: TestWorld) -> [String] {
        world.messages.map { "\($0.handler) \($0.reasons.map(\.rawValue).joined(separator: " "))" }
    }

    @Test("Without a delegate there is no window, as signInWithPopup finds out: null, and a reason with its remedy")
    func blocked() async throws {
        try await withWorld { world async throws in
            try await world.load("/signin")
            let popup = "window.open('/__/auth/handler', '_blank', 'width=500,height=600')"
            #expect(
                try await world.view.evaluateJavaScript("\(popup) ? 'opened' : 'auth/popup-blocked'")
                    == "auth/popup-blocked")
            #expect(Self.windows(world) == ["createWebView page/new-window"])
            #expect(
                world.messages.first?.body.text
                    == "{\"url\":\"\(world.server.url("/__/auth/handler"))\",\"result\":null}")
            #expect(world.server.requests.map(\.target) == ["/signin"])
            #expect(PageWishReason.newWindow.fix.contains("auth/popup-blocked"))
        }
    }

    @Test("With one the window is a view of the page's process, store and site")
    func opened() async throws {
        try await withWorld(answering: { _ in .html(cookies: ["s=1; SameSite=Strict"]) }) { world async throws in
            let pages = ShownPages()
            let app = Self.app(in: world, telling: pages)
            await world.view.setUIDelegate(app)
            try await world.load("/signin")
            #expect(
                try await world.view.evaluateJavaScript(
                    "globalThis.w = open('/popup?q=1', 'login', 'width=5'); w.focus(); w.closed") == false)
            #expect(await pages.next() == "/popup")
            #expect(app.lines == ["open page GET /popup"])
            #expect(world.server.requests.last?.header("referer") == world.server.url("/signin"))
            #expect(world.server.cookies == [nil, "s=1"])
            let window = try #require(app.views.first)
            #expect(try await window.evaluateJavaScript("opener !== null && window.opener !== window") == true)
            // The name stands for it as long as it is there.
            #expect(try await world.view.evaluateJavaScript("open('/again', 'login') !== null") == true)
            #expect(await pages.next() == "/again")
            try await world.view.evaluateJavaScript("w.location = '/third'; 0")
            #expect(await pages.next() == "/third")
            #expect(app.views.count == 1)
        }
    }

    @Test("A window without an opener is not to be held; one without a page stays at about:blank")
    func openerless() async throws {
        try await withWorld { world async throws in
            let pages = ShownPages()
            let app = Self.app(in: world, telling: pages)
            await world.view.setUIDelegate(app)
            try await world.load("/page")
            #expect(try await world.view.evaluateJavaScript("open('/a', 'n', 'noopener')") == .null)
            #expect(await pages.next() == "/a")
            #expect(try await app.views.first?.evaluateJavaScript("opener") == .null)
            #expect(try await world.view.evaluateJavaScript("open('/b', '', 'noreferrer')") == .null)
            #expect(await pages.next() == "/b")
            #expect(world.server.requests.last?.header("referer") == nil)
            #expect(try await world.view.evaluateJavaScript("open() !== null") == true)
            #expect(world.server.requests.count == 3)
            let blank = try #require(app.views.last)
            #expect(try await blank.evaluateJavaScript("opener = null; opener") == .null)
        }
    }

    /// Columns: the script, whether windows open by themselves, whether there is one. A user script runs without a tap.
    @Test(arguments: [(false, ["page/window-without-gesture"], 0), (true, [""], 1)])
    func gestures(automatically: Bool, reasons: [String], count: Int) async throws {
        try await withWorld(configure: { $0.scriptsOpenWindowsAutomatically = automatically }) { world async throws in
            let app = Self.app(in: world)
            await world.view.setUIDelegate(app)
            world.addScript("if (location.pathname === '/page') open('/popup')")
            try await world.load("/page")
            #expect(Self.windows(world) == reasons.map { "createWebView \($0)" })
            #expect(app.views.count == count)
        }
    }

    @Test("The script's own window goes there itself; what is no address throws")
    func ownWindow() async throws {
        try await withWorld { world async throws in
            try await world.load("/page")
            #expect(try await world.view.evaluateJavaScript("open('/next', '_self') === window") == true)
            #expect(world.server.requests.map(\.target) == ["/page", "/next"])
            for source in ["open('myapp://x')", "open('http://[')"] {
                await #expect(throws: ScriptFailure.self) { try await world.view.evaluateJavaScript(source) }
            }
            #expect(world.messages.isEmpty)
        }
    }

    @Test("Functions of a window do nothing to other objects")
    func foreignReceivers() async throws {
        try await withWorld { world async throws in
            let app = Self.app(in: world)
            await world.view.setUIDelegate(app)
            try await world.load("/page")
            for receiver in ["{}", "document", "webkit", "window", "null"] {
                try await world.view.evaluateJavaScript("{ const w = open(''); w.close.call(\(receiver)) }; 0")
            }
            #expect(!app.lines.contains("closed"))
        }
    }

    @Test("A script closes the window that a script has opened, and the holder sees it; the app is told")
    func closing() async throws {
        try await withWorld { world async throws in
            let pages = ShownPages()
            let (app, inner) = (Self.app(in: world, telling: pages), PageHostApp())
            await world.view.setUIDelegate(app)
            try await world.load("/page")
            try await world.view.evaluateJavaScript("globalThis.w = open('/popup'); 0")
            #expect(await pages.next() == "/popup")
            let window = try #require(app.views.first)
            await window.setUIDelegate(inner)
            await window.navigate(HTTPRequest(url: try WebURL(world.server.url("/further"))))
            try await window.evaluateJavaScript("window.close()")
            #expect(inner.lines == ["closed"])
            #expect(try await world.view.evaluateJavaScript("w.closed") == true)
            #expect(try await window.evaluateJavaScript("closed") == true)
            #expect(Self.windows(world).last == "webViewDidClose ")
        }
    }

    @Test("A view of the app's own is closed only while nobody has gone anywhere in it")
    func closingTheFirst() async throws {
        try await withWorld { world async throws in
            let app = PageHostApp()
            await world.view.setUIDelegate(app)
            try await world.load("/a")
            try await world.view.evaluateJavaScript("close()")
            #expect(app.lines == ["closed"])
            try await world.load("/b")
            try await world.view.evaluateJavaScript("close()")
            #expect(app.lines == ["closed"])
            #expect(world.messages.last?.handler == "console.warn")
        }
    }

    @Test("A window whose view the app has let go is closed")
    func letGo() async throws {
        try await withWorld { world async throws in
            let app = Self.app(in: world)
            await world.view.setUIDelegate(app)
            try await world.load("/page")
            #expect(try await world.view.evaluateJavaScript("globalThis.w = open(); w.closed") == false)
            app.forgetViews()
            while try await world.view.evaluateJavaScript("w.closed") == false { await Task.yield() }
            #expect(try await world.view.evaluateJavaScript("w.close(); w.location = '/x'; w.closed") == true)
        }
    }

    /// `target=_blank`: first the navigation delegate is asked, then the other; such a window has no opener.
    @Test(arguments: [(PageTrigger.link, "link"), (.form, "form")])
    func links(trigger: PageTrigger, kind: String) async throws {
        try await withWorld { world async throws in
            try await world.load("/page")
            let request = HTTPRequest(url: try WebURL(world.server.url("/next")))
            guard case .notOpened(.newWindow) = await world.view.openWindow(request, by: trigger) else {
                Issue.record("there is a window")
                return
            }
            #expect(Self.windows(world) == ["createWebView page/new-window"])

            let (recorder, pages) = (NavigationDelegateTests.Recorder(), ShownPages())
            let app = Self.app(in: world, telling: pages)
            await world.view.setNavigationDelegate(recorder)
            await world.view.setUIDelegate(app)
            guard case .opened(let view) = await world.view.openWindow(request, by: trigger) else {
                Issue.record("there is no window")
                return
            }
            #expect(await pages.next() == "/next")
            #expect(try await view.evaluateJavaScript("opener") == .null)
            #expect(recorder.calls.withLock { $0 } == ["action \(kind) /next"])
            #expect(app.lines == ["open \(kind) GET /next"])

            await world.view.setNavigationDelegate(
                NavigationDelegateTests.Recorder(decide: { $0.target == .newWindow ? .cancel : .allow }))
            guard case .cancelled(let failure) = await world.view.openWindow(request, by: trigger) else {
                Issue.record("it was not cancelled")
                return
            }
            #expect(failure.reason == .cancelledByDelegate)
            #expect(app.views.count == 1)
        }
    }

    @Test(
        "In the same window links and forms are told from scripts",
        arguments: [
            (PageTrigger.link, "link"), (.form, "form"), (.script, "page"),
        ])
    func triggers(trigger: PageTrigger, kind: String) async throws {
        try await withWorld { world async throws in
            try await world.load("/page")
            let recorder = NavigationDelegateTests.Recorder()
            await world.view.setNavigationDelegate(recorder)
            await world.view.navigate(HTTPRequest(url: try WebURL(world.server.url("/next"))), by: trigger)
            #expect(recorder.calls.withLock { $0.first } == "action \(kind) /next")
        }
    }

    @Test("Where the page's own scripts are off, what stands in for them does not run; the app's scripts do")
    func contentScriptsOff() async throws {
        try await withWorld(configure: { $0.allowsContentJavaScript = false }) { world async throws in
            await world.view.setPageScript { view in _ = try? await view.evaluateJavaScript("document.title = 'module'")
            }
            world.addScript("document.cookie = 'user=1'")
            let result = try await world.load("/page")
            #expect(result.notes == [.contentScriptsOff])
            #expect(await world.view.title == "Page")
            #expect(await world.stored() == ["user=1@app.localhost"])
            #expect(try await world.view.evaluateJavaScript("1 + 1") == 2)
        }
    }
}
