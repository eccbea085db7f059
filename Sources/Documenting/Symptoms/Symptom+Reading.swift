import Cookies
import Diagnosis
import Tokens

extension Symptom {
    /// The page reads.
    static let reading: [Symptom] = [
        Symptom(
            "document-cookie-empty", "document.cookie is empty, although the cookie is sent",
            "Requests and scripts see different cookies: HttpOnly is never shown to a script, and a path or scheme can hide one from the document alone.",
            causes: [
                .init(ScriptReason.httpOnly, "the backend set HttpOnly, or the copy kept it"),
                .init(ScriptReason.path, "it is for another path than the document's"),
                .init(ScriptReason.otherHost, "it is the backend's host's"),
                .init(
                    ScriptReason.documentWithoutCookies, "the document is about:blank, or was loaded without a base URL"
                ),
                .init(ScriptReason.schemeNotSupported, "the page has a scheme of the app's own"),
            ],
            decide:
                "session-bridge explain --set-cookie 'customtoken=abc; Path=/; HttpOnly' --url https://app.example.com/",
            words:
                "document.cookie empty httponly cannot read javascript undefined sent to server visible js-cookie null"),
        Symptom(
            "cookie-not-stored", "Set-Cookie is in the answer, and the cookie is not stored",
            "A browser refuses without a word. The line, the URL that it came from and the engine decide.",
            causes: [
                .init(StoreReason.domainMismatch, "Domain does not cover the host"),
                .init(StoreReason.secureFromInsecure, "Secure came over http"),
                .init(StoreReason.pairTooLarge, "name and value are over 4096 bytes"),
                .init(StoreReason.thirdPartyBlocked, "the host is a third party on this page"),
                .init(StoreReason.sameSiteNoneInsecure, "SameSite=None without Secure"),
                .init(StoreReason.domainPublicSuffix, "Domain is a public suffix"),
                .init(StoreReason.expiredOnArrival, "its expiry lies in the past"),
                .init(StoreReason.credentialsOmitted, "the request was made without credentials"),
                .init(StoreReason.prefixHost, "the name's prefix promises what the line does not keep"),
            ],
            decide: "session-bridge explain --set-cookie - --url URL",
            words: "set-cookie ignored refused rejected not saved stored blocked silently dropped"),
        Symptom(
            "localhost-secure", "A Secure cookie is ignored on localhost in Safari and web views, and works in Chrome",
            "Chrome treats http on loopback as good enough for Secure. WebKit has not done so for years.",
            causes: [
                .init(StoreReason.secureFromInsecure, "the page is http"),
                .init(SendReason.secure, "the cookie is there, and the request is http"),
                .init(ScriptReason.secure, "the page that reads is http"),
            ],
            decide:
                "session-bridge explain --set-cookie 'customtoken=abc; Secure' --url http://localhost:3000/ --profile ios18",
            words: "localhost http secure safari chrome works development dev server simulator"),
        Symptom(
            "chrome-works-ios-not", "It works in Chrome or on Android, and not on iOS",
            "The engines differ in what they store, send and show. The same line under several profiles tells which rule it is.",
            causes: [
                .init(StoreReason.secureFromInsecure, "loopback is no exception"),
                .init(StoreReason.thirdPartyBlocked, "tracking prevention is on by default"),
                .init(SendReason.notCommittedYet, "native writes race"),
                .init(StoreReason.sameSiteNoneLost, "native code cannot give SameSite=None"),
                .init(StoreReason.textAltered, "the header's bytes are read otherwise"),
            ],
            decide: "session-bridge explain --set-cookie - --url URL --profile ios18",
            words: "android chrome works ios safari not iphone only engine differ"),
        Symptom(
            "samesite-none", "SameSite=None is ignored, refused, or behaves like Lax",
            "None needs Secure in newer engines, was Strict in iOS 12, and has no value in Apple's native API.",
            causes: [
                .init(StoreReason.sameSiteNoneInsecure, "Secure is missing"),
                .init(StoreReason.sameSiteNoneLost, "native code made the cookie"),
                .init(SendReason.sameSiteLax, "it counts as Lax"),
                .init(SendReason.sameSiteStrict, "iOS 12 reads it as Strict"),
                .init(NativeCookieReason.sameSiteNone, "HTTPCookie's policy has no such value"),
            ],
            decide: "session-bridge explain --set-cookie 'a=1; SameSite=None; Secure' --url URL",
            words: "samesite none lax strict ios12 ios18 iframe cross-site"),
        Symptom(
            "subdomain", "The cookie is not there on a subdomain, or on the host beside the backend's",
            "Without a Domain a cookie is for one host. A Domain may be a host above the one that sets it, and none beside it.",
            causes: [
                .init(SendReason.hostOnly, "no Domain, and no leading dot natively"),
                .init(SendReason.otherHost, "the page is on another host"),
                .init(StoreReason.domainMismatch, "Domain names the page's host, which is beside the backend's"),
                .init(HandoffReason.copyForOtherHost, "the app copied the backend's cookie as it was"),
            ],
            decide:
                "session-bridge explain --set-cookie 'customtoken=abc' --url https://api.example.com/ --request https://app.example.com/",
            words: "subdomain domain host www api app leading dot different host wildcard"),
        Symptom(
            "third-party", "Cookies of the API are dropped, because the page is elsewhere",
            "A page under localhost or a scheme of the app's own is another site than the API. Engines keep cookies from third parties.",
            causes: [
                .init(StoreReason.thirdPartyBlocked, "it is not stored"),
                .init(SendReason.thirdPartyBlocked, "it is not sent"),
                .init(ScriptReason.thirdPartyBlocked, "a frame does not see it"),
                .init(SendReason.sameSiteDefault, "it counts as Lax in a cross-site request"),
                .init(SendReason.credentialsOmitted, "the fetch has no credentials"),
            ],
            decide: "session-bridge trace URL",
            words: "third party iframe cross-site capacitor localhost hybrid api fetch credentials cors frame embedded"),
        Symptom(
            "cookie-too-large", "The cookie vanishes for users with many roles or claims",
            "A custom token carries its claims. With the name it may be 4096 bytes, and what is longer is dropped without a word.",
            causes: [
                .init(StoreReason.pairTooLarge, "name and value are over the limit"),
                .init(TokenReason.tooLarge, "the token itself is over 64 KiB"),
            ],
            decide: "session-bridge explain --set-cookie - --url URL",
            words: "large size 4096 4kb big claims roles some users custom too long"),
        Symptom(
            "hosting-strips", "The server never sees the cookie in production behind Firebase Hosting",
            "Hosting passes on one cookie, called __session. In development there is no Hosting in between.",
            causes: [.init(EdgeReason.cookieNotForwarded, "the cookie has another name")],
            decide: "session-bridge explain --edge firebase-hosting --set-cookie 'customtoken=abc' --url URL",
            words: "firebase hosting production __session cloud functions run strips cookies deployed rewrite"),
        Symptom(
            "cookie-at-foreign-page", "The token turned up on another company's page",
            "A user script runs on every page of the main frame, and a redirect or link leads it elsewhere.",
            causes: [
                .init(StoreReason.tokenOnForeignOrigin, "the script does not look at location.hostname"),
                .init(HandoffReason.leftTheApp, "a redirect leads out of the web app"),
                .init(HandoffReason.tokenInReferer, "the page's address has it, and what the page loads is told that"),
            ],
            decide: "session-bridge run Scenarios/behaviour/07-leak.yaml",
            words: "leak leaked foreign origin partner security token elsewhere other site url address referer history"),
    ]
}
