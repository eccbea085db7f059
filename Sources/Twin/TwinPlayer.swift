import BridgePrimitives
import BridgeTrace
import Scenarios
import Worlds

/// One world with two views on it, or three: the headless view, the headless view under the browser's own profile, and
/// a real browser. The app's own steps are taken once, the views' by each.
struct TwinPlayer: Sendable {
    let world: World
    let observer: WebAppObserver
    /// Nil when the chosen profile is the browser's own.
    let reference: AppBrowser?
    let real: RealView

    /// Why a scenario cannot be run in a real browser; empty when it can.
    static func obstacles(to scenario: Scenario) -> [TwinReason] {
        var obstacles = (scenario.setting.pageGuard ?? PageGuard()) == PageGuard() ? [] : [TwinReason.otherGuard]
        if scenario.setting.needsWebKit { obstacles.append(.appsSettings) }
        if !scenario.setting.faults.isEmpty { obstacles.append(.faults) }
        if scenario.copiesWithDomain { obstacles.append(.copyWithDomain) }
        obstacles += scenario.steps.flatMap(\.obstacles).map { TwinReason($0) }
        let opensPages = scenario.steps.contains { if case .view(.open) = $0.step { true } else { false } }
        if !opensPages { obstacles.append(.noPage) }
        return obstacles.uniqued()
    }

    /// Takes the step everywhere.
    ///
    /// - Throws: `StepFailure` when the app cannot take it, ``BridgeFailure`` when a page or the browser fails.
    func perform(_ step: Step, clockHasMoved: Bool) async throws -> TwinStep {
        guard case .view(let viewStep) = step else {
            try await WorldPlayer(world: world).perform(step)
            return TwinStep(native: step.name)
        }
        let name: String
        let headless: TwinViewState
        var expected: TwinViewState?
        let browser: TwinViewState
        switch viewStep {
        case .open(let opening):
            let injected = try await SessionInjection(for: opening, world: world)
            injected.writeNatively()
            name = "open \(world.trace.masking.url(opening.path))"
            headless = try await watch(world.browser) { try await $0.open(opening, injecting: injected) }
            if let reference {
                expected = try await watch(reference) { try await $0.open(opening, injecting: injected) }
            }
            for (cookie, _) in injected.storeCookies { try await real.take(cookie) }
            browser = try await watchReal { try await real.open(path: opening.path, scripts: injected.scripts) }
        case .reload:
            name = step.name
            headless = try await watch(world.browser) { _ = await $0.reload() }
            if let reference { expected = try await watch(reference) { _ = await $0.reload() } }
            browser = try await watchReal { try await real.reload() }
        case .interact, .removeData, .deleteCookies, .setCookiePolicy:
            // Scenarios with these are told to be incomparable before they begin.
            try await WorldPlayer(world: world).perform(step)
            return TwinStep(native: step.name)
        }
        return TwinStep(
            name: name, headless: headless, reference: expected, browser: browser, clockHasMoved: clockHasMoved)
    }

    private func watch(
        _ view: AppBrowser, _ load: (AppBrowser) async throws -> Void
    ) async throws -> TwinViewState {
        observer.serve(scripts: [])
        _ = observer.takeRequests()
        try await load(view)
        return await view.viewState(observer.takeRequests(), masking: world.trace.masking)
    }

    private func watchReal(_ load: () async throws -> Void) async throws -> TwinViewState {
        _ = observer.takeRequests()
        try await load()
        return try await real.viewState(observer.takeRequests())
    }
}

extension Scenario.Setting {
    /// Whether it asks for something that only an app's WKWebView has, or that the browser decides by itself.
    fileprivate var needsWebKit: Bool {
        boundDomains != nil || preventsTracking != nil || hasServiceWorker || staysOnApp
    }
}

extension Scenario {
    /// Whether a copy in the web view's store has a domain that is not the web app's host.
    fileprivate var copiesWithDomain: Bool {
        let copies = steps.flatMap { located -> [Injection] in
            guard case .view(.open(let opening)) = located.step else { return [] }
            return (opening.injections ?? []).filter { $0.method == .cookieStore }
        }
        let backendsDomain = setting.cookieAttributes?.lowercased().contains("domain=") ?? false
        return copies.contains { $0.domain != nil || backendsDomain }
    }
}
