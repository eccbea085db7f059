import BridgePrimitives
import BridgeTrace
import Diagnosis
import FaultMatrix
import Faults
import HTTPLoader
import Listening
import PageEngines
import Scenarios
import Worlds

/// One scenario under one shipped fault after the other, each in a world of its own.
struct FaultTrials: Sendable {
    private let scenario: Scenario
    private let faults: [ShippedFault]
    private let settings: WorldSettings
    private let stateFolder: String?
    private let width: Int
    /// What is worth knowing and stops nothing: that fewer worlds run side by side, because the process may open too little.
    var warn: (@Sendable (BridgeFailure) -> Void)?

    /// - Parameter width: how many worlds at the same time; one where the scenario or a project file gives ports.
    init(
        _ scenario: Scenario, faults: [ShippedFault] = ShippedFault.all, settings: WorldSettings,
        stateFolder: String? = nil, width: Int = 4
    ) {
        (self.scenario, self.faults, self.settings) = (scenario, faults, settings)
        (self.stateFolder, self.width) = (stateFolder, settings.haveFixedPorts(in: [scenario]) ? 1 : width)
    }

    /// Runs all; `report` is called with each row in the order of the faults, as early as that order allows.
    ///
    /// - Complexity: a world a fault, and one without a fault first. A few hundredths of a second each in the model, a
    ///   second more where a client's patience has to end.
    /// - Throws: ``BridgeFailure`` when a world cannot be made; `faults/not-signed-in` when the scenario does not end
    ///   signed in by itself; `CancellationError`, without any row of what had not come to its end.
    func run(report: (FaultRow) -> Void = { _ in }) async throws -> FaultReport {
        try settings.mustReach([scenario])
        let state = try StateDirectory(stateFolder ?? WorldMaterial.usualStateFolder)
        let material = try WorldMaterial(state: state, for: settings)
        defer { material.transport.shutdown() }
        let settings = try trialSettings
        let scenario = scenario
        let width = try WorldRoom.width(width, settings.engine == .model ? .world : .worldInEngine, warn: warn)
        return try await withEngines([settings.engine], for: settings) { engines in
            let clean = try await withWorld(settings, material: material, engines: engines) { world in
                try await FaultTrial(world, scenario).clean()
            }
            var rows: [FaultRow] = []
            try await faults.sideBySide(width: width) { fault in
                try await withWorld(settings, material: material, engines: engines) { world in
                    await FaultTrial(world, scenario).row(of: fault, beside: clean)
                }
            } report: { row in
                report(row)
                rows.append(row)
            }
            return FaultReport(scenario: scenario.name, rows: rows)
        }
    }

    private var trialSettings: WorldSettings {
        get throws(BridgeFailure) {
            var settings = try settings.adopting(scenario.setting)
            // Secrets are told apart by their fingerprints; none of them is printed.
            settings.masking = .fingerprints
            // Nobody is to come in any more where nobody has for a while.
            settings.pageTimeouts.withoutUser = settings.pageTimeouts.atDeadEnd
            // Time passes where somebody waits for it, and nowhere else: two runs see the same.
            if settings.hasOnlyWorldClocks { settings.isClockFrozen = true }
            return settings
        }
    }
}

extension WorldSettings {
    /// Whether all who take part read the world's clock. Somebody's own services and a real engine have the machine's.
    var hasOnlyWorldClocks: Bool { ownBackend == nil && ownPageAddress == nil && engine == .model }
}

/// The scenario whose handoff meets faults where none is named.
enum FaultedScenario {
    /// The handoff as the usual app does it, or as a project's app.
    static func usual(handsOverByProject: Bool) -> Scenario {
        let place = SourceLocation(file: "the usual handoff", line: 1, column: 1)
        let opening = PageOpening(injections: handsOverByProject ? nil : [Injection(.userScript)])
        var expectation = ScenarioExpectation()
        expectation.verdict = .signedIn
        return Scenario(
            name: "The usual handoff", source: place, setting: Scenario.Setting(),
            steps: [.signIn(SignIn()), .exchange(field: "idtoken"), .view(.open(opening))].map {
                LocatedStep($0, at: place)
            }, expectation: expectation)
    }
}
