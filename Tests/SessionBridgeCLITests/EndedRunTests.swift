import Foundation
import TestSupport
import Testing

/// A run that ends before its scenarios do.
@Suite("Runs that end early", .serialized, .timeLimit(.minutes(5)))
struct EndedRunTests {
    /// A handoff, hundreds of times.
    private static let scenario = """
        name: a handoff
        steps:
          - sign-in: { with: password }
          - exchange: { field: idtoken }
          - open: { path: /, inject: user-script }
        expect: { verdict: signed-in }
        """

    private func withScenarios(_ body: (_ folder: String) async throws -> Void) async throws {
        try await withFolder { folder in
            try Array(repeating: Self.scenario, count: 400).joined(separator: "\n---\n")
                .write(toFile: folder + "/many.yaml", atomically: true, encoding: .utf8)
            try Self.short.write(toFile: folder + "/short.yaml", atomically: true, encoding: .utf8)
            try await body(folder)
        }
    }

    /// Two that are over in less time than it takes to read the command.
    private static let short = """
        name: a
        steps: [advance: 1m]
        expect: { verdict: not-opened }
        ---
        name: b
        steps: [advance: 1m]
        expect: { verdict: not-opened }
        """

    /// The keys are there, so that the time goes by in scenarios.
    private static let prepare = "$tool run many.yaml --timeout 3s > /dev/null 2>&1;"

    @Test func whatTheTimeDidNotAllowIsSaidOfEach() async throws {
        try await withScenarios { folder in
            let run = try await Shell(
                "\(Self.prepare) $tool run many.yaml --timeout 2s --report junit=r.xml --report json=r.json",
                in: folder)
            #expect(run.exitCode == 69)
            #expect(run.errors.contains("error[command/timed-out]: the command did not end within 2s"))
            let lines = run.output.split(separator: "\n")
            let unfinished = lines.filter { $0.hasSuffix("(it was not run; run/ended-early)") }
            #expect(unfinished.count > 300)
            #expect(lines.last?.contains(" 0 failed, ") == true && lines.last?.contains(" unfinished (") == true)
            #expect(!run.output.contains("CancellationError") && !run.output.contains("our fault"))
            let report = try String(contentsOfFile: folder + "/r.xml", encoding: .utf8)
            #expect(report.split(separator: "\n").count { $0.contains("<testcase ") } == 400)
            #expect(report.contains("run/ended-early"))
            let json = try String(contentsOfFile: folder + "/r.json", encoding: .utf8)
            #expect(json.contains(#""code": "run/ended-early""#))
        }
    }

