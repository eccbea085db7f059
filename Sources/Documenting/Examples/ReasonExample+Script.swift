import BridgePrimitives
import Cookies

private typealias Place = ExamplePlace

extension ReasonExample {
    /// Why `document.cookie` lacks a cookie, or shows one that it should not.
    static let script: [ReasonExample] = [
        ReasonExample(
            ScriptReason.otherHost, "The cookie is the backend's, and the page is on a host beside it.",
            .setCookie("customtoken=abc; Path=/", from: Place.backend, thenReadOn: Place.page),
            mended: .setCookie(
                "customtoken=abc; Path=/; Domain=example.com", from: Place.backend, thenReadOn: Place.page)),
        ReasonExample(
            ScriptReason.hostOnly, "The cookie is for exactly example.com, and the page is on a host below it.",
            .setCookie("customtoken=abc; Path=/", from: "https://example.com/", thenReadOn: Place.page),
            mended: .setCookie(
                "customtoken=abc; Path=/; Domain=example.com", from: "https://example.com/", thenReadOn: Place.page)),
        ReasonExample(
            ScriptReason.path, "The cookie is for /auth, and the page that reads is at /.",
            .setCookie("customtoken=abc; Path=/auth", from: Place.page, thenReadOn: Place.page),
            mended: .setCookie("customtoken=abc; Path=/", from: Place.page, thenReadOn: Place.page)),
        ReasonExample(
            ScriptReason.secure, "The page that reads came over http.",
            .setCookie("customtoken=abc; Path=/; Secure", from: Place.page, thenReadOn: Place.insecure),
            mended: .setCookie("customtoken=abc; Path=/; Secure", from: Place.page, thenReadOn: Place.page)),
        ReasonExample(
            ScriptReason.httpOnly,
            "The backend set the cookie HttpOnly, and the page's guard reads it with document.cookie.",
            .setCookie("customtoken=abc; Path=/; Secure; HttpOnly", from: Place.page, thenReadOn: Place.page),
            mended: .setCookie("customtoken=abc; Path=/; Secure", from: Place.page, thenReadOn: Place.page)),
        ReasonExample(
            ScriptReason.sameSite, "The page that reads is in a frame of another site.",
            .setCookie(
                "customtoken=abc; Path=/; Secure; SameSite=Lax", from: Place.page, thenReadOn: Place.page,
                .init(top: Place.other)),
            mended: .setCookie(
                "customtoken=abc; Path=/; Secure; SameSite=None", from: Place.page, thenReadOn: Place.page,
                .init(top: Place.other)), as: "rfc6265bis"),
        ReasonExample(
            ScriptReason.thirdPartyBlocked,
            "The page that reads is in a frame of another site, under tracking prevention.",
            .setCookie(
                "customtoken=abc; Path=/; Secure; SameSite=None", from: Place.page, thenReadOn: Place.page,
                .init(top: Place.other)),
            mended: .setCookie(
                "customtoken=abc; Path=/; Secure; SameSite=None", from: Place.page, thenReadOn: Place.page)),
        ReasonExample(
            ScriptReason.partitionMismatch, "The cookie was set in a frame of another site, with Partitioned.",
            .cookies(
                CookieStory(
                    .response(
                        "customtoken=abc; Path=/; Secure; SameSite=None; Partitioned", from: Place.page,
                        .init(top: Place.other)),
                    .read(Place.page))),
            mended: .setCookie(
                "customtoken=abc; Path=/; Secure; SameSite=None; Partitioned", from: Place.page, thenReadOn: Place.page),
            as: "chromium"),
        ReasonExample(
            ScriptReason.nameless, "Native code stores a cookie without a name, and no script ever sees it.",
            .cookies(CookieStory(.native(nameless), .read(Place.page))),
            mended: .cookies(CookieStory(.native(nativeCookie()), .read(Place.page)))),
        ReasonExample(
            ScriptReason.expired, "An hour later the cookie's time is over.",
            .cookies(CookieStory(.response(anHour, from: Place.page), .wait(.seconds(3660)), .read(Place.page))),
            mended: .cookies(CookieStory(.response(anHour, from: Place.page), .read(Place.page)))),
        ReasonExample(
            ScriptReason.schemeNotSupported, "The page that reads is under a scheme of the app's own.",
            .setCookie("customtoken=abc; Path=/", from: Place.page, thenReadOn: "app://app.example.com/"),
            mended: .setCookie("customtoken=abc; Path=/", from: Place.page, thenReadOn: Place.page)),
    ]
}
