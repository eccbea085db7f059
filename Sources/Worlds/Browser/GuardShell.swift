import BridgePrimitives
import BridgeTrace
import Cookies
import FirebaseAuthClient
package import RouterGuard
import WebViews

/// Performs what a guarded navigation asks for: reads the page's cookies, signs the page's user in over the wire.
struct GuardShell: Sendable {
    let view: HeadlessWebView
    let auth: Auth
    let trace: TraceLog

    /// Runs the navigation to its end. It always ends: a guard that does nothing more is an outcome too.
    func run(_ navigation: inout GuardedNavigation) async -> GuardedOutcome {
        var pending = navigation.start()[...]
        record(navigation.drainSteps())
        while let action = pending.popFirst() {
            switch action {
            case .askCurrentUser:
                pending += navigation.resume(with: .userState(signedIn: auth.currentUser != nil))
            case .readCookie:
                pending += navigation.resume(with: .cookieText(await view.readCookies()?.value ?? ""))
            case .signIn(let token):
                pending += navigation.resume(with: await signIn(token))
            case .deleteCookie(let name):
                // As a cookie library does it: an expired cookie of that name for the whole site. A script cannot
                // tell whether that was the right path, so a failure is nobody's to hear.
                let cookie = JSONValue.string("\(name)=; max-age=0; path=/").text()
                _ = try? await view.evaluateJavaScript("document.cookie = \(cookie)")
            case .finished(let outcome):
                return outcome
            }
            record(navigation.drainSteps())
        }
        // Questions are followed by an answer, and the last answer by `finished`: there is no other way out.
        return .aborted
    }

    private func signIn(_ token: Secret<String>) async -> GuardedEvent {
        do {
            try await auth.signIn(withCustomToken: token.reveal())
            return .signInSucceeded
        } catch {
            return .signInFailed(((error as? AuthError)?.authCode ?? .internalError).reason.code)
        }
    }

    private func record(_ steps: [GuardStep]) {
        for step in steps {
            let event = RoutingEvent(
                step.kind.traceStep, path: trace.masking.url(step.path), route: step.routeName,
                detail: trace.masking.url(step.detail),
                reasons: step.reasons.map(\.code))
            trace.record(.routing(event), by: .page)
        }
    }
}

extension GuardStep.Kind {
    fileprivate var traceStep: RoutingEvent.Step {
        switch self {
        case .asked: .asked
        case .read: .read
        case .signIn: .signIn
        case .next: .next
        case .entered: .entered
        case .ended: .ended
        }
    }
}

extension GuardedOutcome {
    /// The route that is current; nil when none was entered.
    package var route: Route? { if case .entered(let route, _) = self { route } else { nil } }
    var isHanging: Bool { if case .hanging = self { true } else { false } }
}
