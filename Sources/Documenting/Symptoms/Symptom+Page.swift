import Cookies
import Diagnosis
import RouterGuard
import Tokens
import WebViews

extension Symptom {
    /// The page and its guard.
    static let page: [Symptom] = [
        Symptom(
            "login-loop", "The page goes round between login and start page",
            "Somebody sends to the sign-in page who should not: a guard on the sign-in page itself, a cookie that the way back has lost, or a sign-in that fails each time.",
            causes: [
                .init(GuardReason.redirectLoop, "the guard protects the sign-in page too"),
                .init(PageReason.looping, "the page never comes to rest"),
                .init(NavigationReason.tooManyRedirects, "the servers redirect to each other"),
                .init(GuardReason.tokenRefused, "each try fails and begins again"),
                .init(SendReason.manualHeaderDropped, "the cookie is lost on the way back"),
            ],
            decide: "session-bridge run Scenarios/guard-login-loop.yaml",
            words: "login loop endless infinite redirect redirection signin again round bounce err too many redirects"),
        Symptom(
            "reload-shows-login", "A reload shows the login page for a moment, or for good",
            "Firebase reads its user from storage, which takes a turn. A guard that looks at currentUser at once finds nobody.",
            causes: [
                .init(GuardReason.authNotReady, "the guard does not wait for auth"),
                .init(GuardReason.cookieDeleted, "the cookie was used up, and the session is what counts now"),
                .init(PageReason.signedInTooLate, "the sign-in came after the redirect"),
                .init(PageReason.leftWhileSigningIn, "the page does not wait for the sign-in"),
            ],
            decide: "session-bridge run Scenarios/guard-before-auth-ready.yaml",
            words: "reload refresh flash login currentuser null moment deep link authstateready onauthstatechanged"),
        Symptom(
            "blank-page", "The page stays blank and nothing happens",
            "A navigation that nobody decides never ends: next was not called, a promise is never settled, or a script does not end.",
            causes: [
                .init(GuardReason.neverCalledNext, "a branch without next"),
                .init(GuardReason.neverDecided, "a promise that nobody settles"),
                .init(GuardReason.returnIgnored, "Vue Router 3 does not look at what is returned"),
                .init(PageReason.waiting, "the page waits for an answer"),
                .init(PageReason.busy, "a script does not end"),
                .init(PageReason.threw, "a script threw before anything was shown"),
                .init(PageReason.blockedByPolicy, "the content security policy blocks it"),
            ],
            decide: "session-bridge run Scenarios/behaviour/10-double-next.yaml",
            words:
                "blank white screen hang hangs stuck nothing never resolves loading spinner forever freeze pending completion callback"
        ),
        Symptom(
            "never-signs-in", "The cookie is there, and the page is not signed in all the same",
            "The guard reads another name, does not use what it reads, or decides before the sign-in is done.",
            causes: [
                .init(GuardReason.otherCookie, "the names differ"),
                .init(GuardReason.signInNotAwaited, "the sign-in is not awaited"),
                .init(GuardReason.tokenNotUsed, "the cookie is read and not used"),
                .init(GuardReason.cookieNotRead, "nobody looks for it"),
                .init(ScriptReason.httpOnly, "script does not see it"),
                .init(GuardReason.tokenRefused, "the token is refused"),
                .init(PageReason.noSignIn, "the page asks for no user"),
                .init(TokenReason.isSessionCookie, "a server's session cookie signs no page in"),
            ],
            decide: "session-bridge demo",
            words: "cookie present but not signed in user null guard ignores session anonymous"),
        Symptom(
            "deep-link-start-page", "A deep link from the app shows the start page",
            "The path of the link is not where the router looks.",
            causes: [
                .init(GuardReason.pathOutsideHash, "the router reads behind the #"),
                .init(GuardReason.unmatchedRoute, "no route has the path"),
                .init(HandoffReason.redirectedAway, "the server redirects it"),
            ],
            decide: "session-bridge run Scenarios/behaviour/21-how-the-guard-is-written.yaml",
            words: "deep link universal link path route start page hash wrong page not found"),
        Symptom(
            "page-does-not-load", "The page does not load in the web view at all",
            "A load ends for one of some forty reasons, and a web view shows none of them.",
            causes: [
                .init(NavigationReason.couldNotConnect, "nothing listens there"),
                .init(NavigationReason.tlsFailed, "the certificate is not trusted"),
                .init(NavigationReason.hostNotFound, "the host has no address"),
                .init(NavigationReason.cancelledByDelegate, "the app's delegate cancels it"),
                .init(NavigationReason.unsupportedScheme, "the scheme is the app's own"),
                .init(NavigationReason.cannotShow, "the answer is a download"),
                .init(NavigationReason.noContent, "the answer is empty"),
            ],
            decide: "session-bridge trace URL",
            words: "load fails error network tls certificate connection refused page not loading webview"),
        Symptom(
            "handler-silent", "The page posts a message, and the app never answers",
            "The handler has another name, was added after the view was made, or the view is not app-bound.",
            causes: [
                .init(PageReason.neverAsked, "the names differ"),
                .init(NavigationReason.messageHandlersUnavailable, "the page is not app-bound"),
                .init(HandoffReason.needsEngine, "the page's own scripts run in a real engine only"),
            ],
            decide: "session-bridge trace URL --engine webkitgtk",
            words: "postmessage message handler webkit messagehandlers bridge silent answer"),
        Symptom(
            "console-full-of-redirected", "The console is full of \"Redirected when going from\"",
            "Vue Router 3 reports a redirect as a rejected promise. It is none.",
            causes: [
                .init(GuardReason.redirected, "a guard redirected, as it should"),
                .init(GuardReason.duplicated, "the route was current already"),
                .init(GuardReason.cancelled, "a newer navigation took its place"),
            ],
            decide: "session-bridge guard FILE",
            words: "console redirected when going from uncaught promise vue router navigation duplicated cancelled"),
    ]
}
