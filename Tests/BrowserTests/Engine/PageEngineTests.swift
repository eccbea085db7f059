import BridgePrimitives
import Cookies
import Foundation
import PageEngines
import TestSupport
import Testing
import WebViews

/// WebKit's own API, through the helper that `make webkit` builds, and Chromium behind the same.
extension RealBrowsers {
    @Suite("Real engines", .serialized)
    struct PageEngineTests {
        @Test(arguments: TestedEngines.all) func saysWhatItIs(engine: PageEngineKind) async throws {
            try await withPageEngine(engine) { helper in
                #expect(helper.engine == engine.rawValue)
                #expect(helper.version.contains("."))
            }
        }

        @Test(arguments: TestedEngines.all) func scriptsGiveJSON(engine: PageEngineKind) async throws {
            let rows: [(String, JSONValue)] = [
                ("1 + 1", 2), ("'a\\n\"é'", "a\n\"é"), ("undefined", .null), ("null", .null),
                ("[1, { a: true }]", [1, ["a": true]]),
                ("NaN", .null), ("'\\ud800'", "\u{FFFD}"), ("'x'.repeat(100000).length", 100_000), ("", .null),
                ("location.href", "about:blank"),
            ]
            try await Self.withView(engine) { view in
                try await view.open("about:blank")
                for (script, value) in rows { #expect(try await view.evaluate(script) == value, "\(script)") }
                let later = "return await new Promise((done) => setTimeout(() => done([7]), 1))"
                #expect(try await view.callAsync(later) == [7])
            }
        }

        @Test(arguments: TestedEngines.all) func scriptsThatFailHaveReasons(engine: PageEngineKind)
            async throws
        {
            try await Self.withView(engine) { view in
                try await view.open("about:blank")
                for script in ["throw new Error('no')", "'a'b", "nothing.here"] {
                    try await Self.expect(.scriptFailed, script) { try await view.evaluate(script) }
                }
                try await Self.expect(.noJSON, "a circle") { try await view.evaluate("const a = {}; a.a = a; a") }
                try await Self.expect(.scriptFailed, "a rejection") {
                    try await view.callAsync("throw new Error('no')")
                }
                #expect(try await view.evaluate("1") == 1)
            }
        }

        @Test(arguments: TestedEngines.all) func userScriptsRunWhereTheyAreTo(engine: PageEngineKind)
            async throws
        {
            let server = try ScriptedServer { request in
                .ok(
                    request.line.contains("/frame")
                        ? "<script>parent.postMessage(window.seen ?? 'nothing', '*')</script>"
                        : "<script>window.found = window.seen; addEventListener('message', (e) => window.framed = e.data)</script>"
                            + "<iframe src=/frame></iframe>",
                    headers: "Content-Type: text/html\r\n")
            }
            defer { server.stop() }
            let start = UserScript(
                source: "window.seen = 'start'", injectionTime: .atDocumentStart, forMainFrameOnly: false)
            let end = UserScript(
                source: "window.ended = document.querySelector('iframe') ? 'whole' : 'early'",
                injectionTime: .atDocumentEnd)
            try await Self.withView(engine, .init(userScripts: [start, end])) { view in
                try await view.open("http://app.localhost:\(server.port)/")
                #expect(try await view.evaluate("[window.found, window.ended]") == ["start", "whole"])
                try await waitUntil("the frame's message") {
                    try await view.evaluate("window.framed ?? null") == "start"
                }
                try await view.removeAllUserScripts()
                try await view.addUserScript(
                    UserScript(source: "window.seen = 'other'", injectionTime: .atDocumentStart))
                try await view.reload()
                #expect(try await view.evaluate("[window.found, window.ended ?? null]") == ["other", .null])
                // For the main frame only.
                try await waitUntil("the frame's message") {
                    try await view.evaluate("window.framed ?? null") == "nothing"
                }
            }
        }

        @Test(arguments: TestedEngines.all) func storesKeepCookiesAndShareNone(engine: PageEngineKind)
            async throws
        {
            let cookie = NativeCookie(
                name: "sid", value: "a", domain: "app.localhost", path: "/x", isSecure: true, isHTTPOnly: true,
                sameSite: .strict, expiry: Instant(secondsSinceEpoch: 4_000_000_000))
            try await withPageEngine(engine) { helper in
                try await helper.withStore { store in
                    try await store.setCookie(cookie)
                    try await store.setCookie(NativeCookie(name: "b", value: "", domain: "app.localhost"))
                    #expect(Set(try await store.allCookies().map(\.name)) == ["sid", "b"])
                    let kept = try await store.allCookies().first { $0.name == "sid" }
                    // The engine shortens lives that are too long.
                    #expect(
                        kept.map { [$0.value, $0.domain, $0.path, $0.sameSite.rawValue] } == [
                            "a", "app.localhost", "/x", "strict",
                        ])
                    #expect(kept.map { [$0.isSecure, $0.isHTTPOnly, $0.expiry != nil] } == [true, true, true])
                    let others = try await helper.withStore { other in try await other.allCookies() }
                    #expect(others == [])
                    if let kept { try await store.deleteCookie(kept) }
                    #expect(try await store.allCookies().map(\.name) == ["b"])
                    try await Self.expect(.refused, "a cookie for nobody") {
                        try await store.setCookie(NativeCookie(name: "a", value: "", domain: ""))
                    }
                }
            }
        }

