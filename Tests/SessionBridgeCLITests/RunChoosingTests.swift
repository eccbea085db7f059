import BridgePrimitives
import Foundation
import TestSupport
import Testing

@Suite("Runs of a part, of several tries, and their reports", .timeLimit(.minutes(5)), .serialized)
struct RunChoosingTests {
    private static let scenarios = """
        name: one
        tags: [smoke]
        steps: [{ advance: 1m }]
        expect: { verdict: not-opened }
        ---
        name: two
        tags: [slow]
        steps: [{ advance: 1m }]
        expect: { verdict: signed-in }
        ---
        name: three
        tags: [smoke, slow]
        steps: [{ advance: 1m }]
        expect: { verdict: not-opened }

        """

    private func withScenarios(_ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            try Self.scenarios.write(toFile: folder + "/a.yaml", atomically: true, encoding: .utf8)
            try await body(folder)
        }
    }

    private static let environment = ["GITHUB_ACTIONS": "", "CI_PROJECT_DIR": "", "GITHUB_WORKSPACE": ""]

    @Test func listingRunsNothing() async throws {
        try await withScenarios { folder in
            let list = try await Shell("$tool run a.yaml --list --tag smoke --exclude slow,none", in: folder)
            #expect(list.output == "a.yaml:1  one  [smoke]\n" && list.exitCode == 0)
            #expect(list.errors == "session-bridge: no scenario has the tag \"none\"\n")
            let json = try await Shell("$tool run a.yaml:7 --list --json --quiet", in: folder)
            #expect(json.output == #"{"name":"two","source":"a.yaml:6:1","tags":["slow"]}"# + "\n")
        }
    }

    /// The report is lost, and how it went is not.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func aReportThatCannotBeWrittenTakesNoTotals() async throws {
        try await withScenarios { folder in
            let run = try await Shell(
                "$tool run a.yaml --filter one --report junit=/dev/full", in: folder, environment: Self.environment)
            #expect(run.exitCode == 69 && run.errors.contains("error[output/"), "\(run.errors)")
            #expect(run.output.contains("1 scenario: 1 passed"), "\(run.output)")
        }
    }

    /// Columns: what is typed, the exit code, what is said.
    @Test(
        arguments: [
            ("--shard 4/3", 64, "run/bad-shard"), ("--shard auto/3", 64, "run/shard-unknown"),
            ("--filter 'a(b'", 64, "run/bad-filter"), ("--tag smok", 64, "did you mean \"smoke\"?"),
            ("--durations x.json", 64, "--durations goes with --shard"), ("--tag ''", 64, "--tag is empty"),
            ("--retries 101", 64, "--retries"),
            ("--repeat 0", 64, "--repeat"), ("--scenario-timeout soon", 64, "usage/bad-duration"),
            ("--shard 1/2 --durations none.json", 65, "report/unreadable"),
            ("--report json=- --json", 64, "standard output"),
            ("--report json=- --report tap=-", 64, "standard output"),
            ("--report xml=x", 64, "--report"), ("--report json=/nowhere/x.json", 69, "output/not-writable"),
            ("--report json=a.yaml", 64, "usage/report-over-input"), ("--watch --list", 64, "--watch"),
        ] as [(String, Int32, String)])
    func whatCannotBeIsSaid(options: String, code: Int32, says: String) async throws {
        try await withScenarios { folder in
            let run = try await Shell("$tool run a.yaml \(options)", in: folder, environment: Self.environment)
            #expect(run.errors.contains(says), "\(run.errors)")
            #expect(run.exitCode == code && run.output.isEmpty, "\(run.exitCode) \(run.output)")
        }
    }

    /// Each scenario is run by one machine, and all reports together are one run.
    @Test func shardsAreMerged() async throws {
        try await withScenarios { folder in
            for index in 1...2 {
                let run = try await Shell(
                    "CI_NODE_INDEX=\(index) CI_NODE_TOTAL=2 $tool run a.yaml --shard auto --report json=\(index).json",
                    in: folder)
                #expect(run.errors.contains("shard \(index)/2, as GitLab says"), "\(run.errors)")
            }
            let merge = try await Shell(
                "$tool report merge 2.json 1.json --report json=all.json --report junit=all.xml", in: folder)
            #expect(merge.exitCode == 1 && merge.errors.isEmpty, "\(merge.errors)")
            #expect(merge.output.contains("3 scenarios: 2 passed, 1 failed"), "\(merge.output)")
            let alone = try await Shell("$tool report merge 1.json", in: folder)
            #expect(alone.errors.contains("report/missing-shard") && alone.errors.contains("2/2"), "\(alone.errors)")
            let lone = try await Shell("$tool run a.yaml --tag smoke --report json=new.json", in: folder)
            #expect(lone.exitCode == 0, "\(lone.errors)")
            let diff = try await Shell("$tool report diff new.json all.json --slower-by 1h", in: folder)
            #expect(
                diff.exitCode == 1 && diff.output.hasPrefix("new                     two  (failed)\n"), "\(diff.output)"
            )
            let back = try await Shell("$tool report diff all.json new.json --slower-by 1h", in: folder)
            #expect(back.exitCode == 0 && back.output.hasSuffix("1 gone, 2 unchanged\n"), "\(back.output)")
            let shown = try await Shell("$tool report all.json --report tap=-", in: folder)
            #expect(shown.exitCode == 1 && shown.output.hasPrefix("TAP version 14\n1..3\n"), "\(shown.output)")
        }
    }

    @Test func whatFailedLastIsRunAlone() async throws {
        try await withScenarios { folder in
            let option = "--last-failed-file last.json"
            #expect(try await Shell("$tool run a.yaml \(option)", in: folder).exitCode == 1)
            let again = try await Shell("$tool run a.yaml --last-failed \(option) --json", in: folder)
            #expect(again.exitCode == 1 && again.output.split(separator: "\n").count == 1, "\(again.output)")
            #expect(again.errors.contains("1 of 3 failed last time"), "\(again.errors)")
            try Self.scenarios.replacingOccurrences(of: "signed-in", with: "not-opened")
                .write(toFile: folder + "/a.yaml", atomically: true, encoding: .utf8)
            #expect(try await Shell("$tool run a.yaml --last-failed \(option)", in: folder).exitCode == 0)
            let all = try await Shell("$tool run a.yaml --last-failed \(option) --json", in: folder)
            #expect(all.output.split(separator: "\n").count == 3, "\(all.output)")
            #expect(all.errors.contains("nothing failed last time: all are run"), "\(all.errors)")
        }
    }

    @Test func triesAndRepetitionsAreTold() async throws {
        try await withScenarios { folder in
            let run = try await Shell(
                "$tool run a.yaml --retries 1 --repeat 2 --jobs 1 --fail-fast --slowest 1 --report json=r.json --trace t.jsonl",
                in: folder)
            #expect(run.exitCode == 1)
            #expect(run.output.contains("two (run 1)  (2 tries)"), "\(run.output)")
            #expect(run.output.contains("6 scenarios: 2 passed, 1 failed, 3 not run"), "\(run.output)")
            #expect(run.output.contains("\nslow  "))
            let report = try JSONValue(parsing: String(contentsOfFile: folder + "/r.json", encoding: .utf8))
            let rows = report["scenarios"]?.arrayValue ?? []
            #expect(rows.map { $0["outcome"] } == ["passed", "passed", "failed", "not-run", "not-run", "not-run"])
            #expect(rows[2]["attempts"]?.arrayValue?.count == 1 && rows[2]["repetition"] == 1)
            // Both tries can be compared.
            let traces = try await Shell(
                "$tool inspect t.jsonl --trace-name 'two, try 1' --exposure > /dev/null", in: folder)
            #expect(traces.exitCode == 0, "\(traces.errors)")
        }
    }

    /// The line of the step, for whoever reviews; results stay results, and nothing of a scenario is obeyed.
    @Test func githubIsToldTheLine() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/app", withIntermediateDirectories: false)
            try "name: \"::warning::a, b: 50%\"\nsteps:\n  - advance: 1m\nexpect: { verdict: signed-in }\n"
                .write(toFile: folder + "/app/a.yaml", atomically: true, encoding: .utf8)
            try "before\n".write(toFile: folder + "/summary.md", atomically: true, encoding: .utf8)
            let run = try await Shell(
                "cd app && $tool run a.yaml", in: folder,
                environment: [
                    "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder, "GITHUB_STEP_SUMMARY": folder + "/summary.md",
                ])
            #expect(run.exitCode == 1)
            let commands = (run.output + run.errors).split(separator: "\n")
                .filter { $0.drop { $0 == " " }.hasPrefix("::") }
            #expect(commands.count == 1)
            #expect(
                commands.first?.hasPrefix("::error file=app/a.yaml,line=3,title=%3A%3Awarning%3A%3Aa%2C b%3A 50%25::")
                    == true, "\(commands)")
            let summary = try String(contentsOfFile: folder + "/summary.md", encoding: .utf8)
            #expect(summary.hasPrefix("before\n### ❌ session-bridge: 1 scenario"), "\(summary)")
            let none = try await Shell(
                "cd app && $tool run a.yaml --annotations none", in: folder, environment: ["GITHUB_ACTIONS": "true"])
            #expect(!none.errors.contains("::"), "\(none.errors)")
        }
    }

    /// The whole at first, then only the file that changed, then what is wrong with one; Ctrl-C ends it well.
    @Test func whatChangesIsRunAgain() async throws {
        try await withScenarios { folder in
            let good = "name: good\nsteps: [{ advance: 1m }]\nexpect: { verdict: not-opened }\n"
            for name in ["x", "y"] {
                try good.write(toFile: folder + "/\(name).yaml", atomically: true, encoding: .utf8)
            }
            let run = try await Shell(
                """
                mkfifo lines errors
                $tool run x.yaml y.yaml --watch --quiet > lines 2> errors & tool=$!
                exec 3< lines 4< errors
                read -r line <&3; echo "$line"
                echo '# changed' >> y.yaml
                read -r line <&3; echo "$line"
                echo 'stepz: 1' >> x.yaml
                read -r line <&4; read -r line <&4; read -r line <&4; echo "$line"
                kill -INT $tool; wait $tool
                """, in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 3, "\(run.output)")
            #expect(lines.first?.hasPrefix("2 scenarios: 2 passed") == true, "\(run.output)")
            #expect(lines.dropFirst().first?.hasPrefix("1 scenario: 1 passed") == true, "\(run.output)")
            #expect(lines.last?.hasPrefix("x.yaml:4:1: error[scenario/unknown-key]") == true, "\(run.output)")
        }
    }
}
