import ArgumentParser
import BridgePrimitives
import Foundation
import TestSupport
import Testing

@testable import SessionBridgeCLI

/// Runs the tool that was built beside these tests.
private struct Tool {
    let exitCode: Int32
    let output: String
    let errors: String

    /// - Parameter output: a file for standard output; nil to read it.
    ///   - input: what standard input holds.
    init(_ arguments: [String], input text: String = "", output file: String? = nil, columns: Int = 120) throws {
        let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("session-bridge")
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SESSION_BRIDGE_STATE": Self.state, "NO_COLOR": "1", "COLUMNS": String(columns)]) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        if let file { process.standardOutput = FileHandle(forWritingAtPath: file) }
        let input = Pipe()
        if text.isEmpty { process.standardInput = FileHandle.nullDevice } else { process.standardInput = input }
        try process.run()
        // It fits the pipe, which is all that is needed.
        if !text.isEmpty { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
        try input.fileHandleForWriting.close()
        if file != nil { try output.fileHandleForWriting.close() }
        // Errors are one line and fit the pipe; results may be longer, so they are read first.
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        exitCode = process.terminationStatus
    }

    static let state = FileManager.default.temporaryDirectory
        .appendingPathComponent("session-bridge-cli-tests-\(getpid())").path
}

@Suite("The command line", .serialized)
struct CommandLineTests {
    @Test(
        arguments: [
            // What is typed, how it exits, and what the one line on standard error has to say.
            (
                ["demo", "--profile", "ios99"], 64,
                "error[usage/unknown-profile]: there is no profile \"ios99\"; known are: "
            ),
            (["demo", "--strict", "--tokens", "unsigned"], 64, "error[usage/strict-needs-signed]"),
            (["demo", "--seed", "many"], 64, "The value 'many' is invalid for '--seed <number>'"),
            (["demo", "--state", "/proc/nowhere"], 69, "error[state/not-writable]"),
            (["run", "/nowhere"], 65, "error[run/no-such-path]: there is nothing at /nowhere"),
            (["run", "Scenarios", "--filter", "nothing like it"], 64, "error[run/no-such-scenario]"),
            (["run"], 64, "Missing expected argument '<path> ...'"),
            (["run", "Scenarios", "--jobs", "0"], 64, "--jobs takes a number from 1 to 256"),
            (["run", "Scenarios", "--report", "pdf=x"], 64, "--report"),
            (["trace", "ftp://example.test/"], 64, "error[url/unsupported-scheme]"),
            (["trace", "http://"], 64, "error[url/"),
            (["trace", "http://localhost/", "--timeout", "soon"], 64, "error[usage/bad-duration]"),
            (["trace", "http://localhost/", "-H", "nocolon"], 64, "error[usage/bad-header]"),
            (["trace", "http://localhost/", "--ca", "/nowhere.pem"], 65, "error[transport/unreadable-certificates]"),
            (["serve", "--profile", "ios18"], 64, "Unknown option '--profile'"),
            (["trace", "http://localhost/", "--seed", "1"], 64, "Unknown option '--seed'"),
            (
                ["serve", "--tokens", "unsigned", "--ephemeral", "--port-base", "0"], 64,
                "error[usage/strict-needs-signed]: a strict service, which is the default, refuses unsigned tokens"
            ),
            (["reasons", "nonsense"], 64, "error[usage/no-such-reason]"),
            (["reasons", "XYZ"], 64, "no reason begins with \"XYZ\"; codes begin with: url, store, note, send"),
            (["reasons", "Sned"], 64, "did you mean \"send\"?"),
            (["reasons", "http-only"], 64, "did you mean \"script/http-only\"?"),
            (["reasons", "guard/cookie-absnt"], 64, "did you mean \"guard/cookie-absent\"?"),
            (["demo", "--profile", "ios19"], 64, "ios26, webkitgtk, chromium; did you mean \"ios18\"?\n"),
            (["trce"], 64, "error[usage/unknown-verb]: there is no verb \"trce\"; did you mean \"trace\"?\n"),
            (
                ["run", "/nowhere", "--report", "junit=/nowhere/x.xml"], 69,
                "error[output/not-writable]: /nowhere/x.xml cannot be written"
            ),
            (["explain", "--set-cookie", "-", "--url", "a.test"], 65, "error[explain/no-line]"),
            (["serve", "--ephemeral", "--state", "/tmp"], 64, "--ephemeral keeps nothing"),
            (["serve", "--port-base", "70000"], 64, "--port-base"),
            (["serve", "--web", "/nowhere", "--ephemeral", "--port-base", "0"], 69, "error[web/not-found]"),
            (["serve", "--ephemeral", "--port-base", "0", "--seeds", "/nowhere"], 65, "error[seeds/unreadable]"),
            (
                ["serve", "--ephemeral", "--port-base", "0", "--import", "/nowhere"], 65,
                "error[state/unreadable-export]"
            ),
            (["serve", "--ephemeral", "--port-base", "0", "--service-account", "/nowhere"], 65, "error[token/unrea"),
            (["serve", "--ephemeral", "--port-base", "0", "--export-on-exit", "/nowhere/x.json"], 69, "error[output/"),
            (["guard", "/nowhere.json"], 65, "error[guard-case/unreadable-file]"),
            (["guard", "/proc/self/comm"], 65, "error[guard-case/not-json]: /proc/self/comm:1: not JSON at byte 0"),
            (["cookies", "--profile", "ios99"], 64, "error[usage/unknown-profile]"),
            (["profiles", "ios99"], 64, "error[usage/unknown-profile]"),
            (["cookies", "--load", "/nowhere"], 65, "error[cookie-file/unreadable]"),
            (["trace", "http://localhost/", "--load-cookies", "/nowhere"], 65, "error[cookie-file/unreadable]"),
            (["trace", "http://localhost/", "--store", "/nowhere/s.sqlite"], 69, "error[cookie-database/"),
            (["explain", "--url", "a.test"], 64, "Missing expected argument '--set-cookie <line> ...'"),
            (["explain", "--set-cookie", "a=1", "--url", "http://"], 64, "error[usage/bad-url]: --url: A URL of this"),
            (["explain", "--set-cookie", "a=1", "--url", "a.test", "--edge", "cdn"], 64, "error[usage/unknown-edge]"),
            (
                ["explain", "--set-cookie", "a=1", "--url", "a.test", "--after", "soon"], 64,
                "error[usage/bad-duration]"
            ),
            (["explain", "--set-cookie", "a=1", "--url", "a.test", "--subresource"], 64, "error[usage/no-request]"),
            (["frobnicate"], 64, "there is no verb \"frobnicate\"; known are: demo, serve, exec, run, trace, "),
        ] as [([String], Int32, String)])
    func wrongInputIsOneLineWithTheFix(arguments: [String], exitCode: Int32, message: String) throws {
        let run = try Tool(arguments)
        #expect(run.exitCode == exitCode)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    /// Told before a browser is looked for, which may not be installed.
    @Test func scenariosThatNoBrowserCanPlayAreNothingToCompare() throws {
        let file = Tool.state + "-twin.yaml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "name: It opens no page\nsteps: [sign-in]\nexpect: { verdict: not-opened }\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        let run = try Tool(["twin", file, "--browser", "chromium"])
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("error[twin/nothing-to-compare]"), "\(run.errors)")
        #expect(run.output.contains("twin/no-page"), "\(run.output)")
    }

