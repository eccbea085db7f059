import BridgePrimitives
import Crypto
import Testing

@testable import IdentityProviders

@Suite("Pages of the providers", .timeLimit(.minutes(5)))
struct PageTests {
    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\" onload='x'", "&quot; onload=&#39;x&#39;"),
        ("a & b", "a &amp; b"), ("&amp;", "&amp;amp;"),
        ("\u{0}\u{B}\u{7F}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("tab\tline\n", "tab&#9;line&#10;"),
        ("鈴木 花子 👩‍💻", "鈴木 花子 👩‍💻"), ("", ""),
    ])
    func textIsEscaped(text: String, expected: String) {
        #expect(MarkupText.escaped(text) == expected)
        let html: Markup = "<p title=\"\(exact: text)\">\(exact: text)</p>"
        #expect(html.text == "<p title=\"\(expected)\">\(expected)</p>")
    }

    @Test func theTitleIsTextToo() {
        #expect(!Page(title: "<b>", body: "").html.contains("<b>"))
    }

    @Test func nothingRunsAndNothingIsLoaded() throws {
        let page = Page(title: "T", body: "", formTargets: [try CallbackURL("https://app.example.com/cb")])
        #expect(page.policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
        #expect(
            page.policy.hasSuffix(
                "; form-action 'self' https://app.example.com; frame-ancestors 'none'; base-uri 'none'"))
        #expect(!page.html.contains("<script") && !page.html.contains(" on") && !page.html.contains("src="))
        #expect(page.html.contains("name=\"viewport\"") && page.html.contains("<html lang=\"en\">"))
    }

    @Test func thePolicyAllowsThePagesOwnStyle() throws {
        let page = Page(title: "T", body: "")
        let style = try #require(page.html.split(separator: "<style>").last?.split(separator: "</style>").first)
        let hash = StandardBase64.encode(Array(SHA256.hash(data: Array(style.utf8))))
        #expect(page.policy.contains("'sha256-\(hash)'"))
    }
}
