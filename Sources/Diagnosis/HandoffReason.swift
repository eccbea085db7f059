public import BridgePrimitives

/// What can be said of a handoff as a whole, beyond what its parts say of themselves.
public enum HandoffReason: String, Reason {
    case fieldMismatch = "handoff/field-mismatch"
    case httpOnlyLost = "handoff/http-only-lost"
    case cookieInHeaderOnly = "handoff/cookie-in-header-only"
    case exchangeRefused = "handoff/exchange-refused"
    case usersRefused = "handoff/users-refused"
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
    case notOpened = "handoff/not-opened"
    case noExchange = "handoff/no-exchange"
    case neverHandedOver = "handoff/never-handed-over"
    case otherName = "handoff/other-name"
    case headerOnly = "handoff/header-only"
    case wrongDataStore = "handoff/wrong-data-store"
    case scriptWroteNothing = "handoff/script-wrote-nothing"
    case writtenTooLate = "handoff/written-too-late"
    case writtenWhileLoading = "handoff/written-while-loading"
    case cookieDeleted = "handoff/cookie-deleted"
    case dataRemoved = "handoff/data-removed"
    case emptyCookie = "handoff/empty-cookie"
    case needsEngine = "handoff/needs-engine"
    case noHandoverAddress = "handoff/no-handover-address"
    case redirectedAway = "handoff/redirected-away"
    case tokenInURL = "handoff/token-in-url"
    case tokenInReferer = "handoff/token-in-referer"
    case tokenInConsole = "handoff/token-in-console"
    case tokenOverHTTP = "handoff/token-over-http"
    case cookieOutlivesToken = "handoff/cookie-outlives-token"
    case cookieNearlyTooLarge = "handoff/cookie-nearly-too-large"
    case cookieForSubdomains = "handoff/cookie-for-subdomains"
    case sameSiteNone = "handoff/same-site-none"
    case idTokenInCookie = "handoff/id-token-in-cookie"
    case scriptStillInstalled = "handoff/script-still-installed"
    case staleClaims = "handoff/stale-claims"
    case uidDiffers = "handoff/uid-differs"
    case tokenRedeemedTwice = "handoff/token-redeemed-twice"
    case idTokenNearItsEnd = "handoff/id-token-near-its-end"
    case pageSessionEvicted = "handoff/page-session-evicted"
    case twoViewsOneCookie = "handoff/two-views-one-cookie"
    case thirdParty = "handoff/third-party"
    case endedSessionAccepted = "handoff/ended-session-accepted"
    case workerTooLate = "handoff/worker-too-late"

    public var meaning: String {
        switch self {
        case .fieldMismatch: "The app posts the ID token under another name than the backend reads."
        case .httpOnlyLost: "The backend set the cookie HttpOnly; the copy in the web view can be read by any script."
        case .cookieInHeaderOnly: "The cookie went out in a header that the app wrote, and no store of the view has it."
        case .exchangeRefused: "The backend did not exchange the ID token for a custom token."
        case .usersRefused: "The backend did not do what the app asked of its users."
        case .noTokenInAnswer: "The backend's answer sets no cookie of the expected name."
        case .cookieRejected: "The app's cookie storage did not keep the backend's cookie, so there is none to copy."
        case .copyForOtherHost: "The copy in the web view is for a host that is not the web app's."
        case .notSignedIn: "Nobody is signed in natively, so there is no session to hand over."
        case .nothingToInject: "There is no custom token to put into the web view yet."
        case .leftTheApp: "The page that came is not one of the web app's."
        case .noRoutes: "The page has no route table that could be read."
        case .otherUser: "The web page's user is not the app's user."
        case .nothingToReload: "No page is open that could be loaded again, tapped or led elsewhere."
        case .appNotRunning: "The app is not running, so it does nothing."
        case .leftInNativeStorage: "After a sign-out the app's own cookie storage still has the token."
        case .leftInWebView: "After a sign-out the web view's store still has the token."
        case .pageStillSignedIn: "After a sign-out of the app its web page still has the user's session."
        case .copyLeftInPreferences: "After a sign-out the preferences still hold a copy of the user."
        case .notOpened: "No page was opened."
        case .noExchange: "The app has a user and never posted an ID token to the backend."
        case .neverHandedOver: "The app has a custom token and put it nowhere that the web view looks."
        case .otherName: "The token is in the web view under another name than the page looks for."
        case .headerOnly: "The app wrote the token into the request's Cookie header only, which no script can read."
        case .wrongDataStore: "The token was put into the data store of another web view."
        case .scriptWroteNothing: "A user script ran to its end and did not write the token."
        case .writtenTooLate: "The token came into the web view's store after the guard had read its cookies."
        case .writtenWhileLoading:
            "The token came into the web view's store while the page was loading; that the guard saw it was luck."
        case .cookieDeleted: "Somebody deleted the token before the guard read its cookies."
        case .dataRemoved:
            "What had been handed over was removed afterwards, with the data of the web view or with the app."
        case .emptyCookie: "The guard found the token's cookie without a value."
        case .needsEngine: "The page asks the app by a message, and the model runs no scripts of the page's."
        case .noHandoverAddress: "The page is served elsewhere, and no address of it hands over that is known here."
        case .redirectedAway: "A redirect led from the page that was asked for to one that needs no user."
        case .tokenInURL:
            "The address of the page has the token: history, server logs and the Referer of what it loads get it."
        case .tokenInReferer:
            "A request was sent the token in its Referer, by a page whose address has it."
        case .tokenInConsole:
            "A script printed the token to the console, or an exception's text has it."
        case .tokenOverHTTP:
            "The token went over the network without TLS, where anybody on the way can read it."
        case .cookieOutlivesToken:
            "The cookie stays in the web view's store for longer than its token is worth anything."
        case .cookieNearlyTooLarge:
            "The cookie has more than 80 % of the 4096 bytes of name and value that engines take; a few claims more, and it is refused."
        case .cookieForSubdomains:
            "The cookie has a Domain: every host below it is sent the token too."
        case .sameSiteNone:
            "The cookie has SameSite=None: pages of every site can have the token sent along."
        case .idTokenInCookie:
            "The cookie that is for a custom token holds an ID token, which signs nobody in."
        case .scriptStillInstalled:
            "After a sign-out a user script that is still installed wrote the token of the user who had left."
        case .staleClaims:
            "The user's custom claims changed, and the page goes on with an ID token that has the old ones."
        case .uidDiffers:
            "The app, its ID token, the custom token and the page are not all of one user."
        case .tokenRedeemedTwice:
            "One custom token signed the page in more than once: it stays good for an hour, for whoever finds it."
        case .idTokenNearItsEnd:
            "The app posted an ID token that has less than five minutes left; a slower request would be refused."
        case .pageSessionEvicted:
            "The web app's own session was removed with what script had stored on a site that nobody had used for seven days."
        case .thirdParty:
            "The web app is in a frame of another site's page: its cookies and its storage are a third party's there."
        case .twoViewsOneCookie:
            "Two web views write the cookie in turns, each with a token of its own."
        case .endedSessionAccepted:
            "The server let a session cookie in whose user had been disabled or revoked since it was made."
        case .workerTooLate:
            "The page's first request had left before the service worker was there that adds the token."
        }
    }

