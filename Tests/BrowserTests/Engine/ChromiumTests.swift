import BridgePrimitives
import Cookies
import PageEngines
import TestSupport
import Testing
import WebViews

/// What Chromium has of its own, and what a page may try against whoever listens to it.
extension RealBrowsers {
    @Suite("Chromium as an engine", .serialized, .enabled(if: TestedEngines.all.contains(.chromium)))
    struct ChromiumTests {
        private static let html = "Content-Type: text/html\r\n"

        @Test func storesAreInMemory() async throws {
            try await withChromium { browser in
                for settings in [EngineStoreSettings(folder: "/tmp/none"), .init(trackingPrevention: true)] {
                    try await PageEngineTests.expect(.refused, "\(settings)") {
                        try await browser.withStore(settings) { _ in }
                    }
                }
            }
        }

        @Test func cookiesAreToldExactly() async throws {
            let rows: [NativeCookie] = [
                .init(name: "host", value: "1", domain: "app.localhost"),
                .init(name: "wide", value: "1", domain: ".app.localhost"),
                .init(name: "none", value: "", domain: "app.localhost", isSecure: true, sameSite: .none),
                .init(name: "lax", value: "é", domain: "127.0.0.1", path: "/a", isHTTPOnly: true, sameSite: .lax),
                .init(name: "", value: "nameless", domain: "[::1]"),
            ]
            try await withChromium { browser in
                try await browser.withStore { store in
                    for row in rows { try await store.setCookie(row) }
                    #expect(Set(try await store.allCookies()) == Set(rows))
                    for row in rows { try await store.deleteCookie(row) }
                    #expect(try await store.allCookies() == [])
                    let refused: [NativeCookie] = [
                        .init(name: "a", value: "b", domain: "app.localhost", sameSite: .none),
                        .init(name: "__Host-a", value: "b", domain: "app.localhost"),
                        .init(name: "a", value: "b;c", domain: "app.localhost"),
                        .init(name: "a", value: "b", domain: "no host/"),
                    ]
                    for row in refused {
                        try await PageEngineTests.expect(.refused, "\(row)") { try await store.setCookie(row) }
                    }
                }
            }
        }

        @Test func aTextIsShownAsIfItHadCome() async throws {
            let server = try ScriptedServer { _ in .ok("<title>of the server</title>", headers: Self.html) }
            defer { server.stop() }
            try await PageEngineTests.withView(.chromium) { view in
                let base = "http://app.localhost:\(server.port)/a"
                let events = view.events()
                try await view.loadHTML("<title>é</title>", baseURL: base)
                for try await event in events {
                    if case .navigation(.didFinish, _) = event { break }
                }
                #expect(try await view.evaluate("[document.title, location.href]") == ["é", .string(base)])
                #expect(server.received.filter { !$0.line.contains("favicon") }.isEmpty)
                try await view.reload()
                #expect(try await view.evaluate("document.title") == "of the server")
                try await PageEngineTests.expect(.refused, "no URL") { try await view.load("no url") }
            }
        }

        @Test func noIconOfATabIsAskedFor() async throws {
            let server = try ScriptedServer { _ in .ok("<p>", headers: Self.html) }
            defer { server.stop() }
            let origin = "http://app.localhost:\(server.port)"
            try await PageEngineTests.withView(.chromium) { view in
                let events = view.events()
                try await view.load("\(origin)/")
                for try await event in events {
                    if case .resource(_, url: "\(origin)/favicon.ico", hasEnded: true, _) = event { break }
                }
                #expect(server.received.map(\.line) == ["GET / HTTP/1.1"])
            }
        }

        @Test func whatAPageSaysIsTakenForWhatItIs() async throws {
            let script = """
                const said = [];
                for (const name of Object.getOwnPropertyNames(window)) {
                  if (name.startsWith('sessionBridge')) said.push(name);
                }
                const frame = document.body.appendChild(document.createElement('iframe'));
                said.push(typeof frame.contentWindow.sessionBridgePost, typeof frame.contentWindow.webkit);
                console.log('x'.repeat(70 << 20));
                console.log('\\ud800', Symbol('s'), 10n, () => 1, [1, [2]], { a: { b: 1 } }, null, undefined, NaN, /x/);
                console.error(Object.defineProperty({}, 'a', { get() { throw 1 }, enumerable: true }));
                for (const body of [undefined, NaN, 'e\\ud800', { toJSON() { return 7 } }]) {
                  webkit.messageHandlers.native.postMessage(body);
                }
                try { webkit.messageHandlers.native.postMessage(1n) } catch (error) { said.push(error.name) }
                said.push(typeof webkit.messageHandlers.other);
                document.title = 'a'.repeat(1 << 20);
                location.hash = 'x'.repeat(1 << 16);
                webkit.messageHandlers.native.postMessage(said);
                """
            let server = try ScriptedServer { _ in .ok("<body><script>\(script)</script>", headers: Self.html) }
            defer { server.stop() }
            try await PageEngineTests.withView(.chromium, .init(messageHandlers: ["native"])) { view in
                let events = view.events()
                try await view.load("http://app.localhost:\(server.port)/")
                var (messages, said, title): ([JSONValue], [String], String) = ([], [], "")
                for try await event in events {
                    switch event {
                    case .scriptMessage("native", let body): messages.append(body)
                    case .console(let message): said.append("\(message.level): \(message.message)")
                    case .titleChanged(let text): title = text
                    default: break
                    }
                    if messages.count == 5, !title.isEmpty { break }
                }
                #expect(messages.dropLast() == [.null, .null, "e\u{FFFD}", 7])
                #expect(messages.last == ["undefined", "object", "TypeError", "undefined"])
                // The first is longer than any that is taken.
                #expect(
                    said == [
                        "log: \u{FFFD} Symbol(s) 10n () => 1 [1,…] {\"a\":…} null undefined NaN /x/",
                        "error: {\"a\":…}",
                    ])
                #expect(title.utf8.count == 65536)
                #expect(try await view.evaluate("1") == 1)
            }
        }

        @Test func aViewThatClosesItselfIsGone() async throws {
            try await PageEngineTests.withView(.chromium) { view in
                try await view.open("about:blank")
                let events = view.events()
                _ = try? await view.evaluate("close()")
                var told: [EngineEvent] = []
                for try await event in events {
                    told.append(event)
                    if case .processTerminated = event { break }
                }
                #expect(
                    told == [.asked("webViewDidClose", details: JSONObject()), .processTerminated(reason: "closed")])
                try await PageEngineTests.expect(.refused, "no page") { try await view.evaluate("1") }
            }
        }

        @Test func historyIsGoneThrough() async throws {
            let server = try ScriptedServer { request in
                .ok("<title>\(request.line.contains("/two") ? "two" : "one")</title>", headers: Self.html)
            }
            defer { server.stop() }
            let origin = "http://app.localhost:\(server.port)"
            try await PageEngineTests.withView(.chromium) { view in
                try await view.open("\(origin)/one")
                try await view.open("\(origin)/two")
                try await view.goForward()
                for (go, title) in [(view.goBack, "one"), (view.goForward, "two")] {
                    let events = view.events()
                    try await go()
                    for try await event in events {
                        if case .navigation(.didFinish, _) = event { break }
                    }
                    #expect(try await view.evaluate("document.title") == .string(title))
                }
            }
        }
    }
}
