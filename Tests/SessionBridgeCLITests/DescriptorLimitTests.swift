import Foundation
import TestSupport
import Testing

/// Each in a shell of its own, whose limits the tool inherits. `scripts/test-limits` runs all scenarios like this.
@Suite("Few descriptors", .timeLimit(.minutes(5)))
struct DescriptorLimitTests {
    private static let scenario = """
        name: a handoff
        steps:
          - sign-in: { with: password }
          - exchange: { field: idtoken }
          - open: { path: /, inject: user-script }
        expect: { verdict: signed-in }
        """

    @Test(
        arguments: [
            ("demo", 20), ("demo", 32), ("run a.yaml", 20), ("run a.yaml --jobs 12", 32),
            ("serve --ephemeral --port-base 0", 32), ("compare", 20), ("faults", 32), ("reasons", 8),
        ])
    func tooFewAreOneLineThatNamesTheLimit(command: String, limit: Int) async throws {
        try await withFolder { folder in
            try Self.scenario.write(toFile: folder + "/a.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell("ulimit -n \(limit); timeout 60 $tool \(command)", in: folder)
            #expect(run.exitCode == 69)
            let lines = run.errors.split(separator: "\n")
            #expect(lines.count == 1, "\(run.errors)")
            #expect(lines.first?.contains("error[server/too-few-descriptors]") == true)
            #expect(lines.first?.contains("the process may open \(limit) descriptors") == true)
            #expect(lines.first?.contains("`ulimit -n 1024`") == true)
        }
    }

    /// The hard limit stays as it is.
    @Test func theSoftLimitIsRaised() async throws {
        try await withFolder { folder in
            let run = try await Shell(
                "ulimit -Sn 32; timeout 60 $tool exec --ephemeral --port-base 0 -- bash -c 'ulimit -Sn'", in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(run.output.split(separator: "\n").last == "1024")
        }
    }

    @Test func fewerJobsRunThanTheLimitAllows() async throws {
        try await withFolder { folder in
            let both = Self.scenario + "\n---\n" + Self.scenario
            try both.write(toFile: folder + "/a.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell("ulimit -n 64; timeout 60 $tool run a.yaml --jobs 12", in: folder)
            #expect(run.exitCode == 0, "\(run.output) \(run.errors)")
            let warnings = run.errors.split(separator: "\n").filter { $0.contains("[server/too-few-descriptors]") }
            #expect(warnings.count == 1, "\(run.errors)")
            #expect(warnings.first?.contains("only 1 of 2 jobs can run at a time: the process may open 64") == true)
            #expect(warnings.first?.contains("or pass fewer --jobs") == true)
        }
    }
}
