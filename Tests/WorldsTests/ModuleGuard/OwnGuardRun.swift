import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Diagnosis
import FirebaseAuthClient
import RouterGuard
import Scenarios
import WebViews
import WorldTestSupport

@testable import Worlds

/// One handoff to a page with a guard of somebody's own.
struct OwnGuardRun {
    /// How the token gets into the page.
    enum Handover: Sendable {
        case atStart, atEnd, never
        /// A copy in the web view's store with the attributes of the backend's cookie.
        case httpOnly
        /// The page has a session already, and no cookie.
        case storedSession
        /// The token is older than it may be.
        case tooLate
    }

    struct Outcome: Sendable {
        var verdict = ""
        var path: String?
        /// Of the page's own steps, in their order, each once.
        var reasons: [String] = []
        var cause: String?
        var causeText = ""
        var details: [String] = []
    }

    var generation = RouterGeneration.four
    var handover = Handover.atStart
    var path = "/"
    /// Where the page's routes are not known, its sign-in page.
    var unknownRoutesBeside: String?

    /// - Parameter source: the guard's module; `src/guard.js`.
    func outcome(
        of source: String, with files: [String: String] = [:], export exportName: String? = nil
    ) async throws -> Outcome {
        let module = try GuardModule.read("src/guard.js", export: exportName) { name in
            (name == "src/guard.js" ? source : files[name]).map { .bytes(Array($0.utf8)) } ?? .absent
        }
        return try await outcome(of: module)
    }

    func outcomeOfPreset() async throws -> Outcome { try await outcome(of: nil) }

    private func outcome(of module: GuardModule?) async throws -> Outcome {
        var settings = WorldSettings()
        settings.ownGuard = module.map { ($0, generation) }
        if let unknownRoutesBeside {
            settings.pageGuard.signInPath = unknownRoutesBeside
            settings.routes = .guarded(besides: unknownRoutesBeside)
        }
        return try await withWorld(settings, material: SharedMaterial.material.get()) { world in
            try await world.app.signIn()
            let cookie = try await world.app.exchange()
            let write = "document.cookie='customtoken=\(cookie.value);path=/'"
            var scripts: [UserScript] = []
            switch handover {
            case .atStart: scripts = [UserScript(source: write, injectionTime: .atDocumentStart)]
            case .atEnd: scripts = [UserScript(source: write, injectionTime: .atDocumentEnd)]
            case .never: break
            case .tooLate:
                world.clock.advance(by: .seconds(61 * 60))
                scripts = [UserScript(source: write, injectionTime: .atDocumentStart)]
            case .httpOnly:
                await world.browser.dataStore.httpCookieStore.setCookie(
                    NativeCookie(
                        name: "customtoken", value: cookie.value, domain: "app.localhost", isSecure: true,
                        isHTTPOnly: true))
            case .storedSession: try await world.browser.pageAuth.signIn(withCustomToken: cookie.value)
            }
            let mark = world.trace.mark
            try await world.browser.open(path: path, scripts: scripts)
            let observation = await world.observation()
            var outcome = Outcome(verdict: observation.verdict.rawValue, path: observation.path)
            for event in world.trace.events(from: mark) {
                guard case .routing(let step) = event.kind else { continue }
                outcome.details.append("\(step.step.rawValue) \(step.detail)")
                outcome.reasons += event.reasons.map(\.rawValue).filter { !outcome.reasons.contains($0) }
            }
            if observation.verdict != .signedIn {
                let cause = world.rootCause(of: .ending(observation.verdict, expected: .signedIn))
                (outcome.cause, outcome.causeText) = (cause?.code.rawValue, cause?.message ?? "")
            }
            return outcome
        }
    }
}
