import BridgePrimitives
import Foundation
import TestSupport
import Testing

@Suite("Guard cases from the command line", .timeLimit(.minutes(5)), .serialized)
struct GuardOracleCommandTests {
    private func oracle(_ arguments: String..., input: String = "") throws -> ProgramRun {
        try ProgramRun(BuiltProducts.program("guard-oracle"), arguments, input: input)
    }

    @Test func guardCasesAreRunAndHeldToWhatTheyExpect() throws {
        let table =
            #""mode":"abstract","routes":[{"path":"/"},{"path":"/in","meta":{"requiresAuth":true}}],"start":null"#
        func guardCase(_ id: String, expecting path: String) -> String {
            #"{"id":"\#(id)",\#(table),"navigate":[{"op":"push","to":"/in"}],"guards":{"beforeEach":[{"id":"g","rules":"#
                + #"[{"when":{"metaSome":"requiresAuth"},"do":[{"next":"/"}]}]}]},"expected":{"path":"\#(path)"}}"#
        }
        let cases = guardCase("a", expecting: "/") + "\n\n" + guardCase("b", expecting: "/in")
        try withFolder { folder in
            let file = "\(folder)/cases.jsonl"
            try cases.write(toFile: file, atomically: true, encoding: .utf8)
            for run in [try oracle(file), try oracle("-", input: cases)] {
                #expect(run.exitCode == 1)
                #expect(run.output.contains("ok   a"))
                #expect(run.output.contains("FAIL b"))
                #expect(run.errors == "guard-oracle: 1 of 2 cases came out otherwise than expected\n")
            }
            let lines = try oracle(file, "--json").output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix(#"{"id":"a","result":{"#) == true)
        }
    }

    @Test func guardDefectsFailWhenThatIsAskedFor() throws {
        let quiet = #""routes":[{"path":"/"}],"navigate":[{"op":"push","to":"/"}]"#
        let hanging = #"{\#(quiet),"guards":{"beforeEach":{"do":[{"hang":true}]}}}"#
        #expect(try oracle("-", input: hanging).exitCode == 0)
        let run = try oracle("-", "--fail-on-defects", input: hanging)
        #expect(run.exitCode == 1)
        #expect(run.errors == "guard-oracle: guards show defects in 1 of 1 cases\n")
        #expect(try oracle("-", "--fail-on-defects", input: "{\(quiet)}").exitCode == 0)
    }

    @Test(
        arguments: [
            // What is typed, what standard input holds, how it exits, and what the one line on standard error has to say.
            (
                ["/nowhere.json"], "", 65,
                "guard-oracle: error[guard-case/unreadable-file]: /nowhere.json cannot be read"
            ),
            (["/proc/self/comm"], "", 65, "error[guard-case/not-json]: /proc/self/comm:1: not JSON at byte 0"),
            (["-"], "", 65, "swift run guard-oracle --help has an example"),
            (["-"], "{}", 65, "a case needs routes and navigate, and may have id, note"),
            ([], "", 64, "Missing expected argument '<file>'"),
        ] as [([String], String, Int32, String)])
    func wrongInputSaysWhatIsWrong(arguments: [String], input: String, exitCode: Int32, message: String) throws {
        let run = try ProgramRun(BuiltProducts.program("guard-oracle"), arguments, input: input)
        #expect(run.exitCode == exitCode)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    private static let hostile = "\u{1B}[2J\rFORGED\nFORGED: ok\u{9B}31m\u{202E}end"

    /// Text in a case or a file's name cannot colour, erase or forge a line of the terminal.
    @Test(arguments: [["-"], ["-", "--json"], [hostile]])
    func hostileTextIsEscaped(arguments: [String]) throws {
        let quoted = JSONValue.string(Self.hostile).text()
        let input = """
            [{"id":\(quoted),"note":\(quoted),"routes":[{"path":"/","name":\(quoted)}],
            "navigate":[{"op":"push","to":{"name":\(quoted)}}]}]
            """
        let run = try ProgramRun(BuiltProducts.program("guard-oracle"), arguments, input: input)
        let lines = (run.output + run.errors).split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("FORGED") })
        for line in lines { #expect(VisibleText.escaped(line) == line && !line.hasPrefix("FORGED")) }
    }

    @Test func aTokenInAFilesNameIsMasked() throws {
        let signature = String(repeating: "cAnArY7f3Kq9Zx2L", count: 16)
        let run = try oracle("eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1aWQiOiJhIn0.\(signature)")
        #expect(run.errors.contains("guard-case/unreadable-file") && !run.errors.contains(signature))
    }

    /// What the help and the document show can be pasted.
    @Test func theExamplesOfGuardCasesWork() throws {
        let documentation = Checkout.root.appending(path: "docs/guard-cases.md")
        for text in [try oracle("--help").output, try String(contentsOf: documentation, encoding: .utf8)] {
            let start = try #require(text.range(of: "echo '"))
            let rest = start.upperBound..<text.endIndex
            let end = try #require(text.range(of: "' | swift run guard-oracle -", range: rest))
            let run = try oracle("-", input: String(text[start.upperBound..<end.lowerBound]))
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(run.output.contains("[guard/redirected]"))
        }
    }
}
