/// What the steps of one run have brought about so far, for those that wait for it.
package struct StepValues: Sendable {
    /// What is named anywhere, so that nothing is looked for in vain.
    private let sources: Set<String>
    private let members: Set<String>
    private(set) var store = CaptureStore()

    package init(_ scenario: Scenario) {
        let captures = scenario.captures
        sources = Set(captures.compactMap(\.step))
        members = Set(captures.filter { $0.step == nil }.map(\.member))
    }

    /// The step as it is to be taken.
    ///
    /// - Throws: `run/value-not-there` for a value that nothing has brought about, `run/value-does-not-fit` for one that
    ///   cannot stand where it is named.
    package mutating func step(
        _ located: LocatedStep, on player: any ScenarioPlayer
    ) async throws(StepFailure) -> Step {
        guard let template = located.template else { return located.step }
        store.world = await player.worldValues(members)
        return try template.step(store)
    }

    /// Keeps what a step has brought about, if anything names it.
    ///
    /// - Parameter event: the sequence number of its first event.
    package mutating func keep(
        _ step: Step, of located: LocatedStep, since event: Int, on player: any ScenarioPlayer
    ) async {
        guard [located.id, step.name].contains(where: { $0.map(sources.contains) == true }) else { return }
        store.add(await player.captures(of: step, since: event), of: located)
    }

    /// What is expected, with the values of the run.
    ///
    /// - Throws: what is named and nothing has brought about.
    package mutating func expectation(
        of scenario: Scenario, on player: any ScenarioPlayer
    ) async throws(Mismatch) -> ScenarioExpectation {
        if !members.isEmpty { store.world = await player.worldValues(members) }
        return try scenario.expectation.resolved(store)
    }
}
