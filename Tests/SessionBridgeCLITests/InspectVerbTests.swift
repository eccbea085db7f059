import Foundation
import TestSupport
import Testing

@Suite("Traces, written and shown", .serialized, .timeLimit(.minutes(5)))
struct InspectVerbTests {
    /// Columns: the command, its exit code, what it says.
    @Test func whatIsNoTraceIsSaid() async throws {
        let rows: [(String, Int32, String)] = [
            ("inspect nothing.jsonl", 65, "error[traces/unreadable]: nothing.jsonl cannot be read"),
            ("inspect .", 65, "error[traces/unreadable]: . cannot be read"),
            ("inspect empty", 65, "error[traces/not-a-trace]: empty is neither a trace nor a HAR"),
            ("inspect some.har", 65, "error[har/not-a-har]: some.har has no log with a list of entries"),
            ("inspect", 64, "Missing expected argument '<file> ...'"),
            ("inspect t.jsonl --ui-port 70000", 64, "--ui-port"),
            (
                "inspect t.jsonl#2 --exposure", 64,
                "error[traces/no-such-trace]: t.jsonl has no trace of number 2, only #1 t"
            ),
            ("inspect t.jsonl --mermaid - --exposure", 64, "--mermaid and --exposure are two reports"),
            ("inspect t.jsonl --html - --exposure", 64, "--exposure and --html are two reports"),
            ("inspect t.jsonl --cookie a", 64, "error[traces/not-a-recording]: t.jsonl is a trace"),
            ("inspect t.jsonl --html nowhere/t.html", 69, "error[output/not-writable]: nowhere/t.html"),
            ("inspect t.jsonl --all-events", 64, "--all-events is for --mermaid"),
            ("inspect t.jsonl --mermaid nowhere/t.mmd", 69, "error[output/not-writable]: nowhere/t.mmd"),
            ("inspect two.jsonl --mermaid -", 64, "error[traces/several]: two.jsonl has 2 traces: #1 t, #2 u"),
            ("diff t.jsonl nothing.jsonl", 65, "error[traces/unreadable]: nothing.jsonl cannot be read"),
            ("diff t.jsonl some.har", 65, "error[har/not-a-har]: some.har has no log with a list of entries"),
            ("diff t.jsonl#7 t.jsonl", 64, "error[traces/no-such-trace]: t.jsonl has no trace of number 7, only #1 t"),
            (
                "diff two.jsonl v.jsonl", 65,
                "error[traces/nothing-in-common]: of 2 and 1 traces no two have the same name"
            ),
            ("diff - -", 64, "standard input can be one of the two"),
            ("diff t.jsonl", 64, "Missing expected argument '<b>'"),
            (
                "demo --trace nowhere/t.jsonl", 69,
                "error[output/not-writable]: the trace cannot be written to nowhere/t.jsonl"
            ),
            ("demo --trace", 64, "Missing value for '--trace <file>'"),
            ("run s.yaml --trace s.yaml", 64, "s.yaml"),
        ]
        try await withFolder { folder in
            try Data().write(to: URL(fileURLWithPath: folder + "/empty"))
            for (name, text) in [
                ("some.har", #"{"log":{"version":"1.2"}}"#),
                ("t.jsonl", #"{"entry":"trace","version":1,"id":"1","name":"t"}"#),
                ("v.jsonl", #"{"entry":"trace","version":1,"id":"1","name":"v"}"#),
                (
                    "two.jsonl",
                    #"{"entry":"trace","version":1,"id":"1","name":"t"}"# + "\n"
                        + #"{"entry":"trace","version":1,"id":"2","name":"u"}"#
                ),
                ("s.yaml", "name: n\nsteps:\n  - sign-in\nexpect: { verdict: not-opened }\n"),
            ] { try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8) }
            for (command, code, said) in rows {
                let run = try await Shell("timeout 60 $tool \(command)", in: folder)
                #expect(run.exitCode == code && run.errors.contains(said), "\(command): \(run.exitCode) \(run.errors)")
            }
        }
    }

    /// Columns: the command, its exit code, what it prints.
    @Test func tracesAreReportedOnAndComparedWithoutAPage() async throws {
        let rows: [(String, Int32, String)] = [
            ("diff a.jsonl a.jsonl", 0, "same     t: signed-in"),
            ("diff a.jsonl a.jsonl --json", 0, #""same":true"#),
            ("diff a.jsonl two.jsonl", 1, "only B   u (two.jsonl#2)"),
            ("diff a.jsonl two.jsonl#2", 1, "  verdict: signed-in | ended from outside"),
            ("diff a.jsonl two.jsonl --trace-name t", 1, "differs  t, first in verdict"),
            ("diff - a.jsonl < a.jsonl", 0, "same"),
            ("inspect a.jsonl --mermaid -", 0, "sequenceDiagram"),
            ("inspect a.jsonl --mermaid out.mmd; cat out.mmd", 0, "Note over app,router: verdict signed-in"),
            ("inspect two.jsonl --exposure", 0, "u: 0 secrets"),
            ("inspect two.jsonl#1 --exposure --json", 0, #""secrets":[]"#),
        ]
        try await withFolder { folder in
            let head = #"{"entry":"trace","version":1,"id":"1","name":"t"}"# + "\n"
            for (name, text) in [
                ("a.jsonl", head + #"{"entry":"outcome","verdict":"signed-in"}"#),
                ("two.jsonl", head + #"{"entry":"trace","version":1,"id":"2","name":"u"}"#),
            ] { try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8) }
            for (command, code, said) in rows {
                let run = try await Shell("timeout 60 $tool \(command)", in: folder)
                #expect(run.exitCode == code && run.output.contains(said), "\(command): \(run)")
            }
        }
    }

    /// The page stays until a signal, also while somebody looks on; a file with half a line is shown as far as it goes.
    @Test func aTraceIsServedUntilASignal() async throws {
        try await withFolder { folder in
            let shown = try await Shell(
                """
                $tool demo --trace t.jsonl --quiet > /dev/null && head -c 3000 t.jsonl > half.jsonl
                timeout -s KILL 60 $tool inspect t.jsonl half.jsonl --json > address & pid=$!
                until [ -s address ]; do sleep 0.05; done
                url=$(sed 's/.*"\\(http[^"]*\\)".*/\\1/' address)
                curl -sN $url'api/live' > live &
                until [ -s live ]; do sleep 0.05; done
                curl -s $url'api/traces'
                kill -INT $(pgrep -P $pid); wait $pid
                """, in: folder)
            #expect(shown.exitCode == 0, "\(shown.errors)")
            #expect(shown.output.contains(#""verdict":"signed-in","passed":true,"file":"t.jsonl""#), "\(shown.output)")
            #expect(shown.output.contains(#""file":"half.jsonl""#), "\(shown.output)")
            #expect(shown.errors.contains("half.jsonl: line ") && shown.errors.contains("is no JSON object"))
        }
    }

    /// What a run shows is there after its last step, until somebody ends it; how the run went is the exit code all the same.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: [("not-opened", 0), ("signed-in", 1)] as [(String, Int32)])
    func aRunIsShownUntilItIsEnded(verdict: String, exitCode: Int32) async throws {
        try await withFolder { folder in
            try "name: n\nsteps:\n  - sign-in\nexpect: { verdict: \(verdict) }\n"
                .write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                """
                mkfifo notes
                timeout -s KILL 60 $tool run s.yaml --ui 2> notes > results & pid=$!
                exec 3< notes
                while read -r line <&3; do
                    case $line in inspector*) page=${line##* } ;; *Ctrl-C*) break ;; esac
                done
                for time in 1 2; do curl -s --max-time 20 "${page}api/traces"; done
                for action in lock unlock relaunch open; do
                    curl -s --max-time 20 -X POST "${page%/inspector/}/__bridge/device:$action"
                done
                curl -s --max-time 20 "${page}api/traces/1"
                kill -INT $(pgrep -P $pid); wait $pid
                """, in: folder)
            #expect(run.exitCode == exitCode, "\(run.errors)")
            #expect(run.output.components(separatedBy: #""name":"n""#).count == 4, "\(run.output)")
            #expect(run.output.components(separatedBy: #"{"status":"success"}"#).count == 4, "\(run.output)")
            #expect(run.output.contains("inspector/step-failed") && run.output.contains("opened no page"))
            for action in ["lock", "unlock", "launch"] {
                #expect(run.output.contains(#""event":"device","action":"\#(action)""#), "\(action): \(run.output)")
            }
        }
    }
}
