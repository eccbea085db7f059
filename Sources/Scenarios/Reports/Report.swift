import BridgePrimitives

/// How results are told: lines for people, JSON for scripts, JUnit for CI servers. All tell the same of a
/// ``ScenarioResult``: the root cause and its fix first.
public enum Report: Sendable {
    /// How many scenarios ended how.
    struct Tally {
        private(set) var passed = 0
        private(set) var failed = 0
        /// No world could be had for them.
        private(set) var broken = 0
        /// The run ended before they did.
        private(set) var unfinished = 0

        init(_ results: [ScenarioResult]) {
            for result in results {
                switch result.outcome {
                case .passed: passed += 1
                case .failed: failed += 1
                case .broken(let failure) where failure.code == RunReason.endedEarly.code: unfinished += 1
                case .broken: broken += 1
                }
            }
        }
    }

    /// The process's exit code after a run: 1 when an expectation failed, whatever else went wrong; what stood against
    /// the worlds when some could not be had and nothing failed; 0 when all passed.
    public static func exitCode(of results: [ScenarioResult]) -> Int32 {
        if Tally(results).failed > 0 { return 1 }
        for case .broken(let failure) in results.map(\.outcome) { return failure.kind.exitCode }
        return 0
    }
}
