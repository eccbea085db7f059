import BridgePrimitives
import Documenting
import Reporting
import Testing

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
        ])
    func isFoundFirst(typed: String, id: String) {
        let found = Self.search.matches(typed)
        #expect(found.first?.id == id, "\(found.prefix(3).map(\.id))")
    }

    @Test(
        "What says nothing finds nothing, and nothing makes it trap",
        arguments: ["", " ", "the and of", "\u{0}\u{301}\r\n", "zzzzqqqq", String(repeating: "é", count: 10_000)])
    func nothing(typed: String) { #expect(Self.search.matches(typed).isEmpty) }

    @Test func eachNamesCodesThatThereAreAndItsNameIsItsOwn() {
        #expect(Set(Symptom.all.map(\.id)).count == Symptom.all.count)
        for symptom in Symptom.all {
            #expect(!symptom.causes.isEmpty && symptom.command.hasPrefix("session-bridge "), "\(symptom.id)")
            #expect(Set(symptom.causes.map(\.code)).count == symptom.causes.count, "\(symptom.id)")
            for cause in symptom.causes { #expect(ReasonCatalogue.all[cause.code] != nil, "\(cause.code)") }
        }
    }
}
