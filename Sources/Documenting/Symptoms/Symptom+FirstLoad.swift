import CookieStores
import Cookies
import Diagnosis
import Project
import RouterGuard
import WebViews

extension Symptom {
    /// The first load.
    static let first: [Symptom] = [
        Symptom(
            "first-request-without-cookie", "The first request has no cookie, the second one has",
            "Setting a cookie in a web view is a message to another process. A load that starts before the message has arrived leaves without the cookie, and a reload then seems to cure it.",
            causes: [
                .init(SendReason.notCommittedYet, "setCookie was called and its completion not awaited"),
                .init(SendReason.setAfterRequest, "a user script writes the cookie, which runs after the request"),
                .init(SendReason.otherStore, "the cookie is in HTTPCookieStorage and came by another way later"),
            ],
            decide: "session-bridge compare",
            words:
                "missing first load request race timing async await reload works second time only setcookie completion callback never"
        ),
        Symptom(
            "only-after-install", "The cookie is missing on the very first launch only",
            "A fresh installation has an empty store and nothing that warmed it up. What was a race all along is lost then and won later.",
            causes: [
                .init(SendReason.notCommittedYet, "the load does not wait for the store"),
                .init(HandoffReason.nothingToInject, "the page is opened before the exchange has answered"),
                .init(
                    HandoffReason.notSignedIn,
                    "nobody is signed in yet, although the keychain has a user of an earlier installation"),
            ],
            decide: "session-bridge run Scenarios/first-launch-cold-store.yaml",
            words: "fresh install first launch cold start new"),
        Symptom(
            "some-cookies-missing", "Of several cookies only some arrive",
            "Each cookie is a write of its own. A load between them, or a path or domain that differs, splits the set.",
            causes: [
                .init(SendReason.notCommittedYet, "the load started between two writes"),
                .init(SendReason.path, "one was set for another path"),
                .init(StoreReason.pairTooLarge, "the large one was never stored"),
                .init(StoreReason.evictedOthers, "there were too many"),
            ],
            decide: "session-bridge trace URL",
            words: "partial several many multiple some lost"),
        Symptom(
            "script-too-late", "The user script sets the cookie, and the page does not see it in time",
            "A script at document end runs after the page's own modules. A guard that reads while the app is mounted reads before it.",
            causes: [
                .init(GuardReason.readBeforeDocumentEnd, "the script is injected at document end"),
                .init(HandoffReason.writtenTooLate, "the store has the cookie only after the guard has read"),
                .init(ScriptFailureReason.syntaxError, "the script never ran: a quote in it broke it"),
            ],
            decide: "session-bridge demo", words: "inject injection time document start end late wkuserscript"),
        Symptom(
            "script-does-nothing", "The user script runs, or seems to, and no cookie appears",
            "Nothing tells an app that its script could not be read, threw, or was left out of the page.",
            causes: [
                .init(ScriptFailureReason.syntaxError, "a quote or line end in the token ends the string"),
                .init(StoreReason.httpOnlyFromScript, "the text has HttpOnly, which no script may set"),
                .init(StoreReason.httpOnlyProtected, "an HttpOnly cookie of that name is there already"),
                .init(ScriptFailureReason.injectionSkipped, "Info.plist has WKAppBoundDomains"),
                .init(HandoffReason.scriptWroteNothing, "it looks at the host, and this is another"),
            ],
            decide:
                "session-bridge explain --script --set-cookie 'customtoken=abc; path=/' --url https://app.example.com/",
            words: "javascript injected nothing happens empty document.cookie wkuserscript quote quotes escape breaks"),
        Symptom(
            "app-bound-domains", "Since WKAppBoundDomains is in Info.plist, scripts and cookies do nothing",
            "The key takes scripts, handlers and cookie access away from every view that is not limited to the list.",
            causes: [
                .init(ScriptFailureReason.injectionSkipped, "user scripts are left out"),
                .init(NavigationReason.messageHandlersUnavailable, "the page finds no handlers"),
                .init(StoreReason.appBoundFiltered, "the cookie's domain is not on the list"),
                .init(NavigationReason.appBoundDomain, "the page itself is not on the list"),
                .init(ServiceWorkerReason.needsAppBoundDomain, "the page's service worker is refused"),
            ],
            decide: "session-bridge run Scenarios/app-bound-denied.yaml",
            words: "wkappbounddomains info plist itp bound handler"),
    ]

