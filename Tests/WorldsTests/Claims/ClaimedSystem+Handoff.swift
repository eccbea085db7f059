extension ClaimedSystem {
    static let cookieHandoff = ClaimedSystem(
        title: "The token in a cookie",
        summary: "The app posts its ID token to the backend, which answers with a custom token in the cookie"
            + " `customtoken`; the app gives the cookie to its web view.",
        claims: [
            Claim(
                says: "A user script at document start has the cookie there when the page is asked for.",
                isSo: "A document exists once its request was answered, and the script runs then: the first request has"
                    + " no cookie. Set it natively where the server looks for it.",
                reason: "send/set-after-request", file: "behaviour/01-happy-path",
                scenario: "The cookie arrives, the page opens signed in"),
            Claim(
                says: "`setCookies(_:for:mainDocumentURL:)` on HTTPCookieStorage.shared gives the web view the cookie.",
                isSo: "That storage is the app's. A web view has the store of its configuration,"
                    + " `websiteDataStore.httpCookieStore`.",
                reason: "send/other-store", file: "wrong-store",
                scenario: "A cookie in the native storage only never reaches the page"),
            Claim(
                says: "The backend gives the cookie five days, so the page has it for five days.",
                isSo: "`document.cookie = 'customtoken=…'` names no expiry: the copy is a session cookie, and ends with"
                    + " the app's process.",
                reason: "send/session-ended", file: "behaviour/34-what-articles-say",
                scenario: "And so it ends with the app's process"),
            Claim(
                says: "While the cookie is there, the page can sign in with it.",
                isSo: "The custom token in it is good for an hour, whatever its cookie says. Exchange right before"
                    + " each load.",
                reason: "token/expired", file: "expired-custom-token",
                scenario: "In production a custom token older than an hour is refused"),
            Claim(
                says: "It worked against the emulator after an hour, so tokens last.",
                isSo: "The emulator accepts a custom token of any age; production does not.",
                reason: "token/expired", file: "expired-custom-token",
                scenario: "The Firebase Auth Emulator accepts a custom token older than an hour"),
            Claim(
                says: "`httpOnly: true` on the cookie is good practice, and the guard reads it with vue-cookies.",
                isSo: "No script sees an HttpOnly cookie, by whatever library. A token that the page's script must"
                    + " read cannot be HttpOnly.",
                reason: "script/http-only", file: "httponly-customtoken",
                scenario: "A cookie that is only HttpOnly is sent, and invisible to the guard"),
            Claim(
                says: "The backend set HttpOnly, so the token is safe from scripts.",
                isSo: "The copy that a user script writes has lost it: each script of the page can read the token until"
                    + " it ends.",
                reason: "handoff/http-only-lost", file: "findings/token-seen",
                scenario: "A copy in document.cookie has lost the HttpOnly of the backend's cookie"),
            Claim(
                says: "`setCookie` of WKHTTPCookieStore, then `load`: the request has the cookie.",
                isSo: "The call returns before the store has it. Await it, or load in the completion handler.",
                reason: "send/not-committed-yet", file: "load-before-cookie",
                scenario: "The load leaves before the cookie is in the store"),
            Claim(
                says: "Once the completion handler was called the cookie is kept.",
                isSo: "The network process knows it then; it is on disk some seconds later.",
                reason: "send/lost-before-flush", file: "kill-before-flush",
                scenario: "What goes down a second after the write takes the cookie along"),
            Claim(
                says: "A Cookie header on the URLRequest signs the web view in.",
                isSo: "It is on that one request. It is in no store: no script sees it, and no later request has it.",
                reason: "handoff/cookie-in-header-only", file: "behaviour/20-cookie-header",
                scenario: "A cookie in a header of the app's own is on the first request"),
            Claim(
                says: "And it goes along through redirects.",
                isSo: "Disputed between releases, so count on neither: it is dropped, or it is sent to hosts that it"
                    + " was not for.",
                reason: "load/manual-cookie-dropped", file: "manual-header-leak",
                scenario: "A Cookie header by hand does not go along to another host"),
            Claim(
                says: "The header can stand beside the cookie in the store, to be sure.",
                isSo: "The header wins: the store's cookies stay at home for that request, others among them.",
                reason: "send/manual-header-wins", file: "behaviour/20-cookie-header",
                scenario: "The app's header keeps the store's cookie at home"),
            Claim(
                says: "Copy the cookie with its attributes as the backend set them.",
                isSo: "One without Domain is the backend's host's alone, and one with the backend's Domain never the"
                    + " web app's. The copy needs the web app's host.",
                reason: "handoff/copy-for-other-host", file: "domain-mismatch",
                scenario: "A copy with the backend's Domain never reaches the web app"),
            Claim(
                says: "Path does not matter within one site.",
                isSo: "A cookie without Path has the folder of the address that set it, `/auth` say, and the start page"
                    + " is not under it.",
                reason: "script/path", file: "behaviour/22-what-the-copy-carries",
                scenario: "A copy with the backend's Path is not for the start page"),
            Claim(
                says: "A leading dot in the domain makes no difference.",
                isSo: "With and without are two cookies: both are sent, and an old value may win.",
                reason: "send/several-of-one-name", file: "duplicate-dot-domain",
                scenario: "A dot before the domain makes another cookie, and the old value wins"),
            Claim(
                says: "A Domain for all hosts of the company saves trouble.",
                isSo: "The token goes to each of them, then.",
                reason: "handoff/cookie-for-subdomains", file: "findings/token-seen",
                scenario: "A copy with a Domain is for every host below it"),
            Claim(
                says: "`Secure` does no harm on http://localhost.",
                isSo: "Chrome makes an exception there; WebKit has none, and refuses the cookie.",
                reason: "store/secure-from-insecure", file: "secure-on-http-localhost",
                scenario: "On iOS plain HTTP takes no Secure cookie, on localhost neither"),
            Claim(
                says: "`SameSite=None` lets the page be in a frame of any site.",
                isSo: "Tracking prevention blocks third parties' cookies whatever they say.",
                reason: "send/third-party-blocked", file: "third-party-page",
                scenario: "In a frame on another site's page the cookie is a third party's"),
            Claim(
                says: "The token is put into the script between quotes, and that is that.",
                isSo: "A quote in the value ends the string, and the whole script is not run. Have the value encoded,"
                    + " or percent-encode it.",
                reason: "script/syntax-error", file: "behaviour/08-broken-script",
                scenario: "A quote in the token breaks the script"),
            Claim(
                says: "Put what the page needs into the token's claims: they are signed.",
                isSo: "Name and value of a cookie may have 4096 bytes; what is longer is dropped without a word.",
                reason: "store/pair-too-large", file: "cookie-too-big",
                scenario: "A token with many claims does not fit into a cookie"),
            Claim(
                says: "Where a cookie is too much work, a query parameter over HTTPS is as safe.",
                isSo: "It stands in histories and servers' logs, and in the Referer of what the page loads.",
                reason: "handoff/token-in-referer", file: "findings/token-seen",
                scenario: "A token in the query is in the address, and in the Referer of what the page loads"),
            Claim(
                says: "The ID token can go into the cookie as well; the page takes either.",
                isSo: "signInWithCustomToken takes custom tokens. The ID token is for the backend.",
                reason: "token/is-id-token", file: "id-token-in-cookie",
                scenario: "An app that hands over its ID token in place of the custom token signs nobody in"),
            Claim(
                says: "Any cookie name will do.",
                isSo: "Behind Firebase Hosting only `__session` reaches the server.",
                reason: "edge/cookie-not-forwarded", file: "hosting-strips-cookie",
                scenario: "Behind Firebase Hosting the server never sees customtoken"),
        ])

    static let views = ClaimedSystem(
        title: "Web views and their sessions",
        summary: "The page keeps the session that it has signed in with, in storage of its own.",
        claims: [
            Claim(
                says: "All web views must share one WKProcessPool.",
                isSo: "Since iOS 15 it does nothing. Views share a session by sharing a website data store, whatever"
                    + " their pools.",
                reason: "guard/user-present", file: "behaviour/34-what-articles-say",
                scenario: "A second view with a pool of its own has the first one's session"),
            Claim(
                says: "And with one pool they share their cookies.",
                isSo: "Not with a store each: every nonPersistent() is a new, empty one.",
                reason: "handoff/wrong-data-store", file: "behaviour/34-what-articles-say",
                scenario: "A process pool in common is no store in common"),
            Claim(
                says: "Firebase keeps the web user for good: one handoff is enough.",
                isSo: "What scripts keep, and that is where the SDK keeps its user, is deleted after seven days of use"
                    + " without a tap on the page. Hand over at each start.",
                reason: "handoff/page-session-evicted", file: "seven-day-storage",
                scenario: "After seven days of use without a tap the page's session is gone"),
            Claim(
                says: "Safari cuts every cookie that script writes to seven days.",
                isSo: "On iOS it keeps its expiry, and is deleted with the rest after seven days without a tap.",
                reason: "note/deleted-after-inactivity", file: "behaviour/22-what-the-copy-carries",
                scenario: "What script writes for thirty days goes after seven without the user"),
            Claim(
                says: "forMainFrameOnly keeps the token to our own page.",
                isSo: "It keeps it out of frames. Each site that the main frame shows runs the script, and gets the"
                    + " token. Look at location.hostname before writing.",
                reason: "note/token-on-foreign-origin", file: "behaviour/07-leak",
                scenario: "A user script writes the token on a foreign page"),
            Claim(
                says: "Document end is the safer moment for a user script.",
                isSo: "The page's modules have run by then: a guard that reads at once has read before it.",
                reason: "guard/read-before-document-end", file: "behaviour/21-how-the-guard-is-written",
                scenario: "A guard that reads in the turn of mounting misses a script at document end"),
            Claim(
                says: "A new token reaches the page with the next reload.",
                isSo: "A user script is fixed text: it writes the token that it was made with over the new one.",
                reason: "token/expired", file: "stale-user-script",
                scenario: "A reload runs the script of an hour ago, which writes its old token over the new one"),
            Claim(
                says: "A sign-out of the app is a sign-out of its page.",
                isSo: "signOut() empties the keychain's item. Cookie, page storage and user script stay.",
                reason: "handoff/page-still-signed-in", file: "account-switch",
                scenario: "A sign-out that forgets nothing else leaves the page to the old user"),
            Claim(
                says: "Deleting the app signs the user out.",
                isSo: "The keychain outlives it, the web view's cookies do not: native and page differ after a"
                    + " reinstallation.",
                reason: "handoff/data-removed", file: "reinstall-keychain-survives",
                scenario: "After a reinstallation the app is signed in and the web view is empty"),
            Claim(
                says: "App-Bound Domains are a matter of Info.plist.",
                isSo: "With the list alone no web view runs scripts or hands out cookies:"
                    + " limitsNavigationsToAppBoundDomains has to be set too.",
                reason: "script/injection-skipped", file: "app-bound-denied",
                scenario: "An app with bound domains that does not limit its views runs no script in them"),
            Claim(
                says: "A service worker adds the token to every request.",
                isSo: "On iOS it needs App-Bound Domains, and the first visit is over before it controls anything.",
                reason: "worker/needs-app-bound-domain", file: "behaviour/26-service-worker",
                scenario: "Without bound domains the page's service worker is refused"),
        ])

    static let guards = ClaimedSystem(
        title: "The guard of the page's router",
        summary: "`router.beforeEach` of Vue Router reads the cookie and calls `signInWithCustomToken`.",
        claims: [
            Claim(
                says: "`firebase.auth().currentUser` says whether somebody is signed in.",
                isSo: "It is null until the SDK has read its storage: at the start, for everybody. Await"
                    + " authStateReady(), or the first onAuthStateChanged.",
                reason: "guard/auth-not-ready", file: "guard-before-auth-ready",
                scenario: "A guard that looks at currentUser at once asks a signed-in user to sign in"),
            Claim(
                says: "If there is a token, sign in with it; there always is one.",
                isSo: "A guard of Vue Router 3 that calls next on one path only leaves a blank page on the others.",
                reason: "guard/never-called-next", file: "behaviour/02-no-cookie",
                scenario: "Without a cookie the article's guard never calls next"),
            Claim(
                says: "`next('/signin')` ends the guard.",
                isSo: "It is a call like any other: what stands behind it runs, a second next() with it.",
                reason: "guard/next-called-twice", file: "behaviour/10-double-next",
                scenario: "A guard that calls next twice still ends at the sign-in page"),
            Claim(
                says: "A guard for Vue Router 4 can return false or a path in version 3 too.",
                isSo: "Version 3 looks at next alone, and what is returned is lost.",
                reason: "guard/return-ignored", file: "findings/own-guards",
                scenario: "Vue Router 3 does not heed what a guard returns"),
            Claim(
                says: "Every route needs a user, so the guard asks on every route.",
                isSo: "On the sign-in page as well, which then leads to itself.",
                reason: "guard/redirect-loop", file: "guard-login-loop",
                scenario: "A guard that guards the sign-in page too sends its visitors round for ever"),
            Claim(
                says: "`signInWithCustomToken(…)` and then `next()`.",
                isSo: "Without an await the guard decides before anybody is signed in.",
                reason: "guard/sign-in-not-awaited", file: "findings/own-guards",
                scenario: "A guard that does not await its sign-in decides too early"),
            Claim(
                says: "The cookie can stay: it does no harm once the page is signed in.",
                isSo: "A guard that finds it signs in again with each load, and after an hour is refused for it.",
                reason: "handoff/token-redeemed-twice", file: "findings/users-and-tokens",
                scenario: "A guard that does not wait for auth redeems the token at each load"),
            Claim(
                says: "The router's default mode takes the deep links that the app opens.",
                isSo: "Vue Router 3 keeps its route behind a `#` unless told otherwise: `/orders/7` opens the start"
                    + " page.",
                reason: "guard/path-outside-hash", file: "behaviour/21-how-the-guard-is-written",
                scenario: "A router in hash mode does not look at the path of a deep link"),
            Claim(
                says: "Cookie libraries give what was written.",
                isSo: "Each decodes in its way: vue-cookies throws where a percent sign is not an escape, js-cookie"
                    + " gives nothing.",
                reason: "guard/cookie-unreadable", file: "behaviour/21-how-the-guard-is-written",
                scenario: "A value that is badly encoded makes vue-cookies throw"),
            Claim(
                says: "A sign-in that failed is to be tried once more, with what there is.",
                isSo: "Refused is refused; a loop is what comes of it. Try again when the network failed, and end on"
                    + " the sign-in page.",
                reason: "guard/redirect-loop", file: "guard-login-loop",
                scenario: "A failed sign-in that is answered with the next one never ends"),
        ])
}
