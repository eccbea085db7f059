import BridgePrimitives
import BridgeTrace
import Scenarios
import Worlds

/// One world with two views on it, or three: the headless view, the headless view under the browser's own profile, and
/// a real browser. The app's own steps are taken once, the views' by each.
struct TwinStage: Sendable {
    let world: World
    let observer: WebAppObserver
    /// Nil when the chosen profile is the browser's own.
    let reference: AppBrowser?
    let real: RealView

    /// Why a scenario cannot be run in a real browser; empty when it can.
    static func obstacles(to scenario: Scenario) -> [TwinReason] {
        var obstacles: [TwinReason] = []
        if scenario.setting.pageGuard != PageGuard() { obstacles.append(.otherGuard) }
        var opensPages = false
        for located in scenario.steps {
            switch located.step {
            case .open(_, let injections):
                opensPages = true
                if injections.contains(where: { $0.method == .header }) { obstacles.append(.headerByHand) }
                if injections.contains(where: { $0.method == .cookieStore && !$0.isAwaited }) {
                    obstacles.append(.writeNotAwaited)
                }
            case .relaunch, .crashNetworkProcess, .device, .signOut(SignOut(forgetsEverything: true)):
                obstacles.append(.processEnds)
            default: break
            }
        }
        if !opensPages { obstacles.append(.noPage) }
        return obstacles.uniqued()
    }

    /// Takes the step everywhere.
    ///
    /// - Throws: `StepFailure` when the app cannot take it, ``BridgeFailure`` when a page or the browser fails.
    func perform(_ step: Step, clockHasMoved: Bool) async throws -> TwinStep {
        let name: String
        let headless: TwinSighting
        var expected: TwinSighting?
        let browser: TwinSighting
        switch step {
        case .open(let path, let injections):
            let injected = try SessionInjection(injections, world: world)
            injected.writeNatively()
            name = "open \(world.trace.masking.url(path))"
            headless = try await watch(world.browser) { try await $0.open(path: path, injecting: injected) }
            if let reference {
                expected = try await watch(reference) { try await $0.open(path: path, injecting: injected) }
            }
            for (cookie, _) in injected.storeCookies { try await real.take(cookie) }
            browser = try await watchReal { try await real.open(path: path, scripts: injected.scripts) }
        case .reload:
            name = step.name
            headless = try await watch(world.browser) { _ = await $0.reload() }
            if let reference { expected = try await watch(reference) { _ = await $0.reload() } }
            browser = try await watchReal { try await real.reload() }
        default:
            try await WorldStage(world: world).perform(step)
            return TwinStep(native: step.name)
        }
        return TwinStep(
            name: name, headless: headless, reference: expected, browser: browser, clockHasMoved: clockHasMoved)
    }

    private func watch(
        _ view: AppBrowser, _ load: (AppBrowser) async throws -> Void
    ) async throws -> TwinSighting {
        observer.serve(scripts: [])
        _ = observer.takeRequests()
        try await load(view)
        return await view.sighting(observer.takeRequests(), masking: world.trace.masking)
    }

    private func watchReal(_ load: () async throws -> Void) async throws -> TwinSighting {
        _ = observer.takeRequests()
        try await load()
        return try await real.sighting(observer.takeRequests())
    }
}
