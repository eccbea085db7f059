import BridgePrimitives
import Cookies
import Testing
import WebViews

@testable import PageEngines

@Suite("Lines for the WebKit helper", .timeLimit(.minutes(5)))
struct EngineRequestTests {
    private static let cookie = NativeCookie(
        name: "sid", value: "a=b", domain: ".app.test", path: "/x", isSecure: true, isHTTPOnly: true, sameSite: .lax,
        expiry: Instant(secondsSinceEpoch: 2_000_000_000))
    private static let script = UserScript(
        source: "a\n\"b\"", injectionTime: .atDocumentEnd, forMainFrameOnly: false)

    @Test(
        arguments: [
            (.makeDataStore("s", .init()), #""op":"makeDataStore","store":"s""#),
            (
                .makeDataStore("s", .init(folder: "/f", proxy: "http://127.0.0.1:1", trackingPrevention: true)),
                #""op":"makeDataStore","store":"s","folder":"/f","proxy":"http://127.0.0.1:1","trackingPrevention":true"#
            ),
            (.removeDataStore("s"), #""op":"removeDataStore","store":"s""#),
            (.getAllCookies(store: "s"), #""op":"getAllCookies","store":"s""#),
            (
                .setCookie(cookie, store: "s"),
                #""op":"setCookie","store":"s","cookie":{"name":"sid","value":"a=b","domain":".app.test","path":"/x","isSecure":true,"isHTTPOnly":true,"sameSitePolicy":"lax","expiresDate":2000000000}"#
            ),
            (
                .deleteCookie(NativeCookie(name: "n", value: "", domain: "d"), store: "s"),
                #""op":"deleteCookie","store":"s","cookie":{"name":"n","value":"","domain":"d","path":"/","isSecure":false,"isHTTPOnly":false,"sameSitePolicy":"none"}"#
            ),
            (
                .makeWebView("v", store: "s", .init()),
                #""op":"makeWebView","view":"v","store":"s","userScripts":[],"scriptMessageHandlers":[]"#
            ),
            (
                .makeWebView(
                    "v", store: "s",
                    .init(
                        userScripts: [script], messageHandlers: ["n"], userAgent: "U", tellsConsole: false,
                        opensWindows: true)),
                #""op":"makeWebView","view":"v","store":"s","customUserAgent":"U","console":false,"opensWindows":true,"userScripts":[{"source":"a\n\"b\"","injectionTime":"atDocumentEnd","forMainFrameOnly":false}],"scriptMessageHandlers":[{"name":"n"}]"#
            ),
            (
                .addUserScript(script, view: "v"),
                #""op":"addUserScript","view":"v","source":"a\n\"b\"","injectionTime":"atDocumentEnd","forMainFrameOnly":false"#
            ),
            (.load("http://a.test/", headers: [], view: "v"), #""op":"load","view":"v","url":"http://a.test/""#),
            (
                .load("http://a.test/", headers: [("Cookie", "a=1")], view: "v"),
                #""op":"load","view":"v","url":"http://a.test/","headers":{"Cookie":"a=1"}"#
            ),
            (.loadHTML("<p>", baseURL: nil, view: "v"), #""op":"loadHTMLString","view":"v","html":"<p>""#),
            (.reload(view: "v"), #""op":"reload","view":"v""#),
            (.evaluate("1", view: "v"), #""op":"evaluateJavaScript","view":"v","script":"1""#),
            (.callAsync("return 1", view: "v"), #""op":"callAsyncJavaScript","view":"v","functionBody":"return 1""#),
            (
                .snapshot(to: "/f.png", wholeDocument: true, view: "v"),
                #""op":"takeSnapshot","view":"v","file":"/f.png","wholeDocument":true"#
            ),
        ] as [(EngineRequest, String)])
    func areOneObjectALine(request: EngineRequest, members: String) {
        #expect(String(decoding: request.line(id: 7), as: UTF8.self) == "{\"id\":7,\(members)}\n")
    }

    @Test func cookiesComeBackAsTheyWere() throws {
        #expect(try NativeCookie(engineJSON: Self.cookie.engineJSON) == Self.cookie)
    }

    @Test(arguments: [#"{"name":"a","value":"b"}"#, #"{"name":"a","domain":"d"}"#, "{}", "7"])
    func cookiesWithoutTheirPartsAreNone(json: String) throws {
        let value = try JSONValue(parsing: json)
        let failure = #expect(throws: BridgeFailure.self) { try NativeCookie(engineJSON: value) }
        #expect(failure?.code == PageEngineReason.badAnswer.code)
    }

    @Test func cookiesDoNotPrintTheirValues() {
        #expect("\(Self.cookie) \(String(reflecting: Self.cookie))".contains("a=b") == false)
        #expect("\(Self.cookie)" == "sid for .app.test/x")
    }
}