    /// No verb that plays something gets more than was said, however little it is.
    @Test(arguments: [
        ("run many.yaml --timeout 5ms", "400 unfinished"), ("run many.yaml --json --timeout 5ms", "run/ended-early"),
        ("run short.yaml --timeout 40ms", "2 unfinished"), ("demo --timeout 5ms", ""),
        ("compare --timeout 5ms", "way "),
    ])
    func alsoAShortTimeEndsIt(command: String, told: String) async throws {
        try await withScenarios { folder in
            let run = try await Shell("timeout 60 $tool \(command)", in: folder)
            #expect(run.exitCode == 69, "\(run.output) \(run.errors)")
            let limit = command.split(separator: " ").last ?? ""
            #expect(
                run.errors.contains("error[command/timed-out]: the command did not end within \(limit)"),
                "\(run.errors)")
            // What had been done is said all the same.
            #expect(told.isEmpty || run.output.contains(told), "\(run.output)")
        }
    }

    /// Columns: the signal, and the exit code as shells give it.
    @Test(arguments: [("TERM", 143), ("INT", 130), ("HUP", 129), ("QUIT", 131)] as [(String, Int32)])
    func aSignalLeavesItsReports(signal: String, exitCode: Int32) async throws {
        try await withScenarios { folder in
            let run = try await Shell(
                """
                mkfifo lines
                $tool run many.yaml --report junit=r.xml > lines & tool=$!
                exec 3< lines; read -r line <&3; cat <&3 > rest &
                kill -\(signal) $tool; wait $tool
                """, in: folder)
            #expect(run.exitCode == exitCode, "\(run.errors)")
            let report = try String(contentsOfFile: folder + "/r.xml", encoding: .utf8)
            #expect(report.split(separator: "\n").count { $0.contains("<testcase ") } == 400)
            #expect(report.contains("run/ended-early"))
            // More time would not have helped.
            #expect(report.contains("when SIG\(signal) came") && !report.contains("--timeout"))
        }
    }

    /// Whatever verb has started a backend ends it. Columns: the verb, and the exit code as shells give it.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/proc")),
        arguments: [
            ("run one.yaml", "TERM", 143), ("faults one.yaml", "INT", 130), ("faults", "TERM", 143),
            ("explore race.yaml", "INT", 130), ("compare", "TERM", 143), ("demo", "INT", 130), ("demo", "HUP", 129),
        ] as [(String, String, Int32)])
    func whatWasStartedEndsWithEachVerb(verb: String, signal: String, exitCode: Int32) async throws {
        try await withFolder { folder in
            let race = Self.scenario.replacing(
                "inject: user-script", with: "inject: { cookie-store: { awaited: false } }")
            for (name, text) in [("one", Self.scenario), ("race", race)] {
                try text.write(toFile: "\(folder)/\(name).yaml", atomically: true, encoding: .utf8)
            }
            try """
            version: 1
            backend:
              url: http://127.0.0.1:${port}
              start: { command: "echo $$ > number.part; mv number.part number; exec sleep 600", within: 10m }
            """.write(toFile: folder + "/session-bridge.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                """
                $tool \(verb) > out 2> err & tool=$!
                for attempt in $(seq 600); do test -s number && break; sleep 0.1; done
                kill -\(signal) $tool; wait $tool; code=$?
                lives() { grep -q '^State:[[:space:]]*[^ZX]' /proc/$(cat number)/status 2> /dev/null; }
                for attempt in $(seq 50); do lives || break; sleep 0.1; done
                lives && echo backend lives
                cat err >&2; exit $code
                """, in: folder)
            #expect(run.exitCode == exitCode && run.output.isEmpty, "\(run.output) \(run.errors)")
            #expect(!run.errors.contains("error["), "\(run.errors)")
        }
    }

    /// What had been done by then is told, and that it is not all. Columns: the verb, where it is seen to be under way, and
    /// what is told.
    @Test(arguments: [
        ("faults -j 1", "out", "; ended before "), ("faults -j 1 --json", "out", #""untried":"#),
        ("explore race.yaml --random 100000 --orders 100000", "err", "ended before the others were run"),
        ("compare", "out", "way "),
    ])
    func whatWasDoneByASignalIsTold(verb: String, sign: String, told: String) async throws {
        try await withFolder { folder in
            try Self.scenario.replacing("inject: user-script", with: "inject: { cookie-store: { awaited: false } }")
                .write(toFile: folder + "/race.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                """
                $tool \(verb) --no-project-file > out 2> err & tool=$!
                for attempt in $(seq 300); do test $(wc -l < \(sign)) -ge 2 && break; sleep 0.1; done
                kill -TERM $tool; wait $tool; code=$?
                cat out; cat err >&2; exit $code
                """, in: folder)
            #expect(run.exitCode == 143, "\(run.output) \(run.errors)")
            #expect(told.isEmpty || run.output.contains(told), "\(run.output) \(run.errors)")
            #expect(!run.errors.contains("error["), "\(run.errors)")
        }
    }

    /// As `timeout` sends them: to the process, and to the group that it is in.
    @Test func twoSignalsAtOnceAreOneEnd() async throws {
        try await withScenarios { folder in
            let run = try await Shell(
                """
                mkfifo lines
                $tool run many.yaml --report junit=r.xml > lines & tool=$!
                exec 3< lines; read -r line <&3; cat <&3 > rest &
                kill -INT $tool; sleep 0.05; kill -INT $tool; wait $tool
                """, in: folder)
            #expect(run.exitCode == 130, "\(run.errors)")
            let report = try String(contentsOfFile: folder + "/r.xml", encoding: .utf8)
            #expect(report.split(separator: "\n").count { $0.contains("<testcase ") } == 400)
            #expect(try String(contentsOfFile: folder + "/rest", encoding: .utf8).contains(" unfinished ("))
        }
    }

    /// A backend that does not listen keeps the clean-up waiting; a signal that comes later than the first's second ends it.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc")))
    func whatWasStartedEndsWithARunThatEndsAtOnce() async throws {
        try await withFolder { folder in
            try Self.scenario.write(toFile: folder + "/one.yaml", atomically: true, encoding: .utf8)
            try """
            version: 1
            backend:
              url: http://127.0.0.1:${port}
              start: { command: "trap '' TERM; echo $$ > number; while :; do sleep 1; done", within: 10m }
            """.write(toFile: folder + "/session-bridge.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                """
                $tool run one.yaml > /dev/null & tool=$!
                until test -s number; do sleep 0.05; done
                kill -INT $tool; sleep 1.2
                kill -0 $tool && echo cleans up
                while kill -INT $tool 2> /dev/null; do sleep 0.1; done
                wait $tool; code=$?
                lives() { grep -q '^State:[[:space:]]*[^ZX]' /proc/$(cat number)/status 2> /dev/null; }
                for attempt in $(seq 50); do lives || break; sleep 0.1; done
                lives && echo backend lives
                exit $code
                """, in: folder)
            #expect(run.exitCode == 130, "\(run.errors)")
            #expect(run.output == "cleans up\n")
        }
    }
}
