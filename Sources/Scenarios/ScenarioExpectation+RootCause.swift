import BridgePrimitives
package import BridgeTrace

extension ScenarioExpectation {
    /// The one cause of what was found to be otherwise than expected.
    ///
    /// A step that failed comes first, then how the handoff ended, then a cookie that is missing. Where the handoff did
    /// all that was asked of it, the expectation is at fault, and the cause says so.
    ///
    /// - Parameters:
    ///   - mismatches: at least one.
    ///   - failure: the step that failed, and the sequence number of its first event.
    package func rootCause(
        of mismatches: [Mismatch], in observation: Observation, failure: (step: StepFailure, since: Int)?,
        on player: any ScenarioPlayer
    ) -> RootCause {
        if let failure, mismatches.contains(where: { $0.subject == .step }) {
            let step = failure.step
            let shortfall = Shortfall.step(
                step.step, reason: step.reason, others: step.others, message: step.message, since: failure.since)
            if let cause = player.rootCause(of: shortfall) { return cause }
        }
        let ending = Shortfall.ending(observation.verdict, expected: expectedVerdict(in: observation))
        if mismatches.contains(where: { $0.subject == .ending }), let cause = player.rootCause(of: ending) {
            return cause
        }
        for case .cookie(let name, let place) in mismatches.map(\.subject) {
            if let cause = player.rootCause(of: .cookie(name, place)) { return cause }
        }
        for case .finding(let finding) in mismatches.map(\.subject) {
            return RootCause(
                code: finding.code, message: finding.message, fix: finding.fix, evidence: finding.evidence.first)
        }
        for case .cause(let cause) in mismatches.map(\.subject) { return cause }
        // It ended as it should, and for another reason.
        if failure == nil, self.failure == nil, observation.verdict != .notOpened,
            let cause = player.rootCause(of: ending)
        {
            guard !expectsEnding, mismatches.first?.subject == .value else { return cause }
            return unmet(mismatches, in: observation, beside: cause)
        }
        return unmet(mismatches, in: observation)
    }

    /// The verdict that is expected, in so many words or by the route: who wants another route than the page was asked
    /// for wants the guard to send a visitor there, and no session.
    private func expectedVerdict(in observation: Observation) -> Verdict? {
        guard verdict == nil, signedInAs == nil, let route else { return verdict }
        let asked = observation.events.lazy.compactMap { event -> String? in
            guard case .routing(let routing) = event.kind, routing.step == .asked else { return nil }
            return routing.route
        }.last
        return asked.map { $0 != route } == true ? .signedOut : nil
    }

    private var expectsEnding: Bool { verdict != nil || route != nil || signedInAs != nil }

    /// A value that is another, in a handoff of whose ending nothing is expected: that this is no session is told after it.
    private func unmet(_ mismatches: [Mismatch], in observation: Observation, beside cause: RootCause) -> RootCause {
        let (wanted, happened) =
            mismatches.first.map { ($0.expected, $0.happened) } ?? ("something else", "it is not so")
        let consequence = cause.evidence.map { RootCause.Consequence(sequence: $0, code: cause.code) }
        return RootCause(
            code: ExpectationReason.notMet.code,
            message: "The scenario expects \(wanted), and \(happened). The handoff ended"
                + " \(observation.verdict.rawValue): \(cause.message)",
            fix: ExpectationReason.notMet.fix, evidence: cause.evidence,
            consequences: (consequence.map { [$0] } ?? []) + cause.consequences)
    }

    private func unmet(_ mismatches: [Mismatch], in observation: Observation) -> RootCause {
        let wanted = mismatches.first?.expected ?? "something else"
        let happened = mismatches.first?.happened ?? "it did not happen"
        let codes = mismatches.first?.because ?? []
        let because = codes.isEmpty ? "" : " (\(codes.map(\.rawValue).joined(separator: ", ")))"
        let fix =
            verdict.map { $0 != observation.verdict } == true
            ? "Expect `verdict: \(observation.verdict.rawValue)`, or change the steps so that it ends otherwise."
            : ExpectationReason.notMet.fix
        return RootCause(
            code: ExpectationReason.notMet.code,
            message:
                "No step of the handoff failed, and it ended \(observation.verdict.rawValue): the scenario expects"
                + " \(wanted), and \(happened)\(because).",
            fix: fix, evidence: observation.events.last?.sequence)
    }
}
