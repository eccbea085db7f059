import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Testing
import WebViews

/// The gates before `document.cookie`, and one assignment after another.
@Suite("document.cookie", .timeLimit(.minutes(5)))
struct DocumentCookiesTests {
    @Test("Before the first load the document is about:blank: writes vanish without an error")
    func aboutBlank() async throws {
        try await withWorld { world async throws in
            #expect(
                try await world.view.evaluateJavaScript("document.cookie = 'a=1; domain=app.localhost'; 'ok'") == "ok")
            #expect(try await world.view.evaluateJavaScript("document.cookie") == "")
            #expect(world.writes.map(\.reasons) == [[StoreReason.documentWithoutCookies.code]])
            #expect(world.reads.map(\.reasons) == [[ScriptReason.documentWithoutCookies.code]])
            try await world.load()
            #expect(world.server.cookies == [nil])
        }
    }

    @Test("Chromium throws on about:blank where WebKit ignores")
    func aboutBlankInChromium() async throws {
        try await withWorld(profile: .chromium) { world async throws in
            let script = "try { document.cookie } catch (e) { e.name + e.code }"
            #expect(try await world.view.evaluateJavaScript(script) == "SecurityError18")
            #expect(world.reads.map(\.reasons) == [[ScriptReason.opaqueOrigin.code]])
        }
    }

    @Test("HTML with a base URL is a document of that origin: its cookie goes with the first real request")
    func warmUp() async throws {
        try await withWorld { world async throws in
            let result = await world.view.loadHTMLString(
                "<title>Warm</title>", baseURL: world.server.url("/x", on: "app.localhost"))
            #expect(result.status == 200)
            #expect(world.server.requests.isEmpty)
            #expect(try await world.view.evaluateJavaScript("location.pathname + document.title") == "/xWarm")
            try await world.view.evaluateJavaScript("document.cookie = 'warm=1; path=/'")
            try await world.load("/")
            #expect(world.server.cookies == ["warm=1"])
        }
    }

    @Test(
        "Documents that are not of the web have no cookies",
        arguments: [nil, "", "about:blank", "app://localhost/index.html", "data:text/html,x", "no url"])
    func withoutCookies(base: String?) async throws {
        try await withWorld { world async throws in
            await world.view.loadHTMLString("", baseURL: base)
            #expect(try await world.view.evaluateJavaScript("document.cookie = 'a=1'; document.cookie") == "")
            #expect(try await world.view.evaluateJavaScript("navigator.cookieEnabled") == true)
            #expect(await world.view.readCookies() == nil)
            #expect(await world.stored().isEmpty)
        }
    }

    @Test(
        "CSP sandbox makes the origin opaque: scripts throw, the response's cookie lands",
        arguments: [
            ("sandbox", true), ("default-src *; SANDBOX allow-scripts", true),
            ("sandbox allow-scripts allow-same-origin", false), ("default-src 'self'", false),
        ])
    func sandboxed(policy: String, throwsError: Bool) async throws {
        let reply = Reply.typed(
            "text/html", Array("x".utf8), [("Content-Security-Policy", policy), ("Set-Cookie", "sid=1")])
        try await withWorld(answering: { _ in reply }) { world async throws in
            world.addScript("document.cookie = 'token=1'")
            let result = try await world.load()
            #expect(
                result.scriptFailures.map(\.message)
                    == (throwsError ? ["SecurityError: The operation is insecure."] : []))
            #expect(
                try await world.view.evaluateJavaScript("origin = location.origin")
                    == .string(throwsError ? "null" : "http://app.localhost:\(world.server.port)"))
            #expect(await world.stored().contains("sid=1@app.localhost"))
            #expect(await world.stored().contains("token=1@app.localhost") == !throwsError)
            #expect(world.writes.last?.reasons == (throwsError ? [StoreReason.opaqueOrigin.code] : []))
        }
    }

    @Test(
        "One assignment, one cookie",
        arguments: [
            ("a=1; b=2", "a=1"),  // the rest is attributes
            ("", ""),  // does nothing
            ("a=1; path=/other", ""),  // stored, and not for this path
            ("a=1; secure", ""),  // http may not
            ("a=1; httponly", ""),  // script may not
            ("a=1; domain=other.localhost", ""),
            ("a=1\\nb=2", ""),  // a newline is a control character
            ("a=\\u00001", ""),  // so is NUL
            ("a=\\u3042", "a=\u{3042}"),
            ("a=\\ud800x", "a=\u{FFFD}x"),  // a lone surrogate is no character
        ])
    func assignments(text: String, visible: String) async throws {
        try await withWorld { world async throws in
            try await world.load("/dir/page")
            let read = try await world.view.evaluateJavaScript("document.cookie = '\(text)'; document.cookie")
            #expect(read == .string(visible))
        }
    }

    @Test("The setter converts as JavaScript does, and a conversion that throws is the script's error")
    func conversions() async throws {
        try await withWorld { world async throws in
            try await world.load()
            #expect(
                try await world.view.evaluateJavaScript("document.cookie = { toString: () => 'o=1' }; document.cookie")
                    == "o=1")
            let script = "document.cookie = { toString() { throw new TypeError('mine') } }"
            await #expect(throws: ScriptFailure(.threw, message: "TypeError: mine", line: 1, column: 53)) {
                try await world.view.evaluateJavaScript(script)
            }
            // Far over any cookie's size: refused by the jar, not by the conversion.
            try await world.view.evaluateJavaScript("document.cookie = 'big=' + 'x'.repeat(1 << 20)")
            #expect(world.writes.last?.reasons == [StoreReason.pairTooLarge.code])
            // Over what host objects take at all.
            let huge = "try { document.cookie = 'x'.repeat(5 << 20) } catch (e) { e.name }"
            #expect(try await world.view.evaluateJavaScript(huge) == "RangeError")
        }
    }

    @Test("A Secure cookie is not sent to an http page, and its script cannot see it")
    func secure() async throws {
        try await withWorld { world async throws in
            let cookie = NativeCookie(name: "s", value: "1", domain: "app.localhost", isSecure: true)
            #expect(await world.store.httpCookieStore.setCookie(cookie).outcome == .stored)
            let result = try await world.load()
            #expect(world.server.cookies == [nil])
            #expect(result.hops.first?.cookies.withheld.map(\.reasons) == [[.secure]])
            #expect(await world.view.readCookies()?.hidden.map(\.reasons) == [[.secure]])
        }
    }
}
