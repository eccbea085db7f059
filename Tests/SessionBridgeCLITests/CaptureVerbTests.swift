import Foundation
import Testing

@Suite("Recordings from the command line", .timeLimit(.minutes(5)), .serialized)
struct CaptureVerbTests {
    @Test(
        arguments: [
            (["explain", "/dev/null"], 65, "error[har/unreadable]: /dev/null is not JSON"),
            (["explain", "/nowhere.har"], 65, "error[har/unreadable]: /nowhere.har cannot be read; name a HAR file"),
            (["explain", "/dev/zero"], 65, "error[har/too-large]"),
            (["explain"], 64, "Missing expected argument: a HAR file, or --set-cookie"),
            (["explain", "a.har", "--url", "https://app.test/"], 64, "a HAR is explained as it is"),
            (["explain", "a.har", "--edge", "firebase-hosting", "--cloaked"], 64, "leave out --cloaked, --edge"),
            (["explain", "a.har", "--profile", "ios"], 64, "usage/unknown-profile"),
            (["demo", "--har", "/nowhere/a.har"], 69, "output/not-writable"),
        ] as [([String], Int32, String)])
    func wrongInputIsToldWithAFix(arguments: [String], exitCode: Int32, words: String) throws {
        let run = try Tool(arguments)
        #expect(run.exitCode == exitCode, "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func aRecordingComesOnStandardInput() throws {
        let entry = #"{"request":{"url":"https://app.test/","headers":[{"name":"Cookie","value":"a=b"}]}}"#
        let run = try Tool(["explain", "-"], input: #"{"log":{"entries":[\#(entry)]}}"#)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("har/cookie-never-seen"))
        let empty = try Tool(["explain", "-"], input: #"{"log":{"entries":[]}}"#)
        #expect(empty.exitCode == 65 && empty.output.isEmpty)
        #expect(empty.errors.contains("error[har/empty]: - has an empty list of entries; record"), "\(empty.errors)")
    }

    /// The cookie that matters is the project's, unless it is named.
    @Test func aProjectFileNamesTheCookie() throws {
        let file = Tool.state + "-explained.yaml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data("version: 1\nweb: { cookie-name: fb_token }\n".utf8).write(to: URL(fileURLWithPath: file))
        let entry = #"{"request":{"url":"https://app.test/","headers":[{"name":"Cookie","value":"a=b"}]}}"#
        let har = #"{"log":{"entries":[\#(entry)]}}"#
        for (flags, cookie) in [
            (["--project-file", file], "fb_token"), (["--project-file", file, "--cookie", "sid"], "sid"),
            (["--no-project-file"], "customtoken"),
        ] {
            let run = try Tool(["explain", "-", "--json"] + flags, input: har)
            #expect(run.exitCode == 0 && run.output.contains(cookie), "\(run.output) \(run.errors)")
        }
    }

    /// What a handoff writes is a recording, which has the reasons and no token.
    @Test func aHandoffIsWrittenAndReadAgain() throws {
        let file = Tool.state + "-demo.har"
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(try Tool(["demo", "--quiet", "--har", file]).exitCode == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains(#""_bridge""#))
        #expect(text.contains("customtoken"))
        #expect(!text.contains("eyJhbGciOi"))
        let run = try Tool(["explain", file, "--json"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains(#""producer":"session-bridge "#))
    }
}
