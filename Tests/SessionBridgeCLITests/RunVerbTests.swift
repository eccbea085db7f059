import BridgePrimitives
import Foundation
import TestSupport
import Testing

@Suite("Scenarios from the command line", .timeLimit(.minutes(5)), .serialized)
struct RunVerbTests {
    @Test func whatCannotBeReadIsAnObjectToo() throws {
        let file = Tool.state + "-unreadable-json.yaml"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "name: x\nsteps:\n  - opne: { path: / }\n  - relod\n".write(
            toFile: file, atomically: true, encoding: .utf8)
        for (path, area) in [(file, "scenario/"), ("/nowhere.yaml", "run/")] {
            let run = try Tool(["run", "--json", path])
            #expect(run.exitCode == 65)
            #expect(run.errors.contains("error[\(area)"), "\(run.errors)")
            let lines = run.output.split(separator: "\n")
            #expect(!lines.isEmpty)
            for line in lines {
                let object = try JSONValue(parsing: String(line))
                #expect(object["outcome"] == "error")
                #expect(object["error"]?["code"]?.stringValue?.hasPrefix(area) == true)
                #expect(object["error"]?["message"]?.stringValue?.isEmpty == false)
            }
        }
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
        let run = try Tool(["run", file, "--flow", "--report", "junit=\(report)"])
        #expect(run.exitCode == 1)
        #expect(run.output.contains("cause 1   handoff/no-exchange: The app is signed in as "))
        #expect(run.output.contains("proved    With all 3 fixed, the page opens signed in (3 trial runs, "))
        let untried = try Tool(["run", file, "--no-prove"])
        #expect(untried.output.contains("cause     handoff/no-exchange: "))
        #expect(!untried.output.contains("trial run"))
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
            let rows = try JSONValue(parsing: String(contentsOfFile: json, encoding: .utf8))["errors"]?.arrayValue
            #expect(rows?.map { $0["outcome"] } == ["error"])
            #expect(rows?.last?["source"]?.stringValue == "\(file):2:1")
            #expect(rows?.last?["error"]?["code"] == "scenario/unknown-key")
            _ = try Tool(["run", folder + "/nowhere", "--report", "json=\(json)"])
            let lost = try JSONValue(parsing: String(contentsOfFile: json, encoding: .utf8))["errors"]?.arrayValue
            #expect(lost?.map { $0["error"]?["code"] } == ["run/no-such-path"])
        }
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

    /// A report is nobody's scenario and no other report, by whatever name: nothing runs, and all is as it was.
    @Test(arguments: [
        (["junit=a.yaml"], "the scenario file"), (["json=link.yaml"], "the scenario file"),
        (["junit=r.xml", "json=./r.xml"], "the report"), (["junit=folder/../r.xml", "json=r.xml"], "the report"),
    ])
    func reportsAreWrittenOverNothing(reports: [String], over: String) throws {
        try withFolder { folder in
            let text = "name: good\nsteps: [{ advance: 1m }]\nexpect: { verdict: not-opened }\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/a.yaml"))
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/link.yaml", withDestinationPath: folder + "/a.yaml")
            try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: false)
            let options = reports.flatMap { report in
                let parts = report.split(separator: "=")
                return ["--report", "\(parts[0])=\(folder)/\(parts[1])"]
            }
            let run = try Tool(["run", folder + "/a.yaml"] + options)
            #expect(run.exitCode == 64 && run.output.isEmpty)
            #expect(run.errors.contains("error[usage/report-over-input]") && run.errors.contains(over))
            #expect(try String(contentsOfFile: folder + "/a.yaml", encoding: .utf8) == text)
            #expect(!FileManager.default.fileExists(atPath: folder + "/r.xml"))
        }
    }
}
