import AuthEmulator
import BridgePrimitives
public import BridgeTrace
import Cookies
import CookieStores
import Diagnosis
import FirebaseAuthClient
import HTTPLoader
import PageEngines
import Project
import RouterGuard
public import Scenarios
import WebViews

/// Takes a scenario's steps in a world.
public struct WorldPlayer: ScenarioPlayer {
    private let world: World

    public init(world: World) { self.world = world }

    public func perform(_ step: Step) async throws(StepFailure) {
        switch step {
        case .signIn(let signIn): try await world.app.signIn(signIn)
        case .signOut(let signOut):
            try world.signOut(signOut)
            if signOut.forgetsEverything, let engine = world.engine {
                do { try await engine.removeAllData() } catch { throw StepFailure(step: step.name, error) }
            }
        case .verifyEmail: try await world.app.verifyEmail()
        case .enroll(let factor): try await world.app.enroll(factor)
        case .unenroll: try await world.app.unenroll()
        case .exchange(let field): try await world.app.shareSession(field: field)
        case .register: try await world.app.register()
        case .currentUser: try await world.app.findCurrentUser()
        case .view(let step): try await perform(step)
        case .device(let event):
            do {
                try await world.perform(event)
                if let engine = world.engine { try await engine.follow(event) }
            } catch {
                throw StepFailure(step: step.name, error)
            }
        case .advance(let duration):
            world.clock.advance(by: duration)
            world.trace.record(.clock(ClockEvent(change: "+" + duration.worldText)), by: .test)
        case .disableUser: try administer(step) { uid throws in try world.authService.setDisabled(true, of: uid) }
        case .revokeUser: try administer(step) { uid throws in try world.authService.revokeRefreshTokens(of: uid) }
        case .rotateKeys(let dropsOld):
            do { try world.rotateKeys(droppingOld: dropsOld) } catch { throw StepFailure(step: step.name, error) }
        case .stopBackend:
            guard world.canStopBackend else {
                throw StepFailure(step: step.name, WorldReason.backendRunsElsewhere)
            }
            await world.stopBackend()
        }
    }

    private func perform(_ step: ViewStep) async throws(StepFailure) {
        let name = Step.view(step).name
        try world.app.requireProcess(for: name)
        if let engine = world.engine, try await perform(step, in: engine) { return }
        switch step {
        case .open(let opening):
            let injected = try await SessionInjection(for: opening, world: world)
            injected.writeNatively()
            do {
                if world.engine == nil, world.asksByMessageAlone(opening) {
                    throw StepFailure(step: name, HandoffReason.needsEngine)
                }
                if let engine = world.engine {
                    return try await engine.open(opening, injecting: injected, nativeUserID: world.app.currentUserID)
                }
                try await world.browser.open(opening, injecting: injected, in: world.store(for: opening))
            } catch {
                throw StepFailure(step: name, error)
            }
        case .reload: try mustHavePage(await world.browser.reload() != nil, name)
        case .interact: try mustHavePage(await world.browser.interact(), name)
        case .removeData: world.browser.removeAllData()
        case .deleteCookies: await world.browser.dataStore.httpCookieStore.deleteAllCookies()
        case .setCookiePolicy(let acceptance):
            await world.browser.dataStore.httpCookieStore.setCookiePolicy(acceptance == .allow ? .allow : .disallow)
        }
    }

    /// - Returns: whether the step is one that a real engine takes by itself.
    private func perform(_ step: ViewStep, in engine: EngineBrowser) async throws(StepFailure) -> Bool {
        let name = Step.view(step).name
        do {
            switch step {
            case .open: return false
            case .reload:
                try mustHavePage(await engine.reload(nativeUserID: world.app.currentUserID), name)
                return true
            case .deleteCookies:
                try await engine.deleteAllCookies()
                return true
            case .removeData:
                try await engine.removeAllData()
                return true
            case .interact, .setCookiePolicy:
                throw PageEngineReason.modelOnly.failure("\(name) in \(world.settings.engine.rawValue)")
            }
        } catch {
            throw StepFailure(step: name, error)
        }
    }

