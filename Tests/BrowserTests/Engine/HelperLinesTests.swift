import BridgePrimitives
import ChildProcesses
import Foundation
import Testing

@testable import PageEngines

/// Lines that no driver would send.
extension RealBrowsers {
    @Suite("Damaged lines for the WebKit helper", .serialized, .enabled(if: TestedEngines.all.contains(.webkitgtk)))
    struct HelperLinesTests {
        /// Each with the code of its one answer.
        private static let rows: [(String, String)] = [
            ("nonsense", "protocol/not-json"), ("{", "protocol/not-json"), ("\u{0}", "protocol/not-json"),
            (#"{"id":1,"op":"\u0000"}"#, "protocol/not-json"),
            (#"/* " */ [[["#, "protocol/not-json"),  // quotes in comments would hide how deep it is
            (String(repeating: "[", count: 100_000), "protocol/not-json"),
            (String(repeating: #"{"a":"#, count: 100_000), "protocol/not-json"),
            ("[]", "protocol/not-an-object"), ("7", "protocol/not-an-object"), ("{}", "protocol/no-id"),
            (#"{"id":true,"op":"load"}"#, "protocol/no-id"), (#"{"id":{},"op":"load"}"#, "protocol/no-id"),
            (#"{"id":1}"#, "protocol/missing-member"), (#"{"id":1,"op":7}"#, "protocol/wrong-type"),
            (#"{"id":1,"op":"fly"}"#, "protocol/unknown-op"), (#"{"id":1,"op":"load"}"#, "protocol/missing-member"),
            (#"{"id":1,"op":"load","view":7}"#, "protocol/wrong-type"),
            (#"{"id":1,"op":"load","view":"none"}"#, "protocol/no-such-view"),
            (#"{"id":1,"op":"load","view":"v"}"#, "protocol/missing-member"),
            (#"{"id":1,"op":"load","view":"v","url":"no url"}"#, "protocol/bad-url"),
            (#"{"id":1,"op":"load","view":"v","url":"http://a.test/","headers":[]}"#, "protocol/wrong-type"),
            (#"{"id":1,"op":"load","view":"v","url":"http://a.test/","headers":{"a":1}}"#, "protocol/wrong-type"),
            (#"{"id":1,"op":"load","view":"v","url":"http://a.test/","headers":{"a":"b\nc"}}"#, "protocol/bad-header"),
            (#"{"id":1,"op":"load","view":"v","url":"http://a.test/","headers":{"a b":"c"}}"#, "protocol/bad-header"),
            (#"{"id":1,"op":"load","view":"v","url":"http://a.test/","headers":{"":"c"}}"#, "protocol/bad-header"),
            (#"{"id":1,"op":"makeDataStore","store":"s"}"#, "protocol/name-taken"),
            (#"{"id":1,"op":"makeDataStore","store":"t","folder":"relative"}"#, "store/bad-folder"),
            (#"{"id":1,"op":"makeDataStore","store":"t","folder":"/proc/none"}"#, "store/bad-folder"),
            (#"{"id":1,"op":"makeDataStore","store":"t","proxy":"127.0.0.1:1"}"#, "store/bad-proxy"),
            (#"{"id":1,"op":"makeDataStore","store":"t","proxy":"socks5://a:1"}"#, "store/bad-proxy"),
            (#"{"id":1,"op":"removeDataStore","store":"s"}"#, "store/in-use"),
            (#"{"id":1,"op":"removeDataStore","store":"none"}"#, "protocol/no-such-store"),
            (#"{"id":1,"op":"setCookie","store":"s"}"#, "protocol/missing-member"),
            (#"{"id":1,"op":"setCookie","store":"s","cookie":{"name":"a","value":"b"}}"#, "protocol/missing-member"),
            (
                #"{"id":1,"op":"setCookie","store":"s","cookie":{"name":"a","value":"b","domain":"d","expiresDate":1e300}}"#,
                "protocol/wrong-type"
            ),
            (
                #"{"id":1,"op":"setCookie","store":"s","cookie":{"name":"a","value":"b","domain":"d","sameSitePolicy":"x"}}"#,
                "protocol/wrong-type"
            ),
            (#"{"id":1,"op":"makeWebView","view":"v","store":"s"}"#, "protocol/name-taken"),
            (#"{"id":1,"op":"makeWebView","view":"w","store":"s","width":0}"#, "protocol/wrong-type"),
            (#"{"id":1,"op":"makeWebView","view":"w","store":"s","userScripts":[7]}"#, "protocol/wrong-type"),
            (#"{"id":1,"op":"makeWebView","view":"w","store":"s","userScripts":[{}]}"#, "protocol/missing-member"),
            (
                #"{"id":1,"op":"makeWebView","view":"w","store":"s","scriptMessageHandlers":[{"name":"a"},{"name":"a"}]}"#,
                "protocol/name-taken"
            ),
            (#"{"id":1,"op":"addUserScript","view":"v","source":"","injectionTime":"soon"}"#, "protocol/wrong-type"),
            (#"{"id":1,"op":"removeScriptMessageHandler","view":"v","name":"none"}"#, "protocol/no-such-handler"),
            (#"{"id":1,"op":"takeSnapshot","view":"v","file":"relative.png"}"#, "page/no-snapshot"),
            (#"{"id":1,"op":"evaluateJavaScript","view":"v","script":"throw 1"}"#, "page/exception"),
            (String(repeating: " ", count: (16 << 20) + 1), "protocol/line-too-long"),
        ]

        @Test func areAnsweredOnceAndForgotten() async throws {
            let program = try HelperPlace().find()
            let folder = try EngineFolder()
            defer { folder.remove() }
            let timeouts = EngineTimeouts()
            let display = try await VirtualDisplay.start(in: folder, timeouts: timeouts)
            let environment = PageEngineKind.webkitgtk.environment(display: display.name, folder: folder.path)
            try await lending(display) { _ in
                let log = try folder.openFile("helper.log")
                let (channel, child) = try LineChannel.pair()
                let process = try ChildProcess(
                    program, [], environment: environment, input: child, output: child, errors: log)
                try child.close()
                let (lines, said) = AsyncStream.makeStream(of: JSONValue.self)
                channel.read(
                    take: { line in
                        said.yield((try? JSONValue(parsing: line)) ?? .null)
                        return true
                    }, atEnd: { said.finish() })
                try await lending(channel) { channel in
                    var answers = lines.makeAsyncIterator()
                    #expect(await answers.next()?["event"] == "hello")
                    channel.send(Array(#"{"id":"s","op":"makeDataStore","store":"s"}"#.utf8) + [0x0A])
                    channel.send(Array(#"{"id":"v","op":"makeWebView","view":"v","store":"s"}"#.utf8) + [0x0A])
                    #expect(await answers.next()?["id"] == "s")
                    #expect(await answers.next()?["id"] == "v")
                    for (line, code) in Self.rows {
                        channel.send(Array(line.utf8) + [0x0A])
                        var answer = await answers.next()
                        while answer?["event"] != nil { answer = await answers.next() }
                        #expect(answer?["error"]?["code"] == .string(code), "\(line.prefix(120))")
                    }
                    // What ends while something of it is still being done.
                    let hasty = [
                        #"{"id":"t","op":"makeDataStore","store":"t"}"#,
                        #"{"id":"c","op":"getAllCookies","store":"t"}"#,
                        #"{"id":"r","op":"removeDataStore","store":"t"}"#,
                        #"{"id":"n","op":"callAsyncJavaScript","view":"v","functionBody":"await new Promise(() => {})"}"#,
                        #"{"id":"e","op":"evaluateJavaScript","view":"v","script":"1"}"#,
                        #"{"id":"x","op":"closeWebView","view":"v"}"#,
                    ]
                    for line in hasty { channel.send(Array(line.utf8) + [0x0A]) }
                    var ids: Set<String> = []
                    while ids.count < hasty.count, let answer = await answers.next() {
                        if let id = answer["id"]?.stringValue { ids.insert(id) }
                    }
                    #expect(ids == ["t", "c", "r", "n", "e", "x"])
                    // An empty line is nothing to answer, and what stands before the end is no line.
                    channel.send([0x0A] + Array(#"{"id":7,"op":"fly"}"#.utf8) + [0x0A] + Array(#"{"id":8,"#.utf8))
                    #expect(await answers.next()?["id"] == 7)
                } giveBack: {
                    channel.end()
                    await process.stop(within: timeouts.stop)
                }
            } giveBack: {
                await display.process.stop(within: timeouts.stop)
            }
        }
    }
}
