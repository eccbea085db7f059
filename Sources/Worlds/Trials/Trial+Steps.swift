import AuthEmulator
import BridgePrimitives
import Cookies
import Diagnosis
import Faults
import FirebaseAuthClient
import HandoffBackend
import Scenarios

// Steps that bring about what a trial leaves out are not taken, or taken as they were meant.
extension Trial {
    /// The step as it is taken; nil for one that is left out.
    func taken(_ step: Step) -> Step? {
        interventions.reduce(step) { step, intervention in step.flatMap { $0.changed(by: intervention) } }
    }
}

extension Trial {
    /// The scenario as the trial plays it: what was to be too late has no order of its own any more.
    func played(_ scenario: Scenario) -> Scenario {
        guard makes(.injectedAtStart) || makes(.writesAwaited) else { return scenario }
        var scenario = scenario
        (scenario.setting.order, scenario.setting.hasColdStore) = (nil, false)
        scenario.steps = scenario.steps.flatMap { located -> [LocatedStep] in
            guard case .together(let together) = located.step else { return [located] }
            let isWriting = { (task: [LocatedStep]) in task.contains { !$0.step.injectsOnly } }
            return Array((together.tasks.filter { !isWriting($0) } + together.tasks.filter(isWriting)).joined())
        }
        return scenario
    }
}

extension Step {
    fileprivate var injectsOnly: Bool { if case .inject = self { true } else { false } }

    fileprivate func changed(by intervention: Intervention) -> Step? {
        switch (intervention, self) {
        case (.withoutSkew, .skew), (.withoutFaults, .fault), (.backendRunning, .stopBackend): return nil
        case (.withoutSkew, .fault(let json)): return (try? Fault(json: json))?.isSkew == true ? nil : self
        case (.withOwnIDToken, .exchange(let field, _)): return .exchange(field: field, token: .fresh)
        case (.withUsualField, .exchange(_, let token)): return .exchange(field: Self.usualField, token: token)
        case (.withHashedNonce, .signIn(var signIn)):
            signIn.nonce = .hashed
            return .signIn(signIn)
        case (.withoutRevocation, .disableUser), (.withoutRevocation, .deleteUser), (.withoutRevocation, .revokeUser):
            return nil
        case (.withoutRevocation, .secondDevice(let device)):
            return device.action == .signIn || device.action == .signOut ? self : nil
        case (.cookiesAccepted, .view(.setCookiePolicy)): return nil
        case (.dataKept, .view(.removeData)): return nil
        case (.dataKept, .device(let step)) where step.isRemoval: return nil
        case (.deviceUnlocked, .device(.lock)): return nil
        case (.pageSignedOutWithApp, .signOut(var signOut)):
            signOut.forgetsEverything = true
            return .signOut(signOut)
        case (_, .inject(let injections)): return .inject(injections.compactMap { $0.changed(by: intervention) })
        case (_, .view(.open(var opening))):
            opening.injections = opening.injections?.compactMap { $0.changed(by: intervention) }
            return .view(.open(opening))
        default: return self
        }
    }

    fileprivate static let usualField = "idtoken"

    /// The step, and those that happen together in it.
    fileprivate var all: [Step] {
        guard case .together(let together) = self else { return [self] }
        return together.tasks.joined().flatMap(\.step.all)
    }

    fileprivate var injections: [Injection] {
        switch self {
        case .inject(let injections): injections
        case .view(.open(let opening)): opening.injections ?? []
        default: []
        }
    }
}

extension DeviceStep {
    /// Whether it takes the app's data away, or brings the app back without them.
    fileprivate var isRemoval: Bool {
        switch self {
        case .uninstall, .install, .erase, .restore: true
        default: false
        }
    }
}

extension Injection {
    fileprivate func changed(by intervention: Intervention) -> Injection? {
        var injection = self
        switch intervention {
        case .withCustomToken: (injection.value, injection.token) = (nil, .custom)
        case .withoutExtraClaims: injection.value = nil
        case .quotedInScript: injection.isGuardedByHost = true
        case .withoutCookieHeader: if method == .header { return nil }
        case .writesAwaited: injection.isAwaited = true
        case .mainThreadFree: injection.blocksMainThread = false
        case .injectedAtStart:
            if method == .userScriptAtEnd { injection.method = .userScript }
            injection.isAwaited = true
        default: break
        }
        return injection
    }
}

extension Scenario {
    /// The changes to try for a cause, of those that change anything here; none if only the user's own code can.
    ///
    /// - Parameter settings: those of the scenario's world.
    func interventions(
        for code: ReasonCode, in settings: WorldSettings, besides trial: Trial = Trial()
    ) -> [Intervention] {
        let all = steps.flatMap(\.step.all)
        return Intervention.candidates(for: code).filter { !trial.makes($0) && $0.changesAnything(all, settings) }
    }
}

extension Intervention {
    /// The table's changes, and that for what the client calls an answer which it cannot use: nothing but a planted fault
    /// makes the auth service answer so.
    static func candidates(for code: ReasonCode) -> [Intervention] {
        let unusable = [AuthErrorCode.networkError, .internalError].map { AuthErrorReason($0).code }
        return all(for: code) + (unusable.contains(code) ? [.withoutFaults] : [])
    }
}

extension Intervention {
    fileprivate func changesAnything(_ steps: [Step], _ settings: WorldSettings) -> Bool {
        func isAny(_ holds: (Step) -> Bool) -> Bool { steps.contains(where: holds) }
        switch self {
        case .withoutSkew: return settings.faults.contains(where: \.isSkew) || isAny { $0.changed(by: self) == nil }
        case .withoutFaults: return !settings.faults.isEmpty || isAny { $0.changed(by: self) == nil }
        case .withoutEdge: return settings.edge.name != settings.trying(Trial([self])).edge.name
        case .withoutRedirects: return !settings.redirects.isEmpty
        case .withFreshCertificates: return settings.certificateCaching != .asTold
        case .viewsLimited: return settings.boundDomains != nil && !settings.limitsNavigations
        case .withoutBoundDomains: return settings.boundDomains != nil
        case .withoutExtraClaims: return settings.claimsSize != nil
        case .withCustomToken: return settings.handover != nil || isAny { $0.changed(by: self) != $0 }
        case .exchangedJustBefore: return isAny { if case .exchange = $0 { true } else { false } }
        case .withOwnIDToken, .withUsualField, .withHashedNonce, .withoutRevocation, .cookiesAccepted, .dataKept,
            .deviceUnlocked, .backendRunning, .quotedInScript, .mainThreadFree, .withoutCookieHeader:
            return isAny { $0.changed(by: self) != $0 }
        default: return true
        }
    }
}