    /// The key file that the first start has made is the project's that this start was for.
    @Test func aServiceAccountOfAnotherProjectIsRefused() throws {
        let state = Tool.state + "-account"
        defer { try? FileManager.default.removeItem(atPath: state) }
        #expect(try Tool(["demo", "--quiet", "--state", state]).exitCode == 0)
        let run = try Tool([
            "serve", "--ephemeral", "--port-base", "0", "--project", "other-project", "--service-account",
            state + "/service-account.json",
        ])
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("error[usage/other-project]"), "\(run.errors)")
    }

    @Test func aScriptWhosePromisesNeverEndIsEndedAndTold() throws {
        let server = try ScriptedServer { _ in .ok("<title>T</title>", headers: "Content-Type: text/html\r\n") }
        defer { server.stop() }
        let run = try Tool([
            "trace", "http://127.0.0.1:\(server.port)/", "--inject", "(async () => { while (true) await 0 })()",
            "--inject", "document.cookie = 'after=1'",
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("script/terminated"))
        #expect(run.output.contains("after"))
    }

    @Test func theTimeoutEndsTheCommandWhateverItWaitsFor() throws {
        let pipe = Tool.state + "-pipe"
        defer { unlink(pipe) }
        try #require(mkfifo(pipe, 0o600) == 0)  // nobody ever writes into it
        let run = try Tool(["cookies", "--load", pipe, "--timeout", "200ms"])
        #expect(run.exitCode == 69)
        #expect(run.errors.contains("error[command/timed-out]: the command did not end within 200ms; raise --timeout"))
        #expect(run.output.isEmpty)
    }

    @Test func aScenarioOfAliasesIsRefusedBeforeItIsExpanded() throws {
        let file = Tool.state + "-aliases.yaml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let values = Array(repeating: "x", count: 100_000).joined(separator: ",")
        let aliases = Array(repeating: "*a", count: 100_000).joined(separator: ", ")
        try "name: &a [\(values)]\nsteps: [\(aliases)]\n".write(toFile: file, atomically: true, encoding: .utf8)
        let run = try Tool(["run", file])
        #expect(run.exitCode == 65)
        #expect(run.errors.contains("error[scenario/too-large]: there are more than 200000 values"))
        #expect(run.errors.utf8.count < 1_000)  // the line has half a million bytes
    }

    @Test func theDemonstrationTellsItsStoryAndItsVerdict() throws {
        let run = try Tool(["demo"])
        #expect(run.exitCode == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix(" 1 ✓ test      Auth service at http://127.0.0.1:") == true)
        #expect(lines.last?.hasPrefix("Verdict: signed-in as ") == true)
        #expect(!run.output.contains("\u{1B}"))  // NO_COLOR
        #expect(!run.output.contains("eyJ"))  // no token, not even its beginning
    }

    @Test func jsonIsOneObjectALine() throws {
        let run = try Tool(["demo", "--json"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(object["verdict"] as? String == "signed-in")
        #expect(run.output.filter { $0 == "\n" }.count == 1)
        #expect(run.errors.isEmpty)
    }

    @Test func aScenarioThatFailsExitsWithOneAndSaysWhatHappened() throws {
        let file = Tool.state + "-failing.yaml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try """
        name: It opens without a cookie
        steps:
          - sign-in
          - open: { path: / }
        expect: { route: main }
        """.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Tool(["run", file, "--filter", "nothing like it"]).exitCode == 64)
        let report = file + ".xml"
        defer { try? FileManager.default.removeItem(atPath: report) }
        let run = try Tool(["run", file, "--trace", "--report", "junit=\(report)"])
        #expect(run.exitCode == 1)
        #expect(run.output.contains("cause     handoff/no-exchange: The app is signed in as "))
        #expect(run.output.contains("expected  route main; the page is at signin"))
        #expect(run.output.contains("visible   nothing to script"))
        #expect(try String(contentsOfFile: report, encoding: .utf8).contains("failures=\"1\""))
    }

    @Test func aScenarioFileThatCannotBeReadNamesThePlace() throws {
        let file = Tool.state + "-unreadable.yaml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "name: x\nsteps:\n  - opne: { path: / }\nexpect: { route: main }\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let run = try Tool(["run", file])
        #expect(run.exitCode == 65)
        #expect(
            run.errors.hasPrefix("\(file):3:5: error[scenario/unknown-step]: no step is called \"opne\"; did you mean"))
        #expect(run.output.isEmpty)
    }

    /// A CI server looks for the report, whatever kept the scenarios from being run.
    @Test func reportsSayWhatIsWrongWithTheFiles() throws {
        try withFolder { folder in
            let file = folder + "/a.yaml"
            try "name: x\nstepz: []\n".write(toFile: file, atomically: true, encoding: .utf8)
            let (xml, json) = (folder + "/r.xml", folder + "/r.json")
            let run = try Tool(["run", file, "--report", "junit=\(xml)", "--report", "json=\(json)"])
            #expect(run.exitCode == 65)
            let junit = try String(contentsOfFile: xml, encoding: .utf8)
            #expect(junit.contains(#"tests="1" failures="0" errors="1""#), "\(junit)")
            #expect(junit.contains("\(file):2:1: scenario has no &quot;stepz&quot;; did you mean &quot;steps&quot;?"))
            #expect(junit.contains(#"type="scenario/unknown-key"/>"#))
            let rows = try JSONValue(parsing: String(contentsOfFile: json, encoding: .utf8)).arrayValue
            #expect(rows?.map { $0["outcome"] } == ["error"])
            #expect(rows?.last?["source"]?.stringValue == "\(file):2:1")
            #expect(rows?.last?["error"]?["code"] == "scenario/unknown-key")
            _ = try Tool(["run", folder + "/nowhere", "--report", "json=\(json)"])
            let lost = try JSONValue(parsing: String(contentsOfFile: json, encoding: .utf8)).arrayValue
            #expect(lost?.map { $0["error"]?["code"] } == ["run/no-such-path"])
        }
    }

    @Test func aWholeResponseIsExplainedByItsHead() throws {
        let explain = ["explain", "--url", "https://a.test/", "--set-cookie", "-"]
        let head = "HTTP/2 200\r\ndate: today\r\n"
        let run = try Tool(explain, input: head + "set-cookie: sid=1\r\n\r\n<p>a=1</p>\n")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.components(separatedBy: " = <").count == 2)
        let none = try Tool(explain, input: head + "\r\n<p>a=1</p>\n")
        #expect(none.exitCode == 65 && none.output.isEmpty)
        #expect(
            none.errors.contains("error[explain/no-set-cookie]: there is no Set-Cookie in this response: HTTP/2 200"))
    }

    @Test(arguments: [true, false])
    func aSchemeThatIsAssumedIsSaid(isQuiet: Bool) throws {
        let run = try Tool(["trace", "127.0.0.1:1"] + (isQuiet ? ["--quiet"] : []))
        #expect(run.exitCode == 69)
        #expect(run.errors.contains("has no scheme, so https is tried; put http:// before it for http") == !isQuiet)
        #expect(run.output.contains("GET https://127.0.0.1:1/") == !isQuiet)
        #expect(run.output.contains("failed  https://127.0.0.1:1/  after 1 request") == isQuiet)
    }

    @Test func aPageThatDoesNotComeIsShownAndExitsWithSixtyNine() throws {
        let run = try Tool(["trace", "http://127.0.0.1:1/"])
        #expect(run.exitCode == 69)
        #expect(run.output.drop { $0 == " " }.hasPrefix("cause     transport/could-not-connect: The page at"))
        #expect(run.output.contains("\n1  GET http://127.0.0.1:1/  →  no answer  transport/could-not-connect"))
        #expect(run.errors.hasPrefix("session-bridge: http://127.0.0.1:1/ did not open: navigation/could-not-connect"))
    }

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

    #if os(Linux)
        /// Results that did not get where they were to go are a failure, with one line that says why.
        @Test(arguments: [["reasons"], ["profiles", "ios18", "--json"], ["cookies", "--save", "/dev/full"]])
        func aFullDiskIsNoSuccess(arguments: [String]) throws {
            let run = try Tool(arguments, output: "/dev/full")
            #expect(run.exitCode == 69)
            #expect(run.errors.hasPrefix("session-bridge: error[output/disk-full]: "))
            #expect(run.errors.contains("No space left on device"))
            #expect(run.errors.filter { $0 == "\n" }.count == 1)
        }
    #endif

    /// The page opens or not: what could not be read of the file is told by the exit code.
    @Test func cookiesThatCannotBeReadAreNoSuccess() throws {
        let file = Tool.state + "-cookies.txt"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "# Netscape HTTP Cookie File\nnonsense\n".write(toFile: file, atomically: true, encoding: .utf8)
        let run = try Tool(["trace", "http://127.0.0.1:1/", "--load-cookies", file])
        #expect(run.exitCode == 69)  // nothing answers there, which weighs more
        #expect(run.errors.hasPrefix("\(file):2:"))
        #expect(try Tool(["trace", "http://127.0.0.1:1/", "--load-cookies", "/nowhere"]).exitCode == 65)
    }

    /// Each example in each verb's help, as a shell reads it from a terminal of eighty columns, is a command line.
    @Test(arguments: [
        "demo", "serve", "run", "trace", "explain", "cookies", "guard", "twin", "reasons", "profiles", "--help",
    ])
    func examplesCanBePasted(verb: String) throws {
        let help = try Tool(verb == "--help" ? [verb] : [verb, "--help"], columns: 80).output
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

    /// A line ends where the next word does not fit: no paragraph is wrapped by hand and then again.
    @Test(
        arguments: [
            "demo", "serve", "run", "trace", "explain", "cookies", "guard", "twin", "reasons", "profiles", "schema",
            "--help",
        ], [80, 120])
    func paragraphsFillTheirLines(verb: String, columns: Int) throws {
        let help = try Tool(verb == "--help" ? [verb] : [verb, "--help"], columns: columns).output
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
        try shell.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0, "\(line)")
        return text.split(separator: "\n").map(String.init)
    }

    @Test func helpListsTheVerbs() throws {
        let run = try Tool(["--help"])
        for verb in ["demo", "serve", "run", "trace", "cookies", "guard", "reasons", "profiles", "schema"] {
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

    /// Whatever the library has no name for is unreadable input, told with its place before anything runs.
    @Test(arguments: [
        ("profile: ios81", "scenario/unknown-profile"), ("edge: akamai", "scenario/unknown-edge"),
        ("backend: { cookie-attributes: Path=/; Sekure }", "backend/bad-cookie"),
    ])
    func whatAScenarioNamesMustExist(setting: String, code: String) throws {
        try withFolder { folder in
            let good = "name: good\nsteps: [{ advance: 1m }]\nexpect: { verdict: not-opened }\n"
            try Data(good.utf8).write(to: URL(fileURLWithPath: folder + "/a.yaml"))
            let bad = "name: bad\n\(setting)\nsteps: [reload]\nexpect: { verdict: not-opened }\n"
            try Data(bad.utf8).write(to: URL(fileURLWithPath: folder + "/b.yaml"))
            let run = try Tool(["run", folder])
            #expect(run.exitCode == 65 && run.output.isEmpty)
            #expect(run.errors.contains("/b.yaml:2:") && run.errors.contains("error[\(code)]"))
            #expect(run.errors.contains("\n 2 | \(setting)\n"))
        }
    }
}
