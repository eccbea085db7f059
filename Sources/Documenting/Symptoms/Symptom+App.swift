import CookieStores
import Cookies
import Diagnosis
import RouterGuard
import Tokens
import WebViews

extension Symptom {
    /// In the app, where a browser has no such trouble.
    static let app: [Symptom] = [
        Symptom(
            "not-signed-in", "The user is signed in to the app, and not on its page",
            "The app's user reaches the page through five doors: the exchange, a cookie, the web view's store, the page's script, and signInWithCustomToken. The first one that is closed is the reason, and the trace of one load says which.",
            causes: [
                .init(SendReason.otherStore, "the cookie is in HTTPCookieStorage, which no web view reads"),
                .init(ScriptReason.httpOnly, "the view has the cookie, and the page's script may not see it"),
                .init(SendReason.notCommittedYet, "the load did not wait for setCookie"),
                .init(GuardReason.cookieAbsent, "the guard looks before the cookie is there, or for another name"),
                .init(TokenReason.expired, "the custom token was used more than an hour after the exchange"),
                .init(HandoffReason.neverHandedOver, "nobody put it anywhere"),
            ],
            decide: "session-bridge init && session-bridge run --ui",
            words: "why user not signed in logged login webview page session unauthenticated anonymous nobody wkwebview"
        ),
        Symptom(
            "simulator-works-device-not", "It works in the simulator, and not on a device",
            "A simulator is on the machine that serves: localhost is that machine, and its certificates are trusted there. To a phone localhost is the phone itself.",
            causes: [
                .init(NavigationReason.couldNotConnect, "the app asks localhost, which is the phone"),
                .init(NavigationReason.tlsFailed, "the phone does not trust the development certificate"),
                .init(StoreReason.secureFromInsecure, "the cookie is Secure, and the page on the phone has no https"),
                .init(SendReason.otherHost, "the cookie is localhost's, and the page is loaded by an address"),
            ],
            decide: "session-bridge doctor",
            words: "simulator works device not real iphone phone physical localhost local network xcode"),
        Symptom(
            "cookie-not-in-view", "The cookie is not there in the web view",
            "There are few ways for a cookie to be missing: it was put elsewhere, it came too late, it is for another host or path, or a script may not see it. Whether it is missing for requests or for script tells them apart.",
            causes: [
                .init(SendReason.otherStore, "it is in the app's own storage, which no web view reads"),
                .init(SendReason.notCommittedYet, "the load did not wait for setCookie"),
                .init(ScriptReason.httpOnly, "requests have it, and document.cookie has not"),
                .init(SendReason.otherHost, "it is the backend's host's"),
                .init(SendReason.path, "it is for the path of the exchange"),
                .init(HandoffReason.wrongDataStore, "the view has another websiteDataStore"),
                .init(HandoffReason.otherName, "it is there under another name"),
                .init(HandoffReason.neverHandedOver, "nobody put it anywhere"),
            ],
            decide: "session-bridge compare",
            words: "cookie missing not there absent wkwebview webview view no cookies shared find appear available"),
        Symptom(
            "safari-works-app-not", "It works in Safari, and not in the app",
            "Each app has stores of its own: nothing of what Safari holds is there. What Safari got by a sign-in of its own, the app has to hand over.",
            causes: [
                .init(SendReason.otherStore, "the session is in Safari's or the app's own storage"),
                .init(HandoffReason.wrongDataStore, "the view has a store of its own, which is empty each time"),
                .init(SendReason.notCommittedYet, "the app's cookie is written, and the load does not wait"),
                .init(ScriptFailureReason.injectionSkipped, "Info.plist has WKAppBoundDomains"),
                .init(StoreReason.thirdPartyBlocked, "the page in the app is another site than the API"),
            ],
            decide: "session-bridge compare",
            words: "works safari browser not app wkwebview webview inside same page only in app native embedded"),
        Symptom(
            "no-native-user", "getIDToken gives nothing: nobody is signed in to the app",
            "currentUser is nil until somebody has signed in, and in a page until Auth has read its storage. Whoever asks before that gets no token, and a handoff without one opens the page signed out.",
            causes: [
                .init(HandoffReason.notSignedIn, "currentUser is nil in the app"),
                .init(GuardReason.authNotReady, "in the page: currentUser is asked before Auth is ready"),
                .init(HandoffReason.nothingToInject, "the page is opened before the exchange has answered"),
                .init(HandoffReason.noExchange, "the ID token is there, and nobody posts it"),
            ],
            decide: "session-bridge demo",
            words:
                "getidtoken getidtokenresult idtoken id token returns null nil undefined currentuser user empty nobody firebase auth"
        ),
    ]
}
