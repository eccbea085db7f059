import BridgePrimitives
import Testing

@testable import BrowserDriving

@Suite("Cookies of a browser's jar, W3C WebDriver §14", .timeLimit(.minutes(5)))
struct BrowserCookieTests {
    @Test func keepAllTheyHave() throws {
        let cookie = BrowserCookie(
            name: "customtoken", value: "a.b.c", domain: ".localhost", path: "/a", isSecure: true, isHTTPOnly: true,
            sameSite: "Lax", expiry: 4_102_444_800)
        #expect(try BrowserCookie(json: cookie.json) == cookie)
    }

    @Test func whatADriverLeavesOutIsOff() throws {
        #expect(try BrowserCookie(json: ["name": "a", "value": ""]) == BrowserCookie(name: "a", value: ""))
    }

    @Test(arguments: [[:], ["name": "a"], ["value": "a"], ["name": 1, "value": "a"], "a=b", .null] as [JSONValue])
    func withoutNameOrValueAreNone(json: JSONValue) {
        let failure = #expect(throws: BridgeFailure.self) { try BrowserCookie(json: json) }
        #expect(failure?.code == BrowserReason.badAnswer.code)
    }

    @Test func showNoValue() {
        let cookie = BrowserCookie(name: "customtoken", value: "hush-hush", domain: "app.localhost")
        var dumped = ""
        dump([cookie], to: &dumped)
        #expect(!"\(cookie) \(String(reflecting: cookie)) \(dumped)".contains("hush-hush"))
        #expect("\(cookie)" == "customtoken for app.localhost/")
    }
}
