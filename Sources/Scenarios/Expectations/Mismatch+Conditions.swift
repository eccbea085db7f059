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

extension ScenarioExpectation {
    /// What the lists of conditions find otherwise.
    func conditionMismatches(with observation: Observation) -> [Mismatch] {
        cookies.flatMap { $0.mismatches(with: observation) } + requests.flatMap { $0.mismatches(with: observation) }
            + tokens.flatMap { $0.mismatches(with: observation) } + (console?.mismatches(with: observation) ?? [])
            + took.flatMap { $0.mismatches(with: observation) } + authCalls.flatMap { $0.mismatches(with: observation) }
    }
}
