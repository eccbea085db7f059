import AuthEmulator
import BridgePrimitives
public import BridgeTrace
import Cookies
import CookieStores
import Faults
import FirebaseAuthClient
import HTTPLoader
import IdentityProviders
import PageEngines
import Project
import RouterGuard
public import Scenarios
import WebViews

/// Takes a scenario's steps in a world.
public struct WorldPlayer: ScenarioPlayer {
    let world: World

    public init(world: World) { self.world = world }

    public func perform(_ step: Step) async throws(StepFailure) {
        let start = world.clock.now
        defer {
            let time = StepTime(step: step.name, elapsed: world.clock.now - start)
            world.stepTimes.withLock { $0.append(time) }
        }
        guard let conductor = world.conductor else { return try await take(step) }
        try await perform(step, orderedBy: conductor)
    }

    func take(_ wanted: Step) async throws(StepFailure) {
        guard let step = world.settings.trial.taken(wanted) else { return }
        switch step {
        case .signIn(let signIn): try await world.app.signIn(signIn)
        case .signOut(let signOut): try await world.signOut(signOut)
        case .verifyEmail(let verification): try await world.app.verifyEmail(sendingMail: verification.sends)
        case .sendVerification: try await world.app.sendVerification()
        case .enroll(let factor): try await world.app.enroll(factor)
        case .unenroll: try await world.app.unenroll()
        case .requireMember(let insists): try await world.app.requireMember(insistsOnSecondFactor: insists)
        case .askTwitter(let key): try await world.app.askTwitter(with: key, of: world.providers.twitterConsumer)
        case .exchange(let field, let token):
            try await world.app.shareSession(field: field, token: await world.token(token))
        case .register: try await world.app.register()
        case .currentUser: try await world.app.findCurrentUser()
        case .openSample(let page): try await world.openSample(page)
        case .view(let step): try await perform(step)
        case .page(let step): try await perform(step)
        case .device(let event):
            do { try await world.perform(event) } catch { throw StepFailure(step: step.name, error) }
        case .advance(let duration):
            world.clock.advance(by: duration)
            world.trace.record(.clock(ClockEvent(change: "+" + duration.worldText)), by: .test)
        case .disableUser: try administer(step) { uid throws in try world.authService.setDisabled(true, of: uid) }
        case .deleteUser: try administer(step) { uid throws in try world.authService.deleteAccount(uid) }
        case .revokeUser: try administer(step) { uid throws in try world.authService.revokeRefreshTokens(of: uid) }
        case .setClaims(let change):
            try administer(step) { uid throws in try world.authService.setCustomClaims(change.claims, of: uid) }
        case .disableProvider(let provider):
            do { try world.authService.disableProvider(provider.id) } catch {
                throw StepFailure(step: step.name, error)
            }
        case .revokeTwitter: try world.revokeTwitter()
        case .setQuota(let change):
            do {
                try world.authService.configure { $0.limits.quotas[Quota(change.subject)] = change.limit }
            } catch { throw StepFailure(step: step.name, error) }
        case .skew(let skews): try perform(skews)
        case .secondDevice(let event): try await world.perform(event)
        case .rotateKeys(let dropsOld):
            do { try world.rotateKeys(droppingOld: dropsOld) } catch { throw StepFailure(step: step.name, error) }
        case .stopBackend:
            guard world.canStopBackend else {
                throw StepFailure(step: step.name, WorldReason.backendRunsElsewhere)
            }
            await world.stopBackend()
        case .together(let together): try await perform(together)
        case .inject(let injections): try await inject(injections)
        case .fault(let json):
            do {
                try world.plant(try Fault(json: json))
            } catch { throw StepFailure(step: step.name, error) }
        case .clearFaults: world.clearFaults()
        }
    }

    private func perform(_ step: ViewStep) async throws(StepFailure) {
        let name = Step.view(step).name
        try world.app.requireProcess(for: name)
        if step.isLoad { await world.prepareTrial() }
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
        case .reloadOther: try mustHavePage(await world.browser.reloadOther() != nil, name)
        case .interact: try mustHavePage(await world.browser.interact(), name)
        case .removeData(let removal): world.browser.remove(removal)
        case .deleteCookies: await world.browser.dataStore.httpCookieStore.deleteAllCookies()
        case .deleteCookie(let deletion): await world.delete(deletion)
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
            case .removeData(let removal):
                try await engine.remove(removal)
                return true
            case .deleteCookie(let deletion):
                guard deletion.store == .webView else { return false }
                try await engine.deleteCookies(named: deletion.name)
                return true
            case .reloadOther, .interact, .setCookiePolicy:
                throw PageEngineReason.modelOnly.failure("\(name) in \(world.settings.engine.rawValue)")
            }
        } catch {
            throw StepFailure(step: name, error)
        }
    }

    private func perform(_ skews: ClockSkews) throws(StepFailure) {
        if let web = skews.web, web != .zero, world.engine != nil {
            let failure = PageEngineReason.modelOnly.failure("a page's clock in \(world.settings.engine.rawValue)")
            throw StepFailure(step: "skew", failure)
        }
        guard skews.backend == nil || world.settings.ownBackend == nil else {
            throw StepFailure(step: "skew", WorldReason.backendHasOwnClock)
        }
        let parties: [(WorldClock.Party, Duration?)] = [
            (.device, skews.device), (.backend, skews.backend), (.web, skews.web),
        ]
        for case (let party, let skew?) in parties {
            world.clock.setSkew(skew, of: party)
            world.trace.record(.clock(ClockEvent(change: "\(party.rawValue) \(skew.worldText)")), by: .test)
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

extension ViewStep {
    fileprivate var isLoad: Bool {
        switch self {
        case .open, .reload, .reloadOther: true
        default: false
        }
    }
}

extension Quota {
    fileprivate init(_ subject: QuotaChange.Subject) {
        self =
            switch subject {
            case .verificationMails: .verificationMails
            case .signInMails: .signInMails
            case .messagesPerMinute: .messagesPerMinute
            case .messagesPerHour: .messagesPerHour
            case .newAccounts: .newAccounts
            case .failedPasswords: .failedPasswords
            }
    }
}

extension World {
    /// Whether the session reaches the page only by a message that the page's own scripts post.
    fileprivate func asksByMessageAlone(_ opening: PageOpening) -> Bool {
        if let injections = opening.injections {
            return settings.hasOwnPage && !injections.isEmpty && injections.allSatisfy { $0.method == .message }
        }
        guard let handovers = settings.handover, !handovers.isEmpty else { return false }
        return handovers.allSatisfy { if case .message = $0 { true } else { false } }
    }
}
