import BridgePrimitives
import BridgeTrace
import Cookies
import FirebaseAuthClient
package import RouterGuard
import WebViews

/// Performs what a guarded navigation asks for: reads the page's cookies, signs the page's user in over the wire.
///
/// In the turn in which the page's module mounts the app, auth has not read its storage yet, and the user scripts at
/// document end have not run. What needs another turn, a sign-in or waiting for auth, is done after both.
struct GuardShell: PageShell {
    private var navigation: GuardedNavigation
    var router: Router { navigation.router }
    /// How the navigation ended; nil until it has.
    private(set) var outcome: GuardedOutcome?
    private let view: HeadlessWebView
    private let auth: Auth
    private let trace: TraceLog
    private var pending: ArraySlice<GuardedAction> = []
    private var isMounting = true
    /// Whether auth begins with a user that it finds in its storage.
    private let hasStoredUser: Bool

    init(_ navigation: GuardedNavigation, view: HeadlessWebView, auth: Auth, trace: TraceLog) {
        (self.navigation, self.view, self.auth, self.trace) = (navigation, view, auth, trace)
        hasStoredUser = auth.currentUser != nil
    }

    mutating func mount() async {
        pending = navigation.start()[...]
        record()
        while let action = pending.first, outcome == nil {
            switch action {
            case .askCurrentUser where navigation.waitsForAuth:
                // Only a session that is still to be restored makes a difference worth telling.
                if auth.currentUser != nil { take(.authIsNotReady, after: action) }
                return
            case .askCurrentUser:
                take(auth.currentUser == nil ? .userState(signedIn: false) : .authIsNotReady, after: action)
            case .signIn: return
            case .readCookie, .deleteCookie, .finished: await perform(action)
            }
        }
    }

    mutating func finish() async -> GuardedOutcome {
        isMounting = false
        // Nobody hears of the stored user, and nobody signs in, before the service has confirmed it.
        if hasStoredUser { await auth.confirmStoredUser() }
        if pending.isEmpty, outcome == nil { take(.userState(signedIn: auth.currentUser != nil)) }
        while let action = pending.first, outcome == nil { await perform(action) }
        // Questions are followed by an answer, and the last answer by `finished`: there is no other way out.
        return outcome ?? .aborted
    }

    private mutating func perform(_ action: GuardedAction) async {
        switch action {
        case .askCurrentUser: take(.userState(signedIn: auth.currentUser != nil), after: action)
        case .readCookie:
            let text = await view.readCookies()?.value ?? ""
            take(.cookieText(text, isEarly: isMounting && hasScriptsAtDocumentEnd), after: action)
        case .signIn(let token): take(await signIn(token), after: action)
        case .deleteCookie(let name):
            pending.removeFirst()
            // As a cookie library does it: an expired cookie of that name for the whole site. A script cannot
            // tell whether that was the right path, so a failure is nobody's to hear.
            let cookie = JSONValue.string("\(name)=; max-age=0; path=/").text()
            _ = try? await view.evaluateJavaScript("document.cookie = \(cookie)")
        case .finished(let outcome):
            pending.removeFirst()
            self.outcome = outcome
        }
    }

    /// Answers the question that `action` was, or one that was left open.
    private mutating func take(_ event: GuardedEvent, after action: GuardedAction? = nil) {
        if action != nil { pending.removeFirst() }
        pending += navigation.resume(with: event)
        record()
    }

    private var hasScriptsAtDocumentEnd: Bool {
        view.configuration.userContentController.userScripts.contains { $0.injectionTime == .atDocumentEnd }
    }

    private func signIn(_ token: Secret<String>) async -> GuardedEvent {
        switch await auth.signInOnPage(token, trace: trace) {
        case .accepted: .signInSucceeded
        case .refused(let reason): .signInFailed(reason)
        }
    }

    private mutating func record() { for step in navigation.drainSteps() { step.record(in: trace, at: router) } }
}

extension GuardStep.Kind {
    var traceStep: RoutingEvent.Step {
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
    /// Whether a guard or a redirect record led to this path.
    func isSentTo(_ path: String) -> Bool {
        if case .entered(let route, redirected: true) = self { route.path == path } else { false }
    }
    var isHanging: Bool { if case .hanging = self { true } else { false } }
}

extension RouteRecord {
    /// Whether it stands for what no other record matches: `*`, and `/:anything(.*)*` to Vue Router 4.
    var matchesAnything: Bool {
        let pattern = path.drop { $0 == "/" }
        return pattern == "*" || (pattern.hasPrefix(":") && (pattern.hasSuffix("(.*)") || pattern.hasSuffix("(.*)*")))
    }
}
