import BridgePrimitives
import Cookies
import HTTPLoader
import Listening
import PageEngines
import Proxying
import Testing
import TestSupport
import WebViews

@testable import SessionBridgeCLI

/// What the engine really sends and gets, as the proxy reads it.
extension RealBrowsers {
    @Suite("Visits in real engines", .serialized)
    struct EngineVisitTests {
        private static let html = "Content-Type: text/html\r\n"

        @Test(arguments: TestedEngines.all) func eachRequestsCookiesAreThoseThatWereSent(
            engine: PageEngineKind
        ) async throws {
            let server = try ScriptedServer { request in
                switch request.line.split(separator: " ").dropFirst().first {
                case "/":
                    .keep(
                        "HTTP/1.1 302 Found\r\nLocation: /page\r\nSet-Cookie: first=1; HttpOnly\r\n"
                            + "Set-Cookie: second=2; Path=/page\r\nContent-Length: 0\r\n\r\n")
                case "/page":
                    .ok(
                        "<title>shop</title><script>document.cookie = 'third=3'; fetch('/data')</script>",
                        headers: Self.html)
                default: .ok("{}", headers: "Set-Cookie: fourth=4\r\n")
                }
            }
            defer { server.stop() }
            let origin = "http://app.localhost:\(server.port)"
            var visit = EngineVisit(url: try WebURL("\(origin)/"))
            visit.engine = engine
            visit.cookies = [NativeCookie(name: "zero", value: "0", domain: "app.localhost")]
            visit.userScripts = [
                UserScript(source: "document.cookie = 'customtoken=abc;path=/'", injectionTime: .atDocumentStart)
            ]
            let page = try await visit.run()
            #expect(page.failure == nil)
            #expect(page.title == "shop")
            #expect(page.url == "\(origin)/page")
            #expect(page.exchanges.map(\.url) == ["\(origin)/", "\(origin)/page", "\(origin)/data"])
            #expect(page.exchanges.map(\.handling) == [.read, .read, .read])
            #expect(page.exchanges.map(\.status) == [302, 200, 200])
            #expect(page.exchanges.first?.location == "/page")
            #expect(
                page.exchanges.first?.setCookieFields.map { $0.reveal() } == [
                    "first=1; HttpOnly", "second=2; Path=/page",
                ])
            // Longer paths first, then older ones: RFC 6265 §5.4.
            #expect(
                page.exchanges.map { $0.cookieHeader?.reveal() } == [
                    "zero=0", "second=2; zero=0; first=1", "zero=0; first=1; customtoken=abc; third=3",
                ])
            let written = page.scriptActions.compactMap { action in
                if case .wroteCookie(let text) = action.kind { text.reveal() } else { nil }
            }
            #expect(written == ["customtoken=abc;path=/", "third=3"])
            #expect(Set(page.cookies.map(\.name)) == ["zero", "first", "second", "customtoken", "third", "fourth"])
            #expect(page.visible?.reveal().contains("first") == false)
            #expect(page.visible?.reveal().contains("customtoken=abc") == true)
        }

        /// The profile that claims to be this engine's: where it errs, a row of `CookieProfile+WebKitGTK.swift` or its like is wrong.
        @Test(arguments: TestedEngines.all) func theEnginesOwnProfileSendsTheSame(engine: PageEngineKind)
            async throws
        {
            let server = try ScriptedServer { request in
                switch request.line.split(separator: " ").dropFirst().first {
                case "/":
                    .keep(
                        "HTTP/1.1 302 Found\r\nLocation: /page\r\nSet-Cookie: first=1; HttpOnly; SameSite=Strict\r\n"
                            + "Set-Cookie: second=2; Path=/page\r\nSet-Cookie: wide=3; Domain=app.localhost\r\n"
                            + "Content-Length: 0\r\n\r\n")
                case "/page":
                    .ok("<script>document.cookie = 'third=3'; fetch('/data')</script>", headers: Self.html)
                default: .ok("{}")
                }
            }
            defer { server.stop() }
            var visit = EngineVisit(url: try WebURL("http://app.localhost:\(server.port)/"))
            visit.engine = engine
            var tracing = EngineTracing(visit: visit)
            tracing.cookies = ["old=1; HttpOnly; Max-Age=3600"]
            let own = try await tracing.run()
            #expect(own.failure == nil)
            #expect(own.differences == [])
            tracing.profile = engine == .chromium ? .webkitgtk : .chromium
            let other = try await tracing.run()
            #expect(other.differences.map(\.hop) == [2, 3])
            #expect(other.differences.compactMap(\.explanation?.knob) == ["headerOrder", "headerOrder"])
        }

        /// A service stands in for a host elsewhere: the engine speaks TLS with it and knows no difference.
        @Test(arguments: TestedEngines.all) func aHostElsewhereIsReadByTLS(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { request in
                request.line.contains(" / ")
                    ? .ok(
                        "<title>\(request.values("host").first ?? "")</title><img src=https://cdn.example.net/a.png>",
                        headers: Self.html + "Set-Cookie: __Secure-sid=1; Secure; SameSite=None\r\n")
                    : .ok("", headers: "Content-Type: image/png\r\n")
            }
            defer { server.stop() }
            var visit = EngineVisit(url: try WebURL("https://app.example.com/"))
            visit.engine = engine
            visit.services = [
                .init(
                    name: "page", hosts: ["app.example.com", "cdn.example.net"],
                    address: ListenAddress(port: server.port)
                ) { _, _, _ in true }
            ]
            let page = try await visit.run()
            #expect(page.title == "app.example.com")
            #expect(page.exchanges.map(\.url) == ["https://app.example.com/", "https://cdn.example.net/a.png"])
            #expect(page.exchanges.map { $0.cookieHeader?.reveal() } == [nil, nil])
            #expect(page.cookies.map(\.name) == ["__Secure-sid"])
        }

        @Test(arguments: TestedEngines.all) func aHandWrittenCookieHeaderIsToldAsItWasSent(
            engine: PageEngineKind
        ) async throws {
            let server = try ScriptedServer { _ in .ok("<p>", headers: Self.html) }
            defer { server.stop() }
            var visit = EngineVisit(url: try WebURL("http://app.localhost:\(server.port)/"))
            visit.engine = engine
            visit.cookies = [NativeCookie(name: "stored", value: "1", domain: "app.localhost")]
            visit.headers = HTTPHeaders([("Cookie", "written=2"), ("X-Mark", "3")])
            let page = try await visit.run()
            let sent = try #require(server.received.first)
            #expect(sent.values("x-mark") == ["3"])
            #expect(page.exchanges.first?.cookieFields.map { $0.reveal() } == sent.values("cookie"))
        }

        @Test(arguments: TestedEngines.all) func whatDoesNotOpenHasAReason(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { _ in .ok("", headers: "Content-Type: application/zip\r\n") }
            defer { server.stop() }
            var visit = EngineVisit(url: try WebURL("http://app.localhost:\(server.port)/"))
            visit.engine = engine
            let page = try await visit.run()
            #expect(page.failure?.code == PageEngineReason.loadFailed.code)
            #expect(page.exchanges.map(\.status) == [200])
        }

        @Test(arguments: TestedEngines.all) func aServerThatIsNotThereIsNoPage(engine: PageEngineKind)
            async throws
        {
            let server = try ScriptedServer { _ in .silence }
            let port = server.port
            server.stop()
            var visit = EngineVisit(url: try WebURL("http://app.localhost:\(port)/"))
            visit.engine = engine
            let page = try await visit.run()
            #expect(page.failure?.code == PageEngineReason.loadFailed.code)
            #expect(page.failure?.cause.contains("proxy/unreachable") == true)
        }

        @Test(arguments: TestedEngines.all) func aPageThatNeverFinishesIsGivenUp(engine: PageEngineKind)
            async throws
        {
            let server = try ScriptedServer { request in
                request.line.contains("/slow")
                    ? .silence : .ok("<title>half</title><img src=/slow>", headers: Self.html)
            }
            defer { server.stop() }
            var visit = EngineVisit(url: try WebURL("http://app.localhost:\(server.port)/"))
            visit.engine = engine
            visit.timeouts.page = .seconds(2)
            let page = try await visit.run()
            #expect(page.failure?.code == PageEngineReason.timedOut.code)
            #expect(page.title == "half")
            #expect(page.failure?.cause == "the page did not finish within 2.0 seconds: 1 request has no answer")
            #expect(page.waiting == ["\(visit.url.string)slow"])
        }

        @Test(arguments: TestedEngines.all)
        func aDocumentThatNeverComesIsWaitedFor(engine: PageEngineKind) async throws {
            let server = try ScriptedServer { _ in .silence }
            defer { server.stop() }
            var visit = EngineVisit(url: try WebURL("http://app.localhost:\(server.port)/"))
            visit.engine = engine
            visit.timeouts.page = .seconds(1)
            let page = try await visit.run()
            #expect(page.failure?.code == PageEngineReason.timedOut.code)
            #expect(page.waiting == [visit.url.string])
        }

        @Test(
            arguments: TestedEngines.all,
            ["<script>for (;;) {}</script>", "<script>setTimeout(() => { for (;;) {} }, 50)</script>"])
        func aPageWhoseScriptDoesNotEndIsBusy(engine: PageEngineKind, html: String) async throws {
            let server = try ScriptedServer { _ in .ok(html, headers: Self.html) }
            defer { server.stop() }
            var visit = EngineVisit(url: try WebURL("http://app.localhost:\(server.port)/"))
            visit.engine = engine
            visit.timeouts = EngineTimeouts(page: .seconds(2))
            let page = try await visit.run()
            #expect(page.failure?.code == PageEngineReason.pageBusy.code)
            #expect(page.waiting == [])
            #expect(page.exchanges.map(\.status) == [200])
        }
    }
}
