import BridgePrimitives
import BridgeTrace

extension Mismatch {
    /// - Returns: nil where it holds.
    static func unless(
        _ holds: Bool, _ expected: String, _ happened: String, because: [ReasonCode] = [],
        about subject: Subject = .other
    ) -> Mismatch? {
        if holds { return nil }
        // Whoever wrote the scenario may have written a token into it.
        let expected = Masking(.fingerprints).text(expected).text
        return Mismatch(expected: expected, happened: happened, because: because, subject: subject)
    }
}

extension Mismatch {
    /// The same, of what stands there.
    func located(at place: SourceLocation?) -> Mismatch {
        var mismatch = self
        mismatch.location = mismatch.location ?? place
        return mismatch
    }
}

extension ScenarioExpectation {
    /// What the lists of conditions find otherwise.
    func conditionMismatches(with observation: Observation) -> [Mismatch] {
        func each<Condition>(
            _ key: String, _ conditions: [Condition], _ mismatches: (Condition) -> [Mismatch]
        ) -> [Mismatch] {
            conditions.enumerated().flatMap { index, condition in
                mismatches(condition).map { $0.located(at: places[key, index]) }
            }
        }
        return each("cookies", cookies) { $0.mismatches(with: observation) }
            + each("requests", requests) { $0.mismatches(with: observation) }
            + each("tokens", tokens) { $0.mismatches(with: observation) }
            + (console?.mismatches(with: observation, places) ?? [])
            + each("took", took) { $0.mismatches(with: observation) }
            + each("auth-calls", authCalls) { $0.mismatches(with: observation) }
    }
}
