import BridgePrimitives
import Cookies
import Testing
import WebViews

/// `document.cookie` in the view's own document, by where that document comes from.
@Suite("Kinds of documents", .timeLimit(.minutes(5)))
struct DocumentKindsTests {
    @Test("A document that is larger than the parser's limit is shown as far as it was read, and says so")
    func truncated() async throws {
        let large = "<title>T</title>" + String(repeating: "x", count: 17 << 20)
        try await withWorld { world async throws in
            let result = await world.view.loadHTMLString(large, baseURL: world.server.url("/", on: "app.localhost"))
            #expect(result.notes == [NavigationReason.documentTruncated])
            #expect(await world.view.title == "T")
        }
    }

    /// What two engines make of a document; `SecurityError` where touching its cookies throws.
    struct Row: Sendable, CustomTestStringConvertible {
        /// The base URL; nil for none.
        let base: String?
        let webKit: String
        let chromium: String
        var testDescription: String { base ?? "no base URL" }
    }

    @Test(
        arguments: [
            Row(base: nil, webKit: "", chromium: "SecurityError"),
            Row(base: "about:blank", webKit: "", chromium: "SecurityError"),
            Row(base: "http://app.localhost/", webKit: "w=1", chromium: "w=1"),
            Row(base: "https://app.localhost/", webKit: "w=1", chromium: "w=1"),
            Row(base: "data:text/html,x", webKit: "", chromium: "SecurityError"),
            Row(base: "app://localhost/", webKit: "", chromium: "SecurityError"),  // not measured in Chromium
            Row(base: "file:///index.html", webKit: "w=1", chromium: ""),  // WebKit excepts files from its rule
        ])
    func table(row: Row) async throws {
        for (profile, expected) in [
            (CookieProfile.ios18, row.webKit), (.webkitgtk, row.webKit), (.chromium, row.chromium),
        ] {
            try await withWorld(profile: profile) { world async throws in
                await world.view.loadHTMLString("", baseURL: row.base)
                let probe = "try { document.cookie = 'w=1'; document.cookie } catch (e) { e.name }"
                #expect(try await world.view.evaluateJavaScript(probe) == .string(expected))
                #expect(try await world.view.evaluateJavaScript("navigator.cookieEnabled") == true)
            }
        }
    }
}
