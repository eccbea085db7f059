import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import HTTPLoader
import RouterGuard
import Scenarios
import WebViews
import Worlds

/// One world with two views on it, or three: the headless view, the headless view under the browser's own profile, and
/// a real engine or browser. The app's own steps are taken once, the views' by each.
struct TwinPlayer: Sendable {
    let world: World
    /// Watches the web app's server for a browser over WebDriver; nil for an engine, whose own requests are seen.
    let observer: WebAppObserver?
    /// Nil when the chosen profile is the engine's own.
    let reference: AppBrowser?
    let real: any RealView
    /// Nil where nobody wants them.
    let traces: TwinTraces?

    /// Takes the step everywhere.
    ///
    /// - Throws: `StepFailure` when the app cannot take it, ``BridgeFailure`` when a page or the browser fails.
    func perform(_ step: Step, clockHasMoved: Bool) async throws -> TwinStep {
        let name: String
        let headless: TwinViewState
        var expected: TwinViewState?
        let other: TwinViewState
        switch step {
        case .view(.open(let opening)):
            let mark = traces?.mark
            let injected = try await SessionInjection(for: opening, world: world)
            injected.writeNatively()
            note(.both, since: mark)
            name = "open \(world.trace.masking.url(opening.path))"
            headless = try await watch(world.browser) { try await $0.open(opening, injecting: injected) }
            if let reference {
                expected = try await watch(reference) { try await $0.open(opening, injecting: injected) }
            }
            other = try await watchReal { try await real.open(opening, injecting: injected) }
        case .view(.reload):
            name = step.name
            headless = try await watch(world.browser) { _ = await $0.reload() }
            if let reference { expected = try await watch(reference) { _ = await $0.reload() } }
            other = try await watchReal { try await real.reload() }
        case .page(let step):
            name = Step.page(step).name
            let player = WorldPlayer(world: world)
            // The world has no engine here: its own view is the model's.
            headless = try await watch(world.browser) { _ in try await player.perform(.page(step)) }
            // How the handoff ends is the world's own view's.
            if let reference, !step.isWait {
                expected = try await watch(reference) { _ = try await player.take(step, in: $0) }
            }
            other = try await watchReal { try await real.take(step) }
        default:
            let mark = traces?.mark
            defer { note(.both, since: mark) }
            try await WorldPlayer(world: world).perform(step)
            reference?.follow(step)
            try await real.follow(step)
            return TwinStep(native: step.name)
        }
        return TwinStep(
            name: name, headless: headless, reference: expected, browser: other, clockHasMoved: clockHasMoved)
    }

    private func watchReal(_ load: () async throws -> TwinViewState) async throws -> TwinViewState {
        let start = traces?.mark
        defer { note(.real, since: start, opens: true) }
        return try await load()
    }

    private func note(_ side: TwinTraces.Side, since mark: TwinTraces.Mark?, opens: Bool = false) {
        if let mark { traces?.took(side, since: mark, opens: opens) }
    }

    private func watch(
        _ view: AppBrowser, _ load: (AppBrowser) async throws -> Void
    ) async throws -> TwinViewState {
        let mark = world.trace.mark
        let start = traces?.mark
        defer { note(view === reference ? .reference : .headless, since: start, opens: true) }
        observer?.serve(scripts: [])
        _ = observer?.takeRequests()
        try await load(view)
        let requests =
            observer.map { TwinViewState.lines(of: $0.takeRequests(), masking: world.trace.masking) }
            ?? TwinViewState.documents(in: world.trace.events(from: mark))
        return await view.viewState(requests, isWholeJar: observer == nil, masking: world.trace.masking)
    }
}

extension AppBrowser {
    /// The headless view's side of a comparison.
    ///
    /// - Parameter isWholeJar: whether all of the store counts, or what the page's address would get.
    fileprivate func viewState(_ requests: [String], isWholeJar: Bool, masking: Masking) async -> TwinViewState {
        let page = lastPage
        let end = page?.outcome?.route?.fullPath ?? page?.result.url?.targetWithFragment ?? ""
        let host = page?.result.url?.host ?? ""
        let store = dataStore.httpCookieStore.jar
        let url = page?.result.url.flatMap { try? CookieURL($0.origin + end) }
        let jar = isWholeJar ? store.all() : url.map { store.requestCookies(for: RequestContext(url: $0)).sent } ?? []
        // A server's error asks for nobody, whoever is kept for its origin.
        let showsServersError = page?.outcome == nil && (page?.result.status ?? 200) >= 400
        return TwinViewState(
            requests: requests, jar: jar.map { JarCookie($0) }, documentCookie: await documentCookie ?? "",
            route: page?.outcome?.route?.name ?? page?.route, address: host + end,
            userID: showsServersError ? nil : page?.webUserID, masking: masking)
    }

    /// What a step means to a second view, whose store no app has.
    fileprivate func follow(_ step: Step) {
        switch step {
        case .device(.erase), .device(.uninstall), .device(.install): removeAllData()
        case .view(.removeData(let removal)): remove(removal)
        case .view(.deleteCookie(let deletion)) where deletion.store == .webView:
            let jar = dataStore.httpCookieStore.jar
            for cookie in jar.all() where cookie.name == deletion.name { _ = jar.delete(native: NativeCookie(cookie)) }
        case .device(let event) where event.endsViews: endProcess()
        case .signOut(let signOut) where signOut.forgetsEverything: removeAllData()
        case .view(.deleteCookies): dataStore.httpCookieStore.jar.deleteAll()
        default: break
        }
    }
}

extension PageStep {
    fileprivate var isWait: Bool { if case .waitFor = self { true } else { false } }
}

extension DeviceStep {
    /// Whether the app's process ends, and its views with it.
    fileprivate var endsViews: Bool {
        switch self {
        case .launch, .kill, .relaunch, .reboot, .updateSystem, .update, .transfer: true
        default: false
        }
    }
}
