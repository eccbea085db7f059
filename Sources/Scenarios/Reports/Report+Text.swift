import BridgePrimitives
import BridgeTrace

extension Report {
    /// `ok    12 ms  The cookie arrives`; under `FAIL` the root cause, its fix, the step, each mismatch and what followed.
    public static func lines(for result: ScenarioResult) -> [String] {
        let name = result.scenario.name
        let findings = result.findings.map(\.code.rawValue).uniqued().joined(separator: ", ")
        switch result.outcome {
        case .passed:
            let known =
                result.knownFailure.map { "  (known failure: \($0.reason)\($0.note.map { ", \($0)" } ?? ""))" } ?? ""
            return [
                head(known.isEmpty ? "ok" : "known", result) + name + known
                    + (findings.isEmpty ? "" : "  [\(findings)]")
            ]
        case .failed(let mismatches):
            var lines = [head("FAIL", result) + name]
            if let cause = result.rootCause { lines += RootCauseText.lines(cause, step: result.faultyStep) }
            for mismatch in mismatches {
                lines += TextRow.lines("expected", "\(mismatch.expected); \(mismatch.happened)")
            }
            if let cause = result.rootCause { lines += RootCauseText.consequences(cause) }
            if !findings.isEmpty { lines += TextRow.lines("findings", findings) }
            if let hint = result.hint { lines += RootCauseText.hint(hint) }
            return lines
        case .broken(let failure) where failure.code == RunReason.endedEarly.code:
            // Hundreds may be left, all for one reason: a line each.
            return [head("END", result) + "\(name)  (\(failure.cause); \(failure.code))"]
        case .broken(let failure):
            return [head("ERROR", result) + "\(name)  (\(result.scenario.source))", "        \(failure)"]
        }
    }

    /// `12 scenarios: 11 passed, 1 failed (340 ms)`.
    public static func summary(of results: [ScenarioResult], elapsed: Duration) -> String {
        let tally = Tally(results)
        let noun = results.count == 1 ? "scenario" : "scenarios"
        let broken = tally.broken == 0 ? "" : ", \(tally.broken) without a world"
        let unfinished = tally.unfinished == 0 ? "" : ", \(tally.unfinished) unfinished"
        return "\(results.count) \(noun): \(tally.passed) passed, \(tally.failed) failed\(broken)\(unfinished)"
            + " (\(elapsed.wholeMilliseconds) ms)"
    }

    /// What to know of those that passed, once for all of them; empty where nothing was left out. Under one that failed
    /// stands its own.
    public static func hint(of results: [ScenarioResult]) -> [String] {
        results.lazy.compactMap { $0.hasPassed ? $0.hint : nil }.first.map(RootCauseText.hint) ?? []
    }

    private static func head(_ word: String, _ result: ScenarioResult) -> String {
        let time = "\(result.elapsed.wholeMilliseconds) ms"
        return word + String(repeating: " ", count: max(0, 6 - word.count) + max(0, 7 - time.count)) + time + "  "
    }
}
