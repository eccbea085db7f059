import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import Testing
import TestSupport
import WebViews

@testable import SessionBridgeCLI

@Suite("Tracing a page", .timeLimit(.minutes(5)))
struct PageTracingTests {
    private func trace(
        _ path: String = "/", cookies: [String] = [], profile: CookieProfile = .ios18,
        answering: @escaping @Sendable (String) -> ScriptedServer.Answer
    ) async throws -> TracedPage {
        let server = try ScriptedServer { answering($0.line) }
        defer { server.stop() }
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        var tracing = PageTracing(url: try WebURL("http://127.0.0.1:\(server.port)\(path)"))
        (tracing.cookies, tracing.profile) = (cookies, profile)
        return await tracing.run(over: transport)
    }

    private static func page(_ html: String = "", status: String = "200 OK", fields: String = "")
        -> ScriptedServer.Answer
    {
        .keep(
            "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\n\(fields)Content-Length: \(html.utf8.count)\r\n\r\n\(html)"
        )
    }

    /// The page came: what became of some cookie is worth knowing, and the cause of nothing.
    @Test func aRefusedCookieIsNoCauseWhereThePageLoads() async throws {
        let page = try await trace(cookies: ["lang=ja; Domain=other.test"]) { _ in
            Self.page(fields: "Set-Cookie: a=1; Domain=other.test\r\nSet-Cookie: a=1; Domain=other.test\r\n")
        }
        #expect(page.result.status == 200)
        #expect(page.rootCause == nil)
        let found = page.findings.filter { $0.code.rawValue == "store/domain-mismatch" }
        #expect(found.count == 2)  // each cookie once
        #expect(
            found.first?.message.hasPrefix("The web view's jar refused lang, which Set-Cookie of 127.0.0.1") == true)
        #expect(page.json["root_cause"] == nil)
    }

    @Test func aPageThatDoesNotComeHasItsCauseBeforeAnyCookie() async throws {
        let page = try await trace(cookies: ["lang=ja; Domain=other.test"]) { _ in .close("nonsense\r\n\r\n") }
        #expect(page.rootCause?.code.rawValue.hasPrefix("transport/") == true)
        #expect(page.json["root_cause"]?["evidence"]?.arrayValue?.count == 1)
    }

    /// A web view stores cookies when the head is there.
    @Test func cookiesOfAnAnswerThatDoesNotEndAreThere() async throws {
        let server = try ScriptedServer { _ in
            .keep("HTTP/1.1 200 OK\r\nSet-Cookie: sid=1\r\nContent-Length: 100\r\n\r\nbegun")
        }
        defer { server.stop() }
        let transport = try CurlTransport()
        defer { transport.shutdown() }
        var tracing = PageTracing(url: try WebURL("http://127.0.0.1:\(server.port)/"))
        tracing.timeout = .seconds(5)  // a busy machine needs some for the head
        let page = await tracing.run(over: transport)
        let cause = page.result.failure?.cause ?? ""
        #expect(cause.contains("the body did not end within "), "\(cause)")
        #expect(page.storedCookies.map(\.name) == ["sid"])
        let lines = TracedPageText.lines(for: page, isBrief: false)
        #expect(lines.contains { $0.contains("  →  200, not whole  transport/timed-out  ") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("    stored    sid=") }, "\(lines)")
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectThatLeadsNowhereIsNamed(status: Int) async throws {
        let page = try await trace { _ in Self.page("<p>moved</p>", status: "\(status) Found") }
        #expect(page.result.status == status)
        #expect(page.findings.map(\.code) == [NavigationReason.redirectWithoutLocation.code])
    }

    @Test func scriptsOfAPageThatARefreshLeavesAreCounted() async throws {
        let page = try await trace { line in
            line.contains("/next")
                ? Self.page("<script src=/a.js></script>", status: "404 Not Found")
                : Self.page("<script>location</script><meta http-equiv=refresh content='0;url=/next'>")
        }
        let messages = page.findings.map { "\($0.code) \($0.message)" }
        #expect(messages.contains { $0.hasPrefix("navigation/error-page The server answered 404") })
        #expect(
            messages.contains {
                $0.hasPrefix(
                    "navigation/page-scripts-skipped The own scripts of 2 pages did not run: 1 inline, 1 with a")
            })
    }

    @Test func whoWantsItBriefGetsTheVerdictAndWhatFailed() async throws {
        let page = try await trace(cookies: ["lang=ja; Domain=other.test"]) { _ in Self.page("<script>x</script>") }
        let brief = TracedPageText.lines(for: page, isBrief: true)
        #expect(brief.count == 1)
        #expect(brief.first?.hasPrefix("200  http://127.0.0.1:") == true)
        #expect(brief.first?.hasSuffix("/  after 1 request") == true)
        #expect(TracedPageText.lines(for: page, isBrief: false).contains { $0.hasPrefix("! The web view's jar") })
        let broken = try await trace { _ in .close("nonsense\r\n\r\n") }
        let lines = TracedPageText.lines(for: broken, isBrief: true)
        #expect(lines.first?.hasPrefix("transport/") == true && lines.last?.hasPrefix("failed  http://") == true)
        #expect(lines.count == 2)
    }

    /// RFC 6265bis calls it nameless, and so do we.
    @Test func aCookieWithoutANameIsShownAsSuch() async throws {
        let page = try await trace(cookies: ["=v"], profile: .chromium) { _ in Self.page() }
        let text = TracedPageText.lines(for: page, isBrief: false).joined(separator: "\n")
        #expect(text.contains("stored    (nameless)=<1 byte"))
        #expect(text.contains("sent      (nameless)=<1 byte"))
        #expect(text.contains("visible   (nameless)=<1 byte"))
    }
}
