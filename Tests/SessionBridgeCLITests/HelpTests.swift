import ArgumentParser
import BridgePrimitives
import Foundation
import TestSupport
import Testing

@testable import SessionBridgeCLI

@Suite("What the verbs say of themselves", .timeLimit(.minutes(5)), .serialized)
struct HelpTests {
    @Test func eachProfileValueNamesItsSource() throws {
        let run = try Tool(["profiles", "ios18", "--json"])
        let rows = try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        }
        #expect(rows.count > 40)
        for row in rows {
            #expect(row["source"]?.isEmpty == false)
            #expect(["verified", "documented", "reported", "assumed"].contains(row["confidence"] ?? ""))
        }
    }

    /// Each example in each verb's help, as a shell reads it from a terminal of eighty columns, is a command line.
    @Test(arguments: [
        "demo", "serve", "run", "trace", "explain", "cookies", "proxy", "reasons", "profiles",
        "compare", "faults",
        "inspect", "diff", "token decode", "token verify", "token mint", "--help", "lint", "doctor",
        "report", "report merge", "report diff",
    ])
    func examplesCanBePasted(verb: String) throws {
        let help = try Tool(Self.help(of: verb), columns: 80).output
            .replacingOccurrences(of: "\\\n", with: " ")
        let examples = help.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("session-bridge ") || $0.contains("| ") && $0.contains(" session-bridge ") }
        if ["trace", "explain", "cookies", "--help"].contains(verb) { #expect(!examples.isEmpty) }
        for example in examples {
            let arguments = try Self.arguments(ofLast: example)
            do { _ = try SessionBridgeCommand.parseAsRoot(arguments) } catch {
                // Asking for completions is an error of its own, with exit code 0.
                #expect(SessionBridgeCommand.exitCode(for: error) == .success, "\(example): \(error)")
            }
        }
    }

    private static func help(of verb: String) -> [String] {
        verb == "--help" ? [verb] : verb.split(separator: " ").map(String.init) + ["--help"]
    }

    /// A line ends where the next word does not fit: no paragraph is wrapped by hand and then again.
    @Test(
        arguments: [
            "demo", "serve", "run", "trace", "explain", "cookies", "proxy", "reasons", "profiles",
            "schema", "compare", "faults", "inspect", "diff", "token decode", "token verify",
            "token mint",
            "--help", "lint", "doctor", "report", "report merge", "report diff", "report show",
        ], [80, 120])
    func paragraphsFillTheirLines(verb: String, columns: Int) throws {
        let help = try Tool(Self.help(of: verb), columns: columns).output
        let overview = help.prefix(upTo: try #require(help.range(of: "\nUSAGE:")).lowerBound)
        let lines = overview.components(separatedBy: "\n")
        for (line, next) in zip(lines, lines.dropFirst()) {
            // What is indented is an example and stays as it is.
            guard !line.isEmpty, !next.isEmpty, !line.hasPrefix(" "), !next.hasPrefix(" ") else { continue }
            let word = next.prefix { $0 != " " }
            // The last column stays empty.
            #expect(line.count < columns && line.count + 1 + word.count >= columns, "\(line)\n\(next)")
        }
    }

    /// What a shell makes of the words after the last `session-bridge` of a pipe.
    private static func arguments(ofLast line: String) throws -> [String] {
        let command = line.components(separatedBy: " | ").last ?? line
        let words = try #require(command.firstRange(of: "session-bridge ")).upperBound
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "printf '%s\\n' " + command[words...]]
        let output = Pipe()
        shell.standardOutput = output
        try shell.start()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0, "\(line)")
        return text.split(separator: "\n").map(String.init)
    }

    @Test func helpListsTheVerbs() throws {
        let run = try Tool(["--help"])
        for verb in ["demo", "serve", "run", "trace", "cookies", "reasons", "profiles", "schema"] {
            #expect(run.output.contains("  \(verb) "))
        }
        #expect(try Tool(["--version"]).output == "0.1.0\n")
        #expect(try Tool(["--generate-completion-script", "zsh"]).output.hasPrefix("#compdef session-bridge"))
    }

    @Test func theSchemaIsJSONAndTheReferenceMarkdown() throws {
        let schema = try JSONValue(parsing: Tool(["schema"]).output)
        #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        #expect(try Tool(["schema", "--markdown"]).output.hasPrefix("# Scenarios\n"))
    }
}
