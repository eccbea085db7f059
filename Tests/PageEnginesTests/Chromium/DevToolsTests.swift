import BridgePrimitives
import Cookies
import Foundation
import Testing
import WebViews

@testable import PageEngines

@Suite("The DevTools Protocol", .timeLimit(.minutes(5)))
struct DevToolsTests {
    @Test(
        arguments: [
            (#"{"id":1,"result":{"a":1}}"#, .answer(id: 1, .success(["a": 1]))),
            (#"{"id":1}"#, .answer(id: 1, .success(.null))),
            (
                #"{"id":2,"error":{"code":-32000,"message":"no"},"sessionId":"s"}"#,
                .answer(id: 2, .failure(PageEngineReason.refused.failure("no")))
            ),
            (
                #"{"id":2,"error":{"message":"Target crashed"}}"#,
                .answer(id: 2, .failure(PageEngineReason.processTerminated.failure("")))
            ),
            (#"{"method":"A.b","params":{},"sessionId":"s"}"#, .event("A.b", [:], session: "s")),
            (#"{"method":"A.b"}"#, .event("A.b", .null, session: nil)),
            ("", nil), ("[]", nil), ("{}", nil), (#"{"id":"1"}"#, nil), (#"{"method":7}"#, nil), ("{", nil),
        ] as [(String, DevToolsMessage?)])
    func textsAreRead(text: String, message: DevToolsMessage?) {
        #expect(DevToolsMessage(parsing: text.utf8) == message)
    }

    @Test func commandsEndWithANUL() {
        #expect(
            String(decoding: DevToolsMessage.command(id: 7, "A.b", ["c": "\u{0}"], session: "s"), as: UTF8.self)
                == #"{"id":7,"method":"A.b","params":{"c":"\u0000"},"sessionId":"s"}"# + "\u{0}")
    }

    @Test(
        arguments: [
            (
                #"{"name":"a","value":"b","domain":".d","path":"/x","expires":2000000000.5,"httpOnly":true,"secure":true,"session":false,"sameSite":"None"}"#,
                NativeCookie(
                    name: "a", value: "b", domain: ".d", path: "/x", isSecure: true, isHTTPOnly: true, sameSite: .none,
                    expiry: Instant(millisecondsSinceEpoch: 2_000_000_000_500))
            ),
            (
                #"{"name":"","value":"","domain":"d","expires":-1,"session":true}"#,
                NativeCookie(name: "", value: "", domain: "d")
            ),
            (
                #"{"name":"a","value":"b","domain":"d","expires":1e300,"sameSite":"Odd"}"#,
                NativeCookie(
                    name: "a", value: "b", domain: "d", expiry: Instant(millisecondsSinceEpoch: 1_000_000_000_000_000))
            ),
            (#"{"name":"a","value":"b"}"#, nil), (#"{"name":7,"value":"b","domain":"d"}"#, nil), ("[]", nil),
        ] as [(String, NativeCookie?)])
    func cookiesAreRead(json: String, cookie: NativeCookie?) throws {
        #expect((try? NativeCookie(devTools: JSONValue(parsing: json))) == cookie)
    }

    @Test(
        arguments: [
            (
                NativeCookie(name: "a", value: "b", domain: "d", isSecure: true, sameSite: .strict), false,
                #"{"name":"a","value":"b","path":"/","secure":true,"httpOnly":false,"sourceScheme":"Unset","sourcePort":-1,"url":"https://d/","sameSite":"Strict"}"#
            ),
            (
                NativeCookie(
                    name: "a", value: "b", domain: ".d", isHTTPOnly: true, expiry: Instant(secondsSinceEpoch: 7)),
                false,
                #"{"name":"a","value":"b","path":"/","secure":false,"httpOnly":true,"sourceScheme":"Unset","sourcePort":-1,"domain":".d","expires":7}"#
            ),
            (
                NativeCookie(name: "a", value: "b", domain: "d"), true,
                #"{"name":"a","value":"b","path":"/","secure":false,"httpOnly":false,"sourceScheme":"Unset","sourcePort":-1,"url":"http://d/","expires":1}"#
            ),
        ])
    func cookiesAreWritten(cookie: NativeCookie, isDeletion: Bool, json: String) {
        #expect(cookie.devTools(isDeletion: isDeletion).text() == json)
    }

    @Test(
        arguments: [
            ("exit 3", .didNotStart), ("echo no display >&2; exit 1", .didNotStart), ("read line", .timedOut),
        ] as [(String, PageEngineReason)])
    func aBrowserThatDoesNotSpeakIsNone(script: String, reason: PageEngineReason) async throws {
        let folder = try EngineFolder()
        defer { folder.remove() }
        let program = folder.path + "/browser"
        try Data("#!/bin/sh\n\(script) <&3\n".utf8).write(to: URL(fileURLWithPath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let failure = await #expect(throws: BridgeFailure.self) {
            try await EngineHelper.startChromium(
                program, in: folder,
                timeouts: EngineTimeouts(start: reason == .timedOut ? .milliseconds(200) : .seconds(60)))
        }
        #expect(failure?.code == reason.code, "\(String(describing: failure))")
    }

    /// Descriptors 3 and 4, texts with a NUL at their end, and ones that nobody understands in between.
    @Test func aBrowserIsSpokenToByItsPipe() async throws {
        let folder = try EngineFolder()
        defer { folder.remove() }
        let program = folder.path + "/browser"
        // They are answered once they have been asked.
        let first = DevToolsMessage.command(id: 1, "Browser.getVersion", [:], session: nil).count
        let script = #"""
            #!/bin/sh
            say() { printf '%s\0' "$1" >&4; }
            say 'nonsense'; say '{"method":"Target.targetCreated","params":7}'; say '{"method":"A.b","sessionId":"none"}'
            head -c \#(first) <&3 >/dev/null; say '{"id":1,"result":{"product":"Chrome/9.8.7"}}'
            head -c 9 <&3 >/dev/null; say '{"id":2,"result":{}}'
            cat <&3 >/dev/null
            """#
        try Data(script.utf8).write(to: URL(fileURLWithPath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let browser = try await EngineHelper.startChromium(
            program, in: folder, timeouts: EngineTimeouts(start: .seconds(60)))
        #expect(browser.engine == "chromium")
        #expect(browser.version == "9.8.7")
        let failure = await #expect(throws: BridgeFailure.self) {
            try await browser.connection.call(.reload(view: "none"), within: .seconds(60))
        }
        #expect(failure?.code == PageEngineReason.refused.code)
        await browser.stop()
    }

    /// Scripts are pieces of others, so each stands on lines of its own.
    @Test func userScriptsKeepTheirLines() {
        let script = UserScript(source: "a // b", injectionTime: .atDocumentStart)
        #expect(ChromiumScript.source(of: script) == "if (window === window.top) {\na // b\n}")
        let everywhere = UserScript(source: "a // b", injectionTime: .atDocumentStart, forMainFrameOnly: false)
        #expect(ChromiumScript.source(of: everywhere) == "a // b")
    }
}
