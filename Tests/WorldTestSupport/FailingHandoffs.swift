import BridgePrimitives
import BridgeTrace
import Project
import Reasons
package import Scenarios

/// The shipped scenarios whose handoff fails.
package enum FailingHandoffs {
    /// Causes of scenarios whose page is to stay signed out, by subject.
    private static let wantSignedOut: Set<String> = [
        // The app has no user, so there is no session to hand over.
        "handoff/not-signed-in",
        // The page that is asked for needs no user.
        "guard/no-auth-needed", "guard/unmatched-route",
    ]

    /// Those that say that the page does not get a session which an app hands over.
    package static func scenarios(in folder: String) throws -> [Scenario] {
        try ScenarioFiles.scenarios(at: [folder]).filter(\.isFailingHandoff)
    }

    /// Whether a run of one failed: without a user in the app the page is to stay signed out.
    package static func hasFailed(_ run: TrialRun) -> Bool {
        guard run.hasUser || run.failedStep != nil, let cause = run.cause else { return false }
        return !wantSignedOut.contains(cause.code.rawValue)
    }
}

extension Scenario {
    /// Whether an app hands a session over, and the scenario says that the page does not get it.
    fileprivate var isFailingHandoff: Bool {
        let ends =
            expectation.because != nil || expectation.failure != nil
            || ![nil, .signedIn].contains(expectation.verdict)
        return ends && setting.engine ?? .model == .model && namedSteps.contains { $0.step.step.handsOver }
    }
}

extension Step {
    /// Whether the app asks for a session, or gives one away.
    fileprivate var handsOver: Bool {
        switch self {
        case .exchange, .inject: true
        case .view(.open(let opening)): opening.injections?.isEmpty == false
        default: false
        }
    }
}
