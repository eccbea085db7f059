import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// Which frames are loaded, in which order, and what of them is told.
@Suite("Frames", .timeLimit(.minutes(5)))
struct FrameTests {
    @Test("Frames are loaded in document order, each with those in it before its next sibling, and after the scripts")
    func order() async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case "/": .html("<iframe src='/a'></iframe><p><iframe src=b?q=1></iframe>")
            case "/a":
                .html("<frameset><frame src='a1'><frame src='//www.app.localhost:\(request.port)/a2'></frameset>")
            default: .html()
            }
        }) { world async throws in
            world.addScript("console.log(location.pathname)", .atDocumentEnd, forMainFrameOnly: false)
            let result = try await world.load()
            #expect(
                world.server.requests.map(\.line) == [
                    "GET app.localhost/", "GET app.localhost/a", "GET app.localhost/a1", "GET www.app.localhost/a2",
                    "GET app.localhost/b?q=1",
                ])
            #expect(world.messages.map(\.body.text) == ["/", "/a", "/a1", "/a2", "/b"])
            let frames = await world.view.frames
            #expect(frames.map(\.place) == ["app.localhost/a", "app.localhost/b?q=1"])
            #expect(frames.first?.frames.map(\.place) == ["app.localhost/a1", "www.app.localhost/a2"])
            #expect(frames.map(\.outcome) == [.loaded(status: 200), .loaded(status: 200)])
            #expect(frames.first?.hops.map(\.number) == [2])
            #expect(result.hops.count == 1)  // a frame's requests are not the page's
            #expect(result.notes.isEmpty)
            #expect(world.navigations.last == .didFinish)
            // The trace tells them apart: navigations are the view's, all else is the page's.
            let actors = world.trace.events.filter { if case .request = $0.kind { true } else { false } }.map(\.actor)
            #expect(actors == [.webView, .page, .page, .page, .page])
        }
    }

    @Test("A frame is asked for with its parent as referrer, which its document sees too")
    func referrer() async throws {
        try await withWorld(answering: { request in
            request.target == "/page?q=1"
                ? .html("<iframe src='/same'></iframe><iframe src='http://tp.localhost:\(request.port)/'></iframe>")
                : .html()
        }) { world async throws in
            try await world.load("/page?q=1#f")
            let same = world.server.url("/page?q=1")
            let cross = world.server.url("/")
            #expect(world.server.requests.map { $0.header("referer") } == [nil, same, cross])
            #expect(try await world.evaluate("document.referrer", inFrame: "app.localhost/same") == .string(same))
            #expect(try await world.evaluate("document.referrer", inFrame: "tp.localhost/") == .string(cross))
        }
    }

    @Test("A base element decides where relative frames are")
    func base() async throws {
        try await withWorld(answering: { request in
            request.target == "/" ? .html("<base href='/deep/down/'><iframe src='../x'></iframe>") : .html()
        }) { world async throws in
            try await world.load()
            #expect(world.server.requests.map(\.target) == ["/", "/deep/x"])
        }
    }

    @Test("A script can tell where it runs, and cannot reach the windows around its own")
    func windows() async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case "/": .html("<iframe src='/a'></iframe>")
            case "/a": .html("<iframe src='http://tp.localhost:\(request.port)/b'></iframe>")
            default: .html()
            }
        }) { world async throws in
            try await world.load()
            let probe = """
                (() => {
                  const error = f => { try { f(); return '' } catch (e) { return e.name } };
                  console.log(top, parent);
                  return [top === window, parent === window, top === parent, self === window,
                    error(() => top.location.href), error(() => parent.document)];
                })()
                """
            #expect(try await world.view.evaluateJavaScript(probe) == [true, true, true, true, "", ""])
            #expect(
                try await world.evaluate(probe, inFrame: "app.localhost/a")
                    == [false, false, true, true, "NotSupportedError", "NotSupportedError"])
            #expect(
                try await world.evaluate(probe, inFrame: "tp.localhost/b")
                    == [false, false, false, true, "SecurityError", "SecurityError"])
        }
    }

    @Test(
        "A frame that fails leaves the page as it is",
        arguments: [
            ("javascript:void 0", NavigationReason.unsupportedScheme),  // pages' own scripts do not run
            ("ftp://app.localhost/", .unsupportedScheme), ("http://[", .unsupportedScheme),
            ("data:no comma", .unsupportedScheme), ("data:;base64,!", .unsupportedScheme),
            ("/empty", .noContent), ("/zip", .cannotShow), ("/loop", .tooManyRedirects), ("/away", .unsupportedScheme),
            ("/deny", .frameRefused), ("http://tp.localhost:PORT/sameorigin", .frameRefused),
            ("/csp", .frameRefused), ("http://127.0.0.2:1/", .couldNotConnect),
        ])
    func failures(source: String, reason: NavigationReason) async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case "/":
                .html(
                    "<iframe src='\(source.replacing("PORT", with: "\(request.port)"))'></iframe>"
                        + "<iframe src=/ok></iframe>"
                )
            case "/empty": .html(status: 204)
            case "/zip": .typed("application/zip", [1])
            case "/loop": .redirect("/loop")
            case "/away": .redirect("app://x")
            case "/deny": .typed("text/html", [], [("X-Frame-Options", "DENY"), ("Set-Cookie", "kept=1")])
            case "/csp": .typed("text/html", [], [("Content-Security-Policy", "img-src *; frame-ancestors 'none'")])
            case "/sameorigin": .typed("text/html", [], [("X-Frame-Options", "sameorigin")])
            default: .html()
            }
        }) { world async throws in
            #expect(try await world.load().status == 200)
            let frames = await world.view.frames
            guard case .failed(let failure)? = frames.first?.outcome else {
                Issue.record("the frame is there: \(frames)")
                return
            }
            #expect(failure.reason == reason)
            #expect(frames.first?.url == "about:blank")
            #expect(frames.last?.outcome == .loaded(status: 200))
            let failed = world.events { kind -> [ReasonCode]? in
                if case .navigation(let event) = kind, event.phase == .didFail { event.reasons } else { nil }
            }
            #expect(failed == [[NavigationReason.inFrame.code] + failure.reasons])
            // What the response set is stored, though its document is not shown.
            #expect(await world.stored() == (source == "/deny" ? ["kept=1@app.localhost"] : []))
        }
    }

    @Test(
        "A document lets its own origin frame it; frame-ancestors take the place of X-Frame-Options",
        arguments: [
            [("X-Frame-Options", "SAMEORIGIN")],
            [("X-Frame-Options", "DENY"), ("Content-Security-Policy", "frame-ancestors 'self'")],
        ])
    func framedByItself(headers: [(String, String)]) async throws {
        try await withWorld(answering: { request in
            request.target == "/" ? .html("<iframe src=/framed></iframe>") : .typed("text/html", [], headers)
        }) { world async throws in
            try await world.load()
            #expect(await world.view.frames.map(\.outcome) == [.loaded(status: 200)])
        }
    }

    @Test("Depth and number are capped, and the page says so")
    func limits() async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case let path where path.hasPrefix("/deep"): .html("<iframe src='\(path)d'></iframe>")
            case "/wide": .html(String(repeating: "<iframe src=/leaf></iframe>", count: 33))
            case "/full": .html(String(repeating: "<iframe src=/leaf></iframe>", count: 32))
            default: .html()
            }
        }) { world async throws in
            #expect(try await world.load("/deep").notes == [.framesTooDeep])
            #expect(await world.frames().count == 4)
            #expect(try await world.load("/wide").notes == [.tooManyFrames])
            #expect(await world.frames().count == 32)
            #expect(try await world.load("/full").notes.isEmpty)
            #expect(await world.frames().count == 32)
        }
    }

    @Test("A page in itself is loaded once more, and not again")
    func recursive() async throws {
        try await withWorld(answering: { _ in .html("<iframe src='/self#part'></iframe>") }) { world async throws in
            #expect(try await world.load("/self").notes.isEmpty)
            let frames = await world.frames()
            #expect(frames.map(\.url) == [world.server.url("/self#part"), "about:blank"])
            #expect(world.server.requests.count == 2)
            guard case .failed(let failure)? = frames.last?.outcome else {
                Issue.record("the inner frame is there")
                return
            }
            #expect(failure.reason == .frameInItself)
        }
    }

    @Test("A configuration may leave frames out")
    func switchedOff() async throws {
        try await withWorld(
            configure: { $0.loadsFrames = false }, answering: { _ in .html("<iframe src=/x></iframe>") }
        ) { world async throws in
            try await world.load()
            #expect(await world.view.frames.isEmpty)
            #expect(await world.view.document.frames.map(\.source) == ["/x"])
            #expect(world.server.requests.count == 1)
        }
    }

    @Test("A frame's name is of one document only")
    func names() async throws {
        try await withWorld(answering: { request in
            request.target == "/leaf" ? .html() : .html("<iframe src=/leaf></iframe>")
        }) { world async throws in
            try await world.load()
            let id = try #require(await world.view.frames.first?.id)
            #expect(try await world.view.evaluateJavaScript("location.pathname", in: id) == "/leaf")
            try await world.load("/again")
            #expect(await world.view.readCookies(in: id) == nil)
            let failure = await #expect(throws: ScriptFailure.self) {
                try await world.view.evaluateJavaScript("1", in: id)
            }
            #expect(failure?.reason == .noSuchFrame)
        }
    }

    @Test("The delegate is asked about frames, told nothing, and can keep one out")
    func delegate() async throws {
        try await withWorld(answering: { request in
            request.target == "/" ? .html("<iframe src=/hop></iframe>") : .redirect("/target")
        }) { world async throws in
            let forMainFrame = Mutex<[Bool]>([])
            let recorder = NavigationDelegateTests.Recorder(decide: { action in
                forMainFrame.withLock { $0.append(action.isForMainFrame) }
                return action.url?.path == "/target" ? .cancel : .allow
            })
            await world.view.setNavigationDelegate(recorder)
            #expect(try await world.load().status == 200)
            #expect(
                recorder.calls.withLock { $0 } == [
                    "action load /", "start /", "response 200 text/html", "commit /", "action frame /hop",
                    "action redirect /target", "finish /",
                ])
            #expect(forMainFrame.withLock { $0 } == [true, false, false])
            #expect(await world.view.frames.map(\.url) == ["about:blank"])
        }
    }

    @Test("An app that is bound to its domains runs no scripts in frames of others, nor in what is inside them")
    func appBound() async throws {
        try await withWorld(
            app: AppInformation(appBoundDomains: ["app.localhost"]),
            configure: { $0.limitsNavigationsToAppBoundDomains = true },
            answering: { request in
                switch request.target {
                case "/":
                    .html("<iframe src=/own></iframe><iframe src='http://tp.localhost:\(request.port)/tp'></iframe>")
                case "/tp":
                    .html("<iframe srcdoc=x></iframe><iframe sandbox srcdoc=y></iframe><iframe src='data:,z'></iframe>")
                default: .html("<iframe></iframe>")
                }
            }
        ) { world async throws in
            world.addScript("console.log(location.href)", forMainFrameOnly: false)
            try await world.load()
            let frames = await world.frames()
            #expect(
                frames.map(\.place) == [
                    "app.localhost/own", "about:blank", "tp.localhost/tp", "about:srcdoc", "about:srcdoc", "data:,z",
                ])
            let skipped = [[ScriptFailureReason.injectionSkipped]]
            #expect(frames.map { $0.scriptFailures.map(\.reason) } == [[], []] + skipped + skipped + skipped + skipped)
            #expect(world.messages.count == 3)
            let failure = await #expect(throws: ScriptFailure.self) {
                try await world.evaluate("1", inFrame: "tp.localhost/tp")
            }
            #expect(failure?.reason == .appBoundDomain)
        }
    }

    @Test("A new load ends the loading of frames; the document that was shown stays what it was")
    func superseded() async throws {
        try await withWorld(answering: { request in
            switch request.target {
            case "/": .html("<iframe src=/slow></iframe><iframe src=/never></iframe>")
            case "/slow": .silence
            default: .html()
            }
        }) { world async throws in
            let request = try world.request("/")
            async let first = world.view.load(request)
            while let arrival = await world.server.nextArrival(), arrival.target != "/slow" {}
            try await world.load("/next")
            let result = await first
            #expect(result.status == 200)
            #expect(result.notes == [.superseded])
            #expect(world.server.requests.map(\.target) == ["/", "/slow", "/next"])
            #expect(await world.view.url?.path == "/next")
        }
    }

    @Test("Message handlers hear from frames, and from which")
    func messages() async throws {
        final class Ear: ScriptMessageHandler {
            let heard = Mutex<[ScriptMessage]>([])
            func receive(_ message: ScriptMessage) async { heard.withLock { $0.append(message) } }
        }
        try await withWorld(answering: { _ in .html("<iframe srcdoc='x'></iframe>") }) { world async throws in
            let ear = Ear()
            try world.content.add(ear, name: "ear")
            world.addScript("webkit.messageHandlers.ear.postMessage(top === window)", forMainFrameOnly: false)
            try await world.load()
            #expect(
                ear.heard.withLock { $0 } == [
                    ScriptMessage(name: "ear", body: true, frameURL: world.server.url("/")),
                    ScriptMessage(name: "ear", body: false, frameURL: "about:srcdoc", isMainFrame: false),
                ])
        }
    }
}
