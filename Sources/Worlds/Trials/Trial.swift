import BridgePrimitives
import Cookies
package import Diagnosis
import Faults
import HandoffBackend
import Project
import RouterGuard
import Scenarios

/// What a world changes at its own edges, to try what made a scenario fail.
package struct Trial: Hashable, Sendable {
    package var interventions: [Intervention]
    /// Names of cookies that carry the session, beside the world's own.
    package var cookieNames: Set<String>

    package init(_ interventions: [Intervention] = [], cookieNames: Set<String> = []) {
        self.interventions = interventions
        self.cookieNames = cookieNames
    }

    /// The same trial with one change more.
    func making(_ intervention: Intervention) -> Trial {
        Trial(interventions + [intervention], cookieNames: cookieNames)
    }

    package func makes(_ intervention: Intervention) -> Bool { interventions.contains(intervention) }
}

extension WorldSettings {
    /// The same world with the changes of a trial.
    package func trying(_ trial: Trial) -> WorldSettings {
        var settings = self
        settings.trial = trial
        for intervention in trial.interventions { settings.make(intervention) }
        return settings
    }

    /// What of a change lies in the settings; steps, stores and the page see to the rest.
    private mutating func make(_ intervention: Intervention) {
        switch intervention {
        case .withoutSkew: faults.removeAll(where: \.isSkew)
        case .withoutFaults: faults = []
        case .withoutEdge: edge = .direct
        case .withoutRedirects: redirects = []
        case .withFreshCertificates: certificateCaching = .asTold
        case .withoutExtraClaims: claimsSize = nil
        case .withoutTrackingPrevention: preventsTracking = false
        case .viewsLimited: limitsNavigations = true
        case .withoutBoundDomains: (boundDomains, limitsNavigations) = (nil, false)
        case .cookieKept: pageGuard.deletesCookie = false
        case .authReadyFirst: pageGuard.waitsForAuth = true
        case .guardReadsCookie:
            pageCookieName = nil
            pageGuard.reader = .universalCookie
        case .writesAwaited, .injectedAtStart, .withoutCookieHeader:
            handover = handover?.compactMap { $0.changed(by: intervention) }
        default: break
        }
    }
}

extension Fault {
    var isSkew: Bool { if case .skew = effect { true } else { false } }
}

extension Handover {
    fileprivate func changed(by intervention: Intervention) -> Handover? {
        switch (intervention, self) {
        case (.writesAwaited, .cookieStore(var copy)), (.injectedAtStart, .cookieStore(var copy)):
            copy.isAwaited = true
            return .cookieStore(copy)
        case (.injectedAtStart, .userScript(var script)):
            script.time = .documentStart
            return .userScript(script)
        case (.withoutCookieHeader, .header(let header)) where ASCIIText.isSame(header.name, "Cookie"): return nil
        default: return self
        }
    }
}
