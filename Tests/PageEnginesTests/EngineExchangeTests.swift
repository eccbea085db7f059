import BridgePrimitives
import BridgeTrace
import Testing

@testable import PageEngines

@Suite("A request of an engine's, as it was at the proxy", .timeLimit(.minutes(5)))
struct EngineExchangeTests {
    private static let masking = Masking(.revealed)

    private static func exchange(
        _ url: String, type: String, status: Int = 200, destination: String = ""
    ) -> EngineExchange {
        let asked = destination.isEmpty ? [] : [masking.field("Sec-Fetch-Dest", destination)]
        return EngineExchange(
            ProxiedEvent(
                .passed, method: "GET", url: masking.url(url), requestFields: asked, status: status,
                responseFields: [masking.field("Content-Type", type)], elapsed: .zero), at: .epoch)
    }

    /// A server that answers every path with its page does so for a script that is not there.
    @Test(arguments: [
        ("https://app.test/assets/app.js", "text/html; charset=utf-8", 200, "", true),
        ("https://app.test/assets/app.js?v=1#x", "TEXT/HTML", 200, "", true),
        ("https://app.test/app.mjs", "text/html", 200, "", true),
        ("https://app.test/entry", "text/html", 200, "script", true),
        ("https://app.test/entry", "text/html", 200, "document", false),
        ("https://app.test/", "text/html", 200, "", false),
        ("https://app.test/app.js", "text/javascript", 200, "", false),
        ("https://app.test/app.js", "text/html", 404, "", false),  // does not run, and says so
        ("https://app.test/app.js", "", 200, "", false),
    ])
    func aPageInAScriptsPlace(url: String, type: String, status: Int, destination: String, isTold: Bool) {
        let reasons = Self.exchange(url, type: type, status: status, destination: destination).reasons
        #expect(reasons.map(\.rawValue) == (isTold ? ["engine/script-is-html"] : []))
    }

    /// What servers send that do not know a script's name, and what is a script's type.
    @Test(arguments: [
        ("https://app.test/guard.mjs", "application/octet-stream", "", true),
        ("https://app.test/app.js", "text/plain; charset=utf-8", "", true),
        ("https://app.test/app.ts", "video/mp2t", "script", true),
        ("https://app.test/app.js", "text/htmlx", "", true),
        ("https://app.test/app.js", " Application/JavaScript ; charset=utf-8", "", false),
        ("https://app.test/app.js", "application/x-javascript", "", false),
        ("https://app.test/app.js", "text/ecmascript", "", false),
        ("https://app.test/app.js", ";", "", false),
        ("https://app.test/data", "application/json", "json", false),
    ])
    func aScriptOfAnotherType(url: String, type: String, destination: String, isTold: Bool) {
        let reasons = Self.exchange(url, type: type, destination: destination).reasons
        #expect(reasons.map(\.rawValue) == (isTold ? ["engine/script-of-other-type"] : []))
    }
}
