public import BridgePrimitives

/// What can be said of a handoff as a whole, beyond what its parts say of themselves.
public enum HandoffReason: String, Reason {
    case fieldMismatch = "handoff/field-mismatch"
    case httpOnlyLost = "handoff/http-only-lost"
    case exchangeRefused = "handoff/exchange-refused"
    case noTokenInAnswer = "handoff/no-token-in-answer"
    case cookieRejected = "handoff/cookie-rejected"
    case copyForOtherHost = "handoff/copy-for-other-host"
    case notSignedIn = "handoff/not-signed-in"
    case nothingToInject = "handoff/nothing-to-inject"
    case leftTheApp = "handoff/left-the-app"
    case noRoutes = "handoff/no-routes"
    case otherUser = "handoff/other-user"
    case nothingToReload = "handoff/nothing-to-reload"
    case appNotRunning = "handoff/app-not-running"
    case leftInNativeStorage = "handoff/left-in-native-storage"
    case leftInWebView = "handoff/left-in-web-view"
    case pageStillSignedIn = "handoff/page-still-signed-in"
    case copyLeftInPreferences = "handoff/copy-left-in-preferences"

    public var meaning: String {
        switch self {
        case .fieldMismatch: "The app names the ID token's field otherwise than the server that it was written for."
        case .httpOnlyLost: "The backend set the cookie HttpOnly; the copy in the web view can be read by any script."
        case .exchangeRefused: "The backend did not exchange the ID token for a custom token."
        case .noTokenInAnswer: "The backend's answer sets no cookie of the expected name."
        case .cookieRejected: "The app's cookie storage did not keep the backend's cookie, so there is none to copy."
        case .copyForOtherHost: "The copy in the web view is for a host that is not the web app's."
        case .notSignedIn: "Nobody is signed in natively, so there is no session to hand over."
        case .nothingToInject: "There is no custom token to put into the web view yet."
        case .leftTheApp: "The page that came is not one of the web app's."
        case .noRoutes: "The page has no route table that could be read."
        case .otherUser: "The web page's user is not the app's user."
        case .nothingToReload: "No page was opened that could be loaded again."
        case .appNotRunning: "The app is not running, so it does nothing."
        case .leftInNativeStorage: "After a sign-out the app's own cookie storage still has the token."
        case .leftInWebView: "After a sign-out the web view's store still has the token."
        case .pageStillSignedIn: "After a sign-out of the app its web page still has the user's session."
        case .copyLeftInPreferences: "After a sign-out the preferences still hold a copy of the user."
        }
    }

    public var fix: String {
        switch self {
        case .fieldMismatch: "Agree on one name: send and read the ID token as `idtoken`."
        case .httpOnlyLost: "Hand over a short-lived, single-use value, or let the server read the HttpOnly cookie."
        case .exchangeRefused: "Look at the reason in the backend's answer."
        case .noTokenInAnswer: "Let the backend answer with Set-Cookie, and check the cookie's name."
        case .cookieRejected: "Look at the storage's reason; let the backend set a cookie that its own host may set."
        case .copyForOtherHost: "Give the copy the web app's host, or a Domain that covers backend and web app."
        case .notSignedIn: "Sign in before the exchange."
        case .nothingToInject: "Exchange the ID token before the page is opened."
        case .leftTheApp: "Follow the redirects in the hop table."
        case .noRoutes: "Serve /routes.json from the web app's origin."
        case .otherUser: "Sign the old user out of the web page when the app changes accounts."
        case .nothingToReload: "Open a page first."
        case .appNotRunning: "Launch it first."
        case .leftInNativeStorage: "Delete the cookie from HTTPCookieStorage with the sign-out."
        case .leftInWebView, .pageStillSignedIn:
            "Remove the web view's data with WKWebsiteDataStore.removeData with the sign-out."
        case .copyLeftInPreferences: "Remove the copy from UserDefaults with the sign-out."
        }
    }
}
