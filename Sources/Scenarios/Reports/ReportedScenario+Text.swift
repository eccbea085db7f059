import BridgePrimitives
import BridgeTrace

extension ReportedScenario {
    /// `ok    12 ms  The cookie arrives`; under `FAIL` the root cause, its fix, the step, each mismatch and what followed.
    public var lines: [String] {
        let findings = ending.findings.map(\.code.rawValue).uniqued().joined(separator: ", ")
        switch ending.outcome {
        case .passed where isFlaky:
            let head = head("flaky") + "\(title)  (passed at try \(earlier.count + 1))"
            return [head] + (earlier.last.map { Self.why($0) } ?? [])
        case .passed:
            let known =
                ending.knownFailure.map { "  (known failure: \($0.text))" } ?? ""
            return [head(known.isEmpty ? "ok" : "known") + title + known + (findings.isEmpty ? "" : "  [\(findings)]")]
        case .failed:
            var lines = [head("FAIL") + title + tries] + Self.why(ending)
            if let cause = ending.cause { lines += RootCauseText.consequences(cause) }
            if !findings.isEmpty { lines += TextRow.lines("findings", findings) }
            if let hint = ending.hint { lines += RootCauseText.hint(hint) }
            return lines
        case .notRun: return [head("skip") + title + inBrief]
        // Hundreds may be left, all for one reason: a line each.
        case .error where ending.isUnfinished: return [head("END") + title + inBrief]
        case .error:
            return [
                head("ERROR") + "\(title)  (\(source))\(tries)", "        \(ending.failure?.description ?? "")",
            ]
        }
    }

    /// Cause, fix, step and what was expected.
    private static func why(_ ending: ReportedEnding) -> [String] {
        var lines: [String] = []
        if let cause = ending.cause {
            let several = ending.proof.map { ProofText.causes($0) } ?? []
            lines += several.isEmpty ? RootCauseText.lines(cause) : several
            if let proof = ending.proof { lines += ProofText.ending(proof) }
            if let step = ending.faultyStep { lines += TextRow.lines("step", "\(step.name)  \(step.placeText)") }
        }
        if let failure = ending.failure { lines += TextRow.lines("cause", failure.description) }
        for mismatch in ending.mismatches {
            lines += TextRow.lines("expected", mismatch.text)
        }
        return lines
    }

    private var inBrief: String { ending.failure.map { "  (\($0.message); \($0.code))" } ?? "" }

    private var tries: String { earlier.isEmpty ? "" : "  (\(earlier.count + 1) tries)" }

    private func head(_ word: String) -> String {
        let time = "\(ending.elapsed.wholeMilliseconds) ms"
        return word + String(repeating: " ", count: max(0, 6 - word.count) + max(0, 7 - time.count)) + time + "  "
    }
}

extension RunReport {
    /// What to know of those that passed, once for all of them; empty where nothing was left out. Under one that failed
    /// stands its own.
    public var hint: [String] {
        scenarios.lazy.compactMap { $0.hasPassed ? $0.ending.hint : nil }.first.map(RootCauseText.hint) ?? []
    }

    /// `slow    1442 ms  The cookie arrives  a.yaml:1:1`, a line each.
    public func slowestLines(_ count: Int) -> [String] {
        slowest(count).map { scenario in
            let time = "\(scenario.ending.elapsed.wholeMilliseconds) ms"
            return "slow  " + String(repeating: " ", count: max(0, 7 - time.count)) + "\(time)  \(scenario.title)"
                + "  (\(scenario.source))"
        }
    }
}

extension ReportedEnding.Step {
    /// Where it stands, and where its file is used.
    fileprivate var placeText: String { ([place] + usedAt).map(\.description).joined(separator: ", used at ") }
}
