import CookieStores
import Cookies
import Diagnosis
import RouterGuard
import WebViews

extension Symptom {
    /// In the app, where a browser has no such trouble.
    static let app: [Symptom] = [
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