    private func mustHavePage(_ holds: Bool, _ step: String) throws(StepFailure) {
        guard !holds else { return }
        throw StepFailure(step: step, HandoffReason.nothingToReload)
    }

    private func administer(_ step: Step, _ change: (String) throws -> Void) throws(StepFailure) {
        do {
            guard let uid = try world.authService.account(email: world.settings.user.email)?.localID else {
                throw StepFailure(step: step.name, HandoffReason.notSignedIn, message: "the user does not exist yet")
            }
            try change(uid)
        } catch {
            throw StepFailure(step: step.name, error)
        }
    }

    public func observe() async -> Observation { await world.observation() }

    public var nextEvent: Int { world.trace.mark }

    public func rootCause(of shortfall: Shortfall) -> RootCause? { world.rootCause(of: shortfall) }
}

extension World {
    /// What the world looks like now, as scenarios and the demonstration judge it.
    public func observation() async -> Observation {
        if let engine { return observation(in: engine) }
        let events = trace.events
        let page = browser.lastPage
        let judged = judge(page)
        let pageEvents = page.map { page in events.filter { $0.sequence >= page.firstEvent } } ?? []
        let sent = pageEvents.compactMap { event -> [String]? in
            guard case .request(let request) = event.kind, event.actor == .webView else { return nil }
            return request.sent.map(\.name)
        }
        // What the guard's script saw; a page without a guard was not asked.
        let visible = pageEvents.compactMap { event -> [String]? in
            guard case .cookieRead(let read) = event.kind else { return nil }
            return read.visible.map(\.name)
        }
        return Observation(
            verdict: judged.verdict, route: page?.outcome?.route?.name,
            path: page?.outcome?.route.map { trace.masking.url($0.fullPath).text },
            webUserID: page?.webUserID, nativeUserID: app.currentUserID, verdictReasons: judged.reasons,
            events: events, findings: findings, firstRequestCookies: sent.first, sentCookies: Set(sent.joined()),
            storedCookies: Set(browser.dataStore.httpCookieStore.jar.all().map(\.name)),
            visibleCookies: Set(visible.joined()))
    }

    /// Why the handoff did not do what was wanted; nil when nothing in it stands against that.
    public func rootCause(of shortfall: Shortfall) -> RootCause? {
        HandoffDiagnosis(
            cookieName: settings.cookieName, appHost: addresses.web.host, nativeUserID: app.currentUserID,
            pageStart: engine.map { $0.lastPage?.firstEvent } ?? browser.lastPage?.firstEvent
        ).rootCause(of: shortfall, in: trace.events)
    }

    private func judge(_ page: OpenedPage?) -> (verdict: Verdict, reasons: [ReasonCode]) {
        guard let page else { return (.notOpened, []) }
        if let failure = page.result.failure { return (.failed, failure.reasons) }
        guard let outcome = page.outcome else { return (.signedOut, page.reasons) }
        let reasons = routingReasons(since: page.firstEvent)
        if outcome.isHanging { return (.hanging, reasons) }
        guard outcome.route != nil else { return (.failed, reasons) }
        // Somebody may be signed in by now whom the guard has sent to the sign-in page for want of patience.
        guard let webUserID = page.webUserID, !outcome.isSentTo(settings.pageGuard.signInPath) else {
            return (.signedOut, reasons)
        }
        guard webUserID == app.currentUserID else {
            return (.otherUser, [HandoffReason.otherUser.code] + reasons)
        }
        return (.signedIn, reasons)
    }

    /// What the guard gave as reasons, first one first.
    private func routingReasons(since sequence: Int) -> [ReasonCode] {
        trace.events(from: sequence).flatMap { event -> [ReasonCode] in
            guard case .routing = event.kind else { return [] }
            return event.reasons
        }.uniqued()
    }
}

extension World {
    /// Whether the session reaches the page only by a message that the page's own scripts post.
    fileprivate func asksByMessageAlone(_ opening: PageOpening) -> Bool {
        guard opening.injections == nil, let handovers = settings.handover, !handovers.isEmpty else { return false }
        return handovers.allSatisfy { if case .message = $0 { true } else { false } }
    }
}