        /// Not even to the end of the second in which it expires.
        @Test(arguments: TestedEngines.all) func anExpiredCookieIsNeverThere(engine: PageEngineKind)
            async throws
        {
            try await withPageEngine(engine) { helper in
                try await helper.withStore { store in
                    for name in ["a", "b", "c"] {
                        try await store.setCookie(
                            NativeCookie(
                                name: name, value: "1", domain: "app.localhost",
                                expiry: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))))
                        #expect(try await store.allCookies() == [])
                    }
                }
            }
        }

        @Test(arguments: TestedEngines.all.filter { $0 == .webkitgtk })
        func aStoreInAFolderIsThereAgain(engine: PageEngineKind) async throws {
            let folder = try TestSupport.TemporaryFolder()
            let settings = EngineStoreSettings(folder: folder.file("store"))
            try await withPageEngine(engine) { helper in
                try await helper.withStore(settings) { store in
                    try await store.setCookie(
                        NativeCookie(
                            name: "kept", value: "1", domain: "app.localhost",
                            expiry: Instant(secondsSinceEpoch: 4_000_000_000)))
                    try await store.setCookie(NativeCookie(name: "gone", value: "1", domain: "app.localhost"))
                    #expect(try await store.allCookies().count == 2)
                }
            }
            try await withPageEngine(engine) { helper in
                let kept = try await helper.withStore(settings) { store in try await store.allCookies() }
                #expect(kept.map(\.name) == ["kept"])
            }
        }

        @Test(arguments: TestedEngines.all) func theProcessThatShowsThePageMayEnd(engine: PageEngineKind)
            async throws
        {
            let server = try ScriptedServer { _ in .ok("<title>one</title>", headers: "Content-Type: text/html\r\n") }
            defer { server.stop() }
            try await Self.withView(engine) { view in
                try await view.open("http://app.localhost:\(server.port)/")
                let events = view.events()
                try await view.terminateWebContentProcess()
                var ends = 0
                for try await event in events {
                    guard case .processTerminated("terminated") = event else { continue }
                    ends += 1
                    break
                }
                #expect(ends == 1)
                try await view.reload()
                #expect(try await view.evaluate("document.title") == "one")
            }
        }

        @Test(arguments: TestedEngines.all) func aScriptWithoutAnEndIsGivenUp(engine: PageEngineKind)
            async throws
        {
            let timeouts = EngineTimeouts(page: .milliseconds(300), command: .seconds(3))
            try await withPageEngine(engine, timeouts: timeouts) { helper in
                try await helper.withStore { store in
                    try await store.withView { view in
                        try await view.loadHTML("<p>")
                        try await Self.expect(.timedOut, "no end") { try await view.evaluate("for (;;) {}") }
                    }
                }
            }
        }

        @Test(arguments: TestedEngines.all) func aSnapshotIsAPicture(engine: PageEngineKind) async throws {
            let folder = try TestSupport.TemporaryFolder()
            try await Self.withView(engine) { view in
                try await view.open("about:blank")
                try await view.takeSnapshot(to: folder.file("view.png"))
                let picture = try Data(contentsOf: URL(fileURLWithPath: folder.file("view.png")))
                #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
                try await Self.expect(.refused, "no folder") { try await view.takeSnapshot(to: "/nowhere/view.png") }
            }
        }

        /// Closed by its opener, by itself and by its user, and with the view that opened it.
        @Test(arguments: TestedEngines.all) func windowsAreViewsIfAsked(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { request in
                .ok(
                    request.line.contains("/window")
                        ? "<title>window</title><script>opener.postMessage(document.cookie, '*')</script>"
                        : "<script>document.cookie = 'a=1'; addEventListener('message', (e) => window.heard = e.data)</script>",
                    headers: "Content-Type: text/html\r\n")
            }
            defer { server.stop() }
            try await Self.withView(engine, .init(opensWindows: true)) { view in
                try await view.open("http://app.localhost:\(server.port)/")
                for closing in ["opened.close()", "itself", "user", "opener"] {
                    let window = try await view.opening("window.heard = null; window.opened = open('/window')")
                    try await waitUntil("the window's message") { try await view.evaluate("window.heard") == "a=1" }
                    #expect(try await window.evaluate("[document.title, opener !== null]") == ["window", true])
                    switch closing {
                    case "itself": try await window.evaluate("setTimeout(close)")
                    case "user": await window.close()
                    case "opener": return
                    default: try await view.evaluate(closing)
                    }
                    try await waitUntil("the window to close") { try await view.evaluate("opened.closed") == true }
                    // What is asked while the window closes is cancelled, and what is asked after that is refused.
                    try await waitUntil("the window to be gone") {
                        do throws(BridgeFailure) { try await window.evaluate("1") } catch {
                            return error.code == PageEngineReason.refused.code
                        }
                        return false
                    }
                }
            }
        }

        @Test(arguments: TestedEngines.all) func aBodyThatThrowsLeavesNothingBehind(engine: PageEngineKind)
            async throws
        {
            struct Enough: Error {}
            await #expect(throws: Enough.self) {
                try await withPageEngine(engine) { helper in
                    try await helper.withStore { store in try await store.withView { _ in throw Enough() } }
                }
            }
        }

        /// At each of these moments something else is under way: the display, the engine's start, a command.
        @Test(arguments: TestedEngines.all, [0, 40, 120, 400, 900])
        func aCancelledCallerLeavesNothingBehind(engine: PageEngineKind, milliseconds: Int) async throws {
            let (moments, moment) = AsyncStream.makeStream(of: Void.self)
            let driving = Task {
                try await withPageEngine(engine) { helper in
                    try await helper.withStore { store in
                        try await store.withView { view in _ = try await view.callAsync("await new Promise(() => {})") }
                    }
                }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { moment.finish() }
            for await _ in moments {}
            driving.cancel()
            guard case .failure(let error) = await driving.result else {
                Issue.record("a wait for what never comes ended")
                return
            }
            #expect((error as? BridgeFailure)?.code == PageEngineReason.cancelled.code, "\(error)")
        }

        static func withView(
            _ engine: PageEngineKind, _ settings: EngineViewSettings = EngineViewSettings(),
            _ body: (EngineView) async throws -> Void
        ) async throws {
            try await SharedEngines.withView(engine, settings) { view, _ in try await body(view) }
        }

        static func expect<Value>(
            _ reason: PageEngineReason, _ comment: String, _ body: () async throws -> Value
        ) async throws {
            let failure = await #expect(throws: BridgeFailure.self) { _ = try await body() }
            #expect(failure?.code == reason.code, "\(comment): \(String(describing: failure))")
        }
    }
}
