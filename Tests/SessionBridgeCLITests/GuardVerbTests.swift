import Foundation
import Testing

@Suite("Guard cases from the command line", .timeLimit(.minutes(5)), .serialized)
struct GuardVerbTests {
    @Test func guardCasesAreRunAndHeldToWhatTheyExpect() throws {
        let file = Tool.state + "-cases.jsonl"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let table =
            #""mode":"abstract","routes":[{"path":"/"},{"path":"/in","meta":{"requiresAuth":true}}],"start":null"#
        func guardCase(_ id: String, expecting path: String) -> String {
            #"{"id":"\#(id)",\#(table),"navigate":[{"op":"push","to":"/in"}],"guards":{"beforeEach":[{"id":"g","rules":"#
                + #"[{"when":{"metaSome":"requiresAuth"},"do":[{"next":"/"}]}]}]},"expected":{"path":"\#(path)"}}"#
        }
        try (guardCase("a", expecting: "/") + "\n\n" + guardCase("b", expecting: "/in")).write(
            toFile: file, atomically: true, encoding: .utf8)
        let run = try Tool(["guard", file])
        #expect(run.exitCode == 1)
        #expect(run.output.contains("ok   a"))
        #expect(run.output.contains("FAIL b"))
        #expect(run.errors == "session-bridge: 1 of 2 cases came out otherwise than expected\n")
        let lines = try Tool(["guard", file, "--json"]).output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(#"{"id":"a","result":{"#) == true)
    }

    @Test func guardDefectsFailWhenThatIsAskedFor() throws {
        let file = Tool.state + "-defects.jsonl"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let quiet = #""routes":[{"path":"/"}],"navigate":[{"op":"push","to":"/"}]"#
        try #"{\#(quiet),"guards":{"beforeEach":{"do":[{"hang":true}]}}}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Tool(["guard", file]).exitCode == 0)
        let run = try Tool(["guard", file, "--fail-on-defects"])
        #expect(run.exitCode == 1)
        #expect(run.errors == "session-bridge: guards show defects in 1 of 1 cases\n")
        try "{\(quiet)}".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Tool(["guard", file, "--fail-on-defects"]).exitCode == 0)
        try "{}".write(toFile: file, atomically: true, encoding: .utf8)
        let refused = try Tool(["guard", file])
        #expect(refused.exitCode == 65)
        #expect(refused.errors.contains("a case needs routes and navigate, and may have id, note"))
    }

    /// What the help and the document show can be pasted.
    @Test func theExamplesOfGuardCasesWork() throws {
        let documentation = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/guard-cases.md")
        for text in [try Tool(["guard", "--help"]).output, try String(contentsOf: documentation, encoding: .utf8)] {
            let start = try #require(text.range(of: "echo '"))
            let rest = start.upperBound..<text.endIndex
            let end = try #require(text.range(of: "' | session-bridge guard -", range: rest))
            let file = Tool.state + "-example.json"
            defer { try? FileManager.default.removeItem(atPath: file) }
            try text[start.upperBound..<end.lowerBound].write(toFile: file, atomically: true, encoding: .utf8)
            let run = try Tool(["guard", file])
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(run.output.contains("[guard/redirected]"))
        }
    }
}
