import Testing

@testable import SessionBridgeCLI

@Suite("Finding a symptom", .timeLimit(.minutes(5)))
struct SymptomSearchTests {
    private static let search = SymptomSearch()

    @Test(
        "What people type, and what they mean",
        arguments: [
            ("signed out after relaunch", "signed-out-after-relaunch"),
            ("user is logged out when app is killed", "signed-out-after-relaunch"),
            ("login loop", "login-loop"),
            ("infinite redirect between login and home", "login-loop"),
            ("cookie nil", "cookie-nil"),
            ("HTTPCookie init returns nil", "cookie-nil"),
            ("document.cookie is empty", "document-cookie-empty"),
            ("httponly cookie not readable in javascript", "document-cookie-empty"),
            ("cookie missing on first request", "first-request-without-cookie"),
            ("first load no cookie, reload works", "first-request-without-cookie"),
            ("auth/invalid-custom-token", "invalid-custom-token"),
            ("verifyIdToken aud incorrect", "wrong-audience"),
            ("Token used too early", "token-used-too-early"),
            ("blank screen", "blank-page"),
            ("white page, nothing happens", "blank-page"),
            ("works in Chrome but not iOS", "chrome-works-ios-not"),
            ("secure cookie localhost safari", "localhost-secure"),
            ("SameSite=None ignored", "samesite-none"),
            ("firebase hosting strips my cookie", "hosting-strips"),
            ("logged out after an hour", "signed-out-after-an-hour"),
            ("signed out after 7 days", "signed-out-after-days"),
            ("user B sees user A", "wrong-user"),
            ("still signed in after logout", "still-signed-in"),
            ("WKAppBoundDomains", "app-bound-domains"),
            ("cookie in HTTPCookieStorage but not in WKWebView", "native-jar-only"),
            ("apple nonce mismatch", "nonce-mismatch"),
            ("cookie lost after redirect", "redirect-drops-cookie"),
            ("subdomain does not get the cookie", "subdomain"),
            ("reload flashes the login page", "reload-shows-login"),
            ("iframe third party cookie blocked", "third-party"),
            ("cookie too large", "cookie-too-large"),
            ("deep link opens start page", "deep-link-start-page"),
            ("unknown kid after key rotation", "signature-after-rotation"),
            ("ERR_TOO_MANY_REDIRECTS", "login-loop"),
            ("works second time only", "first-request-without-cookie"),
            ("why is the user not signed in", "not-signed-in"),
            ("wkwebview user is not logged in", "not-signed-in"),
            ("works in simulator but not on device", "simulator-works-device-not"),
            ("cookies lost after app update", "signed-out-after-relaunch"),
        ])
    func isFoundFirst(typed: String, id: String) {
        let found = Self.search.matches(typed)
        #expect(found.first?.id == id, "\(found.prefix(3).map(\.id))")
    }

    @Test(
        "What people type that may be several things: the page that helps is among the first three",
        arguments: [
            ("works in safari but not in the app", "safari-works-app-not"),
            ("works in mobile Safari, fails in WKWebView", "safari-works-app-not"),
            ("getIdToken returns null", "no-native-user"), ("currentUser is nil", "no-native-user"),
            ("getIDToken completion gives nil token", "no-native-user"),
            ("firebase auth current user null in app", "no-native-user"),
            ("cookie is not there in wkwebview", "cookie-not-in-view"), ("no cookies in webview", "cookie-not-in-view"),
            ("cookies missing in web view", "cookie-not-in-view"),
            ("WKWebView does not have my cookie", "cookie-not-in-view"),
            ("currentUser is nil in webview", "no-native-user"),
            ("onAuthStateChanged fires with null", "reload-shows-login"),
            ("app is signed in but web page shows login", "reload-shows-login"),
            ("cookie not persisted in wkwebview", "cookie-gone-after-kill"),
            ("WKHTTPCookieStore setCookie not working", "first-request-without-cookie"),
            ("setCookie completion handler never called", "blank-page"),
            ("session lost when app restarts", "signed-out-after-relaunch"),
            ("cookie sync works on simulator but not on device", "native-jar-only"),
            ("cookies disappear after 7 days", "signed-out-after-days"),
            ("user has to log in again every hour", "signed-out-after-an-hour"),
            ("token has expired auth/id-token-expired", "signed-out-after-an-hour"),
            ("custom token corresponds to a different audience", "invalid-custom-token"),
            ("CREDENTIAL_MISMATCH", "invalid-custom-token"),
            ("login page flashes before the main page", "reload-shows-login"),
            ("router guard redirects to login even though signed in", "login-loop"),
            ("cookie sent twice", "duplicate-cookie"), ("old user after switching accounts", "wrong-user"),
            ("logout does not clear web session", "still-signed-in"),
            ("set cookie header ignored", "cookie-not-stored"),
            ("cross origin request without cookies", "third-party"),
            ("samesite cookie ios 17 not sent", "samesite-none"),
            ("push notification deep link opens login", "deep-link-start-page"),
            ("first launch needs reload", "only-after-install"),
            ("token in url leaked", "cookie-at-foreign-page"),
            ("script breaks when token contains a quote", "script-does-nothing"),
        ])
    func isAmongTheFirst(typed: String, id: String) {
        let found = Self.search.matches(typed).prefix(3).map(\.id)
        #expect(found.contains(id), "\(found)")
    }

    @Test(
        "What says nothing finds nothing, and nothing makes it trap",
        arguments: ["", " ", "the and of", "\u{0}\u{301}\r\n", "zzzzqqqq", String(repeating: "é", count: 10_000)])
    func nothing(typed: String) { #expect(Self.search.matches(typed).isEmpty) }
}
