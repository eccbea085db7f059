import BridgePrimitives
import CookieStores
import Exploring
import PageEngines
import Scenarios
import SimulatedDevice

// What happens side by side, and in which order.
extension WorldPlayer {
    /// Takes a step whose events somebody orders.
    func perform(_ step: Step, orderedBy conductor: RaceConductor) async throws(StepFailure) {
        let (current, _, isLast) = conductor.nextStep()
        var failure: StepFailure?
        if let current {
            failure = await withTaskCancellationHandler {
                let failure = await RaceStep.$current.withValue(current) { await outcome(of: step) }
                conductor.ended(current)
                return failure
            } onCancel: {
                conductor.end(.cancelled)
            }
        } else {
            try await take(step)
        }
        if let deadlock = conductor.failure(of: step.name) { throw deadlock }
        if let failure { throw failure }
        guard isLast else { return }
        await conductor.finish()
        if let deviation = conductor.deviation(in: step.name) { throw deviation }
    }

    private func outcome(of step: Step) async -> StepFailure? {
        do throws(StepFailure) { try await takeInTurn(step) } catch { return error }
        return nil
    }

    /// What has no events of its own waits for its turn as a whole.
    private func takeInTurn(_ step: Step) async throws(StepFailure) {
        guard let conductor = world.conductor, !step.hasEvents else { return try await take(step) }
        guard await conductor.turn(of: .step) == .now else { return }
        if case .device(let event) = step, event.endsApp { await conductor.endOtherTasks() }
        try await take(step)
    }

    func perform(_ together: Together) async throws(StepFailure) {
        guard let conductor = world.conductor, let parent = RaceStep.current else {
            throw StepFailure(step: "together", PageEngineReason.modelOnly.failure("what happens together"))
        }
        let failure = await conductor.together(together, in: parent) { step async throws(StepFailure) in
            try await takeInTurn(step)
        }
        if let failure { throw failure }
    }

    /// The app gives the session away without opening a page.
    func inject(_ injections: [Injection]) async throws(StepFailure) {
        try world.app.requireProcess(for: "inject")
        guard world.engine == nil else {
            throw StepFailure(step: "inject", PageEngineReason.modelOnly.failure("a session that is given to no page"))
        }
        let wantsIDToken = injections.contains { $0.token == .id }
        let idToken = wantsIDToken ? try await world.app.freshIDToken() : nil
        let injected = try SessionInjection(injections, world: world, idToken: idToken)
        injected.writeNatively()
        await injected.write(to: world.installedApp.dataStore)
        guard !injected.scripts.isEmpty else { return }
        if let conductor = world.conductor, await conductor.turn(of: .addScripts) == .never { return }
        world.browser.add(injected.scripts)
    }
}

extension Step {
    /// Whether its parts wait for their turn themselves.
    fileprivate var hasEvents: Bool {
        switch self {
        case .together, .inject: true
        case .view(let step):
            switch step {
            case .open, .reload, .reloadOther, .deleteCookies, .setCookiePolicy: true
            case .deleteCookie(let deletion): deletion.store == .webView
            case .interact, .removeData: false
            }
        case .page(let step): step.isLoad
        default: false
        }
    }
}

extension PageStep {
    /// Whether it is a load by itself. What scripts do is one event, and the loads that they lead to are more.
    var isLoad: Bool {
        switch self {
        case .navigate, .link, .form: true
        case .fetch, .script, .message, .waitFor: false
        }
    }
}

extension DeviceStep {
    /// Whether the app's process ends, and with it what it waits for.
    fileprivate var endsApp: Bool {
        switch self {
        case .launch, .kill, .relaunch, .reboot, .updateSystem, .update, .transfer, .erase, .uninstall, .restore,
            .openApp:
            true
        default: false
        }
    }
}
