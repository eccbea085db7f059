import BridgePrimitives
import BridgeTrace
import Listening
import PageEngines
import Proxying
import TestSupport
import Testing
import WebViews

/// What is told of a page: its navigations, what it says, and what it wants of somebody who is not there.
extension RealBrowsers {
    @Suite("What real engines tell", .serialized)
    struct EngineEventsTests {
        private static let html = "Content-Type: text/html\r\n"

        @Test(arguments: TestedEngines.all) func aRedirectIsOneNavigation(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { request in
                request.line.contains("/old")
                    ? .keep("HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n")
                    : .ok("<title>new</title>", headers: Self.html)
            }
            defer { server.stop() }
            let origin = "http://app.localhost:\(server.port)"
            let told = try await Self.events(engine, of: "\(origin)/old")
            #expect(
                told.filter(\.isNavigation) == [
                    .navigation(.didStartProvisional, url: "\(origin)/old"),
                    .navigation(.didReceiveServerRedirect, url: "\(origin)/new"),
                    .navigation(.didCommit, url: "\(origin)/new"), .navigation(.didFinish, url: "\(origin)/new"),
                ])
            #expect(told.contains(.response(url: "\(origin)/new", status: 200, isForMainFrame: true, isAllowed: true)))
            #expect(told.contains(.action(url: "\(origin)/new", isRedirect: true, wantsNewWindow: false)))
        }

        @Test(
            arguments: TestedEngines.all,
            [
                ("Content-Type: application/zip\r\n", "what it cannot show"),
                ("Content-Type: text/html\r\nContent-Disposition: attachment; filename=a.html\r\n", "a download"),
            ])
        func whatIsNoPageIsNotLoaded(engine: PageEngineKind, row: (headers: String, what: String)) async throws {
            let server = try ScriptedServer { _ in .ok("<p>", headers: row.headers) }
            defer { server.stop() }
            try await PageEngineTests.withView(engine) { view in
                try await PageEngineTests.expect(.loadFailed, row.what) {
                    try await view.open("http://app.localhost:\(server.port)/")
                }
                #expect(try await view.evaluate("location.href") == "about:blank")
            }
        }

        @Test(arguments: TestedEngines.all) func nobodyThereIsAFailure(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { _ in .silence }
            let port = server.port
            server.stop()
            try await PageEngineTests.withView(engine) { view in
                try await PageEngineTests.expect(.loadFailed, "nobody listens") {
                    try await view.open("http://127.0.0.1:\(port)/")
                }
            }
        }

        @Test(arguments: TestedEngines.all) func pagesSpeak(engine: PageEngineKind) async throws {
            let script = """
                console.log('a', { b: 1 }); console.warn(new Error('w'));
                webkit.messageHandlers.native.postMessage({ x: [1, null] });
                alert('hello'); window.answers = [confirm('sure?'), prompt('name?', 'me')];
                open('/other'); setTimeout(() => { throw new Error('late'); }, 0); Promise.reject('never mind');
                webkit.messageHandlers.native.postMessage(window.answers);
                setTimeout(() => webkit.messageHandlers.native.postMessage('end'), 1);
                """
            let server = try ScriptedServer { _ in .ok("<script>\(script)</script>", headers: Self.html) }
            defer { server.stop() }
            try await PageEngineTests.withView(engine, .init(messageHandlers: ["native"])) { view in
                let events = view.events()
                try await view.load("http://app.localhost:\(server.port)/")
                var (said, asked, messages): ([String], [String], [JSONValue]) = ([], [], [])
                for try await event in events {
                    switch event {
                    case .console(let message): said.append("\(message.level): \(message.message)")
                    case .asked(let name, let details):
                        asked.append(
                            "\(name) \(details["message"]?.stringValue ?? "-") \((details["result"] ?? .null).text())")
                    case .scriptMessage("native", let body): messages.append(body)
                    default: break
                    }
                    if messages.last == "end" { break }
                }
                #expect(messages == [["x": [1, .null]], [false, .null], "end"])
                #expect(
                    asked == [
                        "runJavaScriptAlertPanel hello null", "runJavaScriptConfirmPanel sure? false",
                        "runJavaScriptTextInputPanel name? null", "createWebView - null",
                    ])
                #expect(said.prefix(2) == ["log: a {\"b\":1}", "warn: Error: w"])
                #expect(
                    Set(said.dropFirst(2)) == [
                        "exception: never mind", "exception: Error: late",
                    ])
            }
        }

        @Test(arguments: TestedEngines.all) func nobodyHasAPassword(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { _ in
                .keep(
                    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\(Self.html)"
                        + "Content-Length: 2\r\n\r\nno")
            }
            defer { server.stop() }
            let told = try await Self.events(engine, of: "http://app.localhost:\(server.port)/")
            let challenge = told.compactMap { event in
                if case .asked("didReceiveAuthenticationChallenge", let details) = event { details } else { nil }
            }
            #expect(challenge.first?["authenticationMethod"] == "HTTPBasic")
            #expect(challenge.first?["realm"] == "x")
            #expect(told.contains { if case .response(_, 401, _, _) = $0 { true } else { false } })
        }

        /// The engine itself verifies: it takes certificates of the authority that it is told of, and no others.
        @Test(arguments: TestedEngines.all, [true, false])
        func onlyTheAuthoritysCertificatesAreTrusted(engine: PageEngineKind, isKnown: Bool) async throws {
            let server = try ScriptedServer { _ in .ok("<title>there</title>", headers: Self.html) }
            defer { server.stop() }
            let host = "app.example.com"
            let shown = try RunAuthority(for: [host], now: SystemTime.now)
            let trusted = try isKnown ? shown : RunAuthority(for: [host], now: SystemTime.now)
            let service = ProxyPolicy.Service(
                name: "page", hosts: [host], address: ListenAddress(port: server.port)
            ) { _, _, _ in true }
            let trace = TraceLog(clock: WorldClock { SystemTime.now }, masking: Masking(.fingerprints))
            try await withProxy(ProxyPolicy(services: [service]), authority: shown, trace: trace) { proxy in
                try await withPageEngine(engine, trusting: trusted.certificatePEM) { helper in
                    try await helper.withStore(.init(proxy: proxy.origin)) { store in
                        try await store.withView { view in
                            guard !isKnown else {
                                try await view.open("https://\(host)/")
                                let title = try await view.evaluate("document.title")
                                #expect(title == "there")
                                return
                            }
                            let failure = await #expect(throws: BridgeFailure.self) {
                                try await view.open("https://\(host)/")
                            }
                            #expect(failure?.code == PageEngineReason.loadFailed.code)
                            let words =
                                switch engine {
                                case .webkitgtk: "from an authority that is not trusted"
                                case .chromium: "net::ERR_CERT_AUTHORITY_INVALID"
                                }
                            #expect(failure?.cause.contains(words) == true)
                        }
                    }
                }
            }
            // A view that closes lets go what it holds back, Chromium's icon of a tab.
            let lines = server.received.map(\.line).filter { !$0.contains("favicon") }
            #expect(lines == (isKnown ? ["GET / HTTP/1.1"] : []))
        }

        /// All events until the document has finished.
        private static func events(_ engine: PageEngineKind, of url: String) async throws -> [EngineEvent] {
            var told: [EngineEvent] = []
            try await PageEngineTests.withView(engine) { view in
                let events = view.events()
                try await view.load(url)
                for try await event in events {
                    told.append(event)
                    if case .navigation(.didFinish, _) = event { break }
                }
            }
            return told
        }
    }
}

extension EngineEvent {
    fileprivate var isNavigation: Bool { if case .navigation = self { true } else { false } }
}
