import BridgePrimitives
import Foundation
import TestSupport
import Testing

/// One seed, one state folder and one time of the clock: one trace.
@Suite("Same world, same trace", .timeLimit(.minutes(5)), .serialized)
struct SameTraceTests {
    private static let scenarios = """
        name: a handoff
        steps:
          - sign-in
          - exchange
          - advance: 10m
          - open: { path: /, inject: user-script }
        expect: { verdict: signed-in }
        ---
        name: one that fails
        steps: [sign-in, exchange, open: { path: /, inject: cookie-store }]
        expect: { verdict: signed-in }
        ---
        name: with a provider
        steps: [sign-in: { with: apple }, exchange, open: { path: /, inject: native-storage }]
        expect: { verdict: signed-out }

        """

    /// What is measured goes; ports, which the system gives so that worlds can run side by side, are numbered by their
    /// first appearance.
    private static func plain(_ text: String) -> String {
        var ports: [Substring: Int] = [:]
        return text.replacing(/"(elapsed|milliseconds)":[0-9.e-]+/) { "\"\($0.1)\":0" }
            .replacing(/(localhost|127\.0\.0\.1):([0-9]{4,5})/) { match in
                ports[match.2] = ports[match.2] ?? ports.count
                return "\(match.1):port\(ports[match.2] ?? 0)"
            }
    }

    @Test func twoRunsAreTheSameByteForByte() async throws {
        try await withFolder { folder in
            try Self.scenarios.write(toFile: folder + "/a.yaml", atomically: true, encoding: .utf8)
            var traces: [String] = []
            var reports: [String] = []
            for (number, jobs) in [1, 3].enumerated() {
                let run = try await Shell(
                    """
                    $tool run a.yaml --seed 7 --clock 2026-11-21T09:00:00Z --jobs \(jobs) --trace \(number).jsonl \
                    --json > \(number).out
                    """, in: folder)
                #expect(run.exitCode == 1, "\(run.errors)")
                traces.append(Self.plain(try String(contentsOfFile: folder + "/\(number).jsonl", encoding: .utf8)))
                reports.append(Self.plain(try String(contentsOfFile: folder + "/\(number).out", encoding: .utf8)))
            }
            #expect(traces[0].contains("\"verdict\":\"signed-in\"") && traces[0].contains("port0"))
            #expect(!traces[0].contains("2025-") && !traces[0].contains("2027-"))
            let lines = traces.map { $0.split(separator: "\n") }
            #expect(lines[0].count == lines[1].count)
            for (a, b) in zip(lines[0], lines[1]) { #expect(a == b) }
            #expect(reports[0] == reports[1])
            let other = try await Shell(
                "$tool run a.yaml --seed 8 --clock 2026-11-21T09:00:00Z --trace x.jsonl", in: folder)
            #expect(other.exitCode == 1)
            #expect(Self.plain(try String(contentsOfFile: folder + "/x.jsonl", encoding: .utf8)) != traces[0])
        }
    }

    @Test(arguments: ["now", "2026-11-21", "0001-01-01T00:00:00Z", ""])
    func whatIsNoTimeIsRefused(text: String) async throws {
        try await withFolder { folder in
            try Self.scenarios.write(toFile: folder + "/a.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell("$tool run a.yaml --clock '\(text)'", in: folder)
            #expect(run.exitCode == 64 && run.errors.contains("usage/bad-time"), "\(run.errors)")
        }
    }
}