    /// Two stores, several views.
    static let stores: [Symptom] = [
        Symptom(
            "native-jar-only", "The cookie is in HTTPCookieStorage, and the web view does not have it",
            "The app's own storage and a web view's are two stores. Nothing goes from one to the other until the app copies it.",
            causes: [
                .init(SendReason.otherStore, "it was never copied"),
                .init(HandoffReason.cookieRejected, "the app's storage refused it, so there was nothing to copy"),
                .init(HandoffReason.copyForOtherHost, "the copy is for the backend's host"),
            ],
            decide: "session-bridge run Scenarios/wrong-store.yaml",
            words:
                "httpcookiestorage urlsession shared native webview store sync wkhttpcookiestore two jars simulator device copy"
        ),
        Symptom(
            "private-view", "A second web view is not signed in",
            "A nonPersistent() store is a new one each time, and a view with its own configuration may have another store than the one that was filled.",
            causes: [
                .init(HandoffReason.wrongDataStore, "the view was made with another websiteDataStore"),
                .init(SendReason.otherStore, "the cookie is in the app's own storage only"),
                .init(ScriptReason.staleCopy, "its process still shows a copy from before"),
            ],
            decide: "session-bridge run Scenarios/private-store.yaml",
            words: "second webview another view share private nonpersistent incognito process pool session"),
        Symptom(
            "cookie-nil", "HTTPCookie(properties:) gives nil",
            "Foundation names no reason. A name, a value, a path that starts with a slash and a domain are all needed.",
            causes: [
                .init(NativeCookieReason.missingPath, "no .path"),
                .init(NativeCookieReason.missingDomain, "neither .domain nor .originURL"),
                .init(NativeCookieReason.missingValue, "the token was nil"),
                .init(NativeCookieReason.missingName, "no name, or an empty one"),
                .init(NativeCookieReason.invalidDomain, "the domain is not in ASCII"),
                .init(NativeCookieReason.sameSiteNone, "SameSite=None has no native value"),
            ],
            decide: "session-bridge reasons native", words: "cookie nil returns httpcookie properties init fails null"),
        Symptom(
            "duplicate-cookie", "The cookie is there twice, and the old value wins",
            "A cookie with a Domain and one without are two cookies, as are two with different paths. Both are sent, and whoever reads takes the first.",
            causes: [
                .init(SendReason.severalOfOneName, "one was set by the backend and one by the app"),
                .init(StoreReason.nothingToDelete, "deleting named another path or domain than setting"),
                .init(ExchangeReason.twoTokens, "the backend's answer has two"),
            ],
            decide: "session-bridge trace URL",
            words: "duplicate twice two same name leading dot header grows 400 old value"),
        Symptom(
            "header-only-first", "The Cookie header that the app sets goes out with the first request only",
            "A header on a URLRequest is no cookie: no store has it, redirects drop it, and document.cookie never shows it.",
            causes: [
                .init(HandoffReason.headerOnly, "the guard looks for the cookie where no header gets"),
                .init(SendReason.manualHeaderDropped, "a redirect took it away"),
                .init(SendReason.manualHeaderWins, "it keeps the store's own cookies at home"),
                .init(HandoffReason.cookieInHeaderOnly, "no store ever had it"),
            ],
            decide: "session-bridge run Scenarios/behaviour/20-cookie-header.yaml",
            words: "urlrequest header manual setvalue cookie header only first request redirect"),
        Symptom(
            "redirect-drops-cookie", "The cookie is lost behind a redirect",
            "Each hop of a redirect is judged by itself: its host, its path, its scheme and where the chain began.",
            causes: [
                .init(SendReason.otherHost, "the redirect leads to another host"),
                .init(SendReason.sameSiteTaintedByRedirect, "the chain went through another site"),
                .init(SendReason.secure, "a hop is http"),
                .init(SendReason.manualHeaderDropped, "it was a header of the app's own"),
                .init(HandoffReason.leftTheApp, "the page that came is not the web app's"),
            ],
            decide: "session-bridge trace URL", words: "redirect 302 hop lost set-cookie location oauth callback"),
    ]
}