    public var fix: String {
        switch self {
        case .fieldMismatch: "Post the ID token under the name that the backend reads."
        case .httpOnlyLost: "Hand over a short-lived, single-use value, or let the server read the HttpOnly cookie."
        case .cookieInHeaderOnly: "Put the cookie into the web view's cookie store before the load."
        case .exchangeRefused, .usersRefused: "Look at the reason in the backend's answer."
        case .noTokenInAnswer: "Let the backend answer with Set-Cookie, and check the cookie's name."
        case .cookieRejected: "Look at the storage's reason; let the backend set a cookie that its own host may set."
        case .copyForOtherHost: "Give the copy the web app's host, or a Domain that covers backend and web app."
        case .notSignedIn: "Sign in before the session is handed over."
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
        case .notOpened: "Open a page."
        case .noExchange: "Post the ID token to the backend before the page is opened."
        case .neverHandedOver:
            "Write the cookie in a user script at document start, or put it into the web view's cookie store, before the load."
        case .otherName: "Write one name on both sides, letter for letter."
        case .headerOnly: "Put the cookie into the web view's cookie store too, without HttpOnly."
        case .wrongDataStore: "Use the websiteDataStore of the configuration that the web view was made with."
        case .scriptWroteNothing: "Let the script write the cookie on the web app's host."
        case .writtenTooLate, .writtenWhileLoading:
            "Write it at document start, or await the cookie store before the load."
        case .cookieDeleted: "Let the token be until the page has signed in."
        case .dataRemoved: "Exchange the ID token again after the removal, and hand the token over anew."
        case .emptyCookie: "Hand over the custom token itself."
        case .needsEngine: "Open the page with --engine webkitgtk or chromium, or write `engine:` under `web:`."
        case .noHandoverAddress: "Hand over by server-cookie or session-cookie on a page that is served here."
        case .redirectedAway: "Answer the path with the page itself."
        case .tokenInURL:
            "Hand the token over in a cookie or a message, never in an address."
        case .tokenInReferer:
            "Take the token out of the address, or answer the page with Referrer-Policy: no-referrer."
        case .tokenInConsole:
            "Take the line out; print that there is a token, not which one."
        case .tokenOverHTTP:
            "Give the cookie Secure, and let no redirect lead through http."
        case .cookieOutlivesToken:
            "Give the cookie the token's own lifetime: Max-Age=3600 at most."
        case .cookieNearlyTooLarge:
            "Put fewer claims into the token, or hand over a short code that the page trades for it."
        case .cookieForSubdomains:
            "Leave the copy's Domain out, so that it is for the web app's host alone."
        case .sameSiteNone:
            "Set SameSite=Lax: in a web view the page is no third party."
        case .idTokenInCookie:
            "Post the ID token to the backend, and hand over the custom token that it answers with."
        case .scriptStillInstalled:
            "Call removeAllUserScripts() with the sign-out, and make the script anew for the next user."
        case .staleClaims:
            "Call getIdToken(true) on the page once claims have changed, or let the app hand the session over anew."
        case .uidDiffers:
            "Sign the page out when the app changes accounts, exchange anew, and hand the new token over."
        case .tokenRedeemedTwice:
            "Let the guard wait for the session that is there, and delete the cookie once its token has served."
        case .idTokenNearItsEnd:
            "Ask for a fresh one with getIDTokenResult(forcingRefresh: true) before the exchange."
        case .pageSessionEvicted:
            "Hand the session over anew at each start; do not count on localStorage or IndexedDB to keep it."
        case .thirdParty:
            "Open the web app as the page itself, or under a host of the same site as the page around it."
        case .twoViewsOneCookie:
            "Keep one script up to date for all views: remove the old user script when a new token is there."
        case .endedSessionAccepted:
            "Call verifySessionCookie(cookie, true), which asks the auth service, and give session cookies a short life."
        case .workerTooLate:
            "Let the first page need no user, or hand over a cookie that its request can carry."
        }
    }
}
