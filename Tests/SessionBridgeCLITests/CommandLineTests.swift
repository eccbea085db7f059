import Foundation
import TestSupport
import Testing

@Suite("The command line", .timeLimit(.minutes(5)), .serialized)
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
            (["trace", "http://localhost/", "--engine", "gecko"], 64, "The value 'gecko' is invalid"),
            (
                ["trace", "http://localhost/", "--engine", "webkitgtk", "--store", "/tmp/s"], 64,
                "--store is for the model; leave it out with --engine webkitgtk"
            ),
            (
                ["trace", "http://localhost/", "--engine", "webkitgtk", "--read-host", "*.a.test"], 64,
                "--read-host takes a name such as api.example.com"
            ),
            (
                ["trace", "http://localhost/", "--read-host", "a.test"], 64,
                "--read-host says what is read of --engine webkitgtk or chromium"
            ),
            (
                ["serve", "--tokens", "unsigned", "--ephemeral", "--port-base", "0"], 64,
                "error[usage/strict-needs-signed]: a strict service, which is the default, refuses unsigned tokens"
            ),
            (["reasons", "nonsense"], 64, "error[usage/no-such-reason]"),
            (["reasons", "XYZ"], 64, "no reason begins with \"XYZ\"; codes begin with: url, store, note, send"),
            (["reasons", "Sned"], 64, "did you mean \"send\"?"),
            (
                ["reasons", "--findings", "XYZ"], 64,
                "no finding begins with \"XYZ\"; they begin with: edge, guard, handoff"
            ),
            (
                ["reasons", "--findings", "--scenarios", "/nowhere"], 64,
                "--scenarios is for the page of reasons or findings; add --markdown"
            ),
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
            (["serve", "--ephemeral", "--single-project", "warning"], 64, "--single-project"),
            (["serve", "--host", "example.com"], 69, "error[server/address-not-available]: \"example.com\" is none"),
            (["serve", "--control-token", "a-token-of-some-length"], 64, "--control-token is for other machines"),
            (
                ["serve", "--ephemeral", "--host", "127.0.0.1", "--control-token", "short"], 64,
                "error[usage/bad-token]: --control-token has 5 bytes"
            ),
            (
                ["serve", "--ephemeral", "--cors-origin", "*"], 64,
                "error[usage/bad-origin]: --cors-origin: \"*\" is no"
            ),
            (["serve", "--ephemeral", "--project", "BAD!"], 64, "error[usage/bad-project]: \"BAD!\" is no id"),
            (["serve", "--ephemeral", "--project", "a"], 64, "write 6 to 30 lower-case letters"),
            (["exec", "--project", "Shop-App", "--", "true"], 64, "error[usage/bad-project]"),
            (["serve", "--web", "/proc/self/exe", "--ephemeral", "--port-base", "0"], 69, "error[web/not-a-folder]"),
            (["serve", "--web", "/nowhere", "--ephemeral", "--port-base", "0"], 69, "error[web/not-found]"),
            (["serve", "--ephemeral", "--port-base", "0", "--seeds", "/nowhere"], 65, "error[seeds/unreadable]"),
            (
                ["serve", "--ephemeral", "--port-base", "0", "--import", "/nowhere"], 65,
                "error[state/unreadable-export]"
            ),
            (["serve", "--ephemeral", "--port-base", "0", "--service-account", "/nowhere"], 65, "error[token/unrea"),
            (["serve", "--ephemeral", "--port-base", "0", "--export-on-exit", "/nowhere/x.json"], 69, "error[output/"),
            (["cookies", "--profile", "ios99"], 64, "error[usage/unknown-profile]"),
            (["profiles", "ios99"], 64, "error[usage/unknown-profile]"),
            (["cookies", "--load", "/nowhere"], 65, "error[cookie-file/unreadable]"),
            (["trace", "http://localhost/", "--load-cookies", "/nowhere"], 65, "error[cookie-file/unreadable]"),
            (["trace", "http://localhost/", "--store", "/nowhere/s.sqlite"], 69, "error[cookie-database/"),
            (["explain", "--url", "a.test"], 64, "Missing expected argument: a HAR file, or --set-cookie <line>"),
            (["explain", "--set-cookie", "a=1", "--url", "http://"], 64, "error[usage/bad-url]: --url: A URL of this"),
            (["explain", "--set-cookie", "a=1", "--url", "a.test", "--edge", "cdn"], 64, "error[usage/unknown-edge]"),
            (
                ["explain", "--set-cookie", "a=1", "--url", "a.test", "--after", "soon"], 64,
                "error[usage/bad-duration]"
            ),
            (["explain", "--set-cookie", "a=1", "--url", "a.test", "--subresource"], 64, "error[usage/no-request]"),
            (["frobnicate"], 64, "there is no verb \"frobnicate\"; known are: demo, serve, backup, exec, run, "),
        ] as [([String], Int32, String)])
    func wrongInputIsOneLineWithTheFix(arguments: [String], exitCode: Int32, message: String) throws {
        let run = try Tool(arguments)
        #expect(run.exitCode == exitCode)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
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
}
