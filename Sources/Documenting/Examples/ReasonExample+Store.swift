import Cookies

private typealias Place = ExamplePlace

extension ReasonExample {
    /// Why a cookie is not stored.
    static let store: [ReasonExample] = [
        ReasonExample(
            StoreReason.empty, "A template left both the name and the value out.", .setCookie("; Path=/"),
            mended: .setCookie("customtoken=abc; Path=/")),
        ReasonExample(
            StoreReason.controlCharacter,
            "A control character of the file that the token was read from went into the header with it.",
            .setCookie("customtoken=abc\u{7}def"), mended: .setCookie("customtoken=abc_def")),
        ReasonExample(
            StoreReason.pairTooLarge,
            "A custom token with many developer claims grows past what engines keep, and the cookie is gone without a word.",
            .setCookie("customtoken=\(String(repeating: "x", count: 4100)); Path=/; Secure"),
            mended: .setCookie("customtoken=\(String(repeating: "x", count: 900)); Path=/; Secure")),
        ReasonExample(
            StoreReason.syntax, "The backend sends a bare token where a name and a value belong.",
            .setCookie("eyJhbGciOiJSUzI1NiJ9; Path=/"),
            mended: .setCookie("customtoken=eyJhbGciOiJSUzI1NiJ9; Path=/")),
        ReasonExample(
            StoreReason.schemeNotSupported,
            "The app ships the page under a scheme of its own, and its script writes a cookie there.",
            .write("customtoken=abc", on: "app://localhost/index.html"),
            mended: .write("customtoken=abc; Path=/", on: Place.page)),
        ReasonExample(
            StoreReason.thirdPartyBlocked,
            "The page is on another site than the backend that it fetches from, so that the backend's cookie is a third party's.",
            .setCookie(
                "customtoken=abc; Path=/; Secure; SameSite=None", from: Place.backend,
                .init(top: "https://shop.elsewhere.example/")),
            mended: .setCookie(
                "customtoken=abc; Path=/; Secure; SameSite=None", from: Place.backend, .init(top: Place.page))),
        ReasonExample(
            StoreReason.domainInvalid, "The Domain attribute is written in the user's own script instead of punycode.",
            .setCookie("customtoken=abc; Domain=bücher.example", from: "https://xn--bcher-kva.example/"),
            mended: .setCookie("customtoken=abc; Domain=xn--bcher-kva.example", from: "https://xn--bcher-kva.example/")),
        ReasonExample(
            StoreReason.domainPublicSuffix, "One label too few was left in the Domain attribute.",
            .setCookie("customtoken=abc; Domain=co.uk", from: "https://shop.co.uk/"),
            mended: .setCookie("customtoken=abc; Domain=shop.co.uk", from: "https://shop.co.uk/")),
        ReasonExample(
            StoreReason.domainMismatch,
            "The backend names the web app's host, which is beside its own and not above it.",
            .setCookie("customtoken=abc; Domain=app.example.com", from: Place.backend),
            mended: .setCookie("customtoken=abc; Domain=example.com", from: Place.backend)),
        ReasonExample(
            StoreReason.secureFromInsecure,
            "The cookie is Secure and the development server speaks http. Chrome makes an exception for localhost; WebKit does not.",
            .setCookie("customtoken=abc; Path=/; Secure", from: "http://localhost:3000/"),
            mended: .setCookie("customtoken=abc; Path=/; Secure", from: "https://localhost:3000/")),
        ReasonExample(
            StoreReason.httpOnlyFromScript, "A user script copies the backend's line with all its attributes.",
            .write("customtoken=abc; Path=/; HttpOnly"), mended: .write("customtoken=abc; Path=/")),
        ReasonExample(
            StoreReason.wouldShadowSecure,
            "An insecure page writes a cookie of the same name as a Secure one that is there already.",
            .cookies(
                CookieStory(
                    .response("customtoken=abc; Path=/; Secure", from: Place.page),
                    .response("customtoken=def; Path=/", from: Place.insecure))),
            mended: .cookies(
                CookieStory(
                    .response("customtoken=abc; Path=/; Secure", from: Place.page),
                    .response("customtoken=def; Path=/; Secure", from: Place.page)))),
        ReasonExample(
            StoreReason.sameSiteContext,
            "A page of another site fetches from the backend, which answers with a Lax cookie.",
            .setCookie("customtoken=abc; Path=/; SameSite=Lax", from: Place.backend, .init(top: Place.other)),
            mended: .setCookie("customtoken=abc; Path=/; SameSite=Lax", from: Place.backend), as: "rfc6265bis"),
        ReasonExample(
            StoreReason.sameSiteNoneInsecure, "SameSite=None was added for a frame, and Secure was not.",
            .setCookie("customtoken=abc; Path=/; SameSite=None"),
            mended: .setCookie("customtoken=abc; Path=/; SameSite=None; Secure"), as: "chromium"),
        ReasonExample(
            StoreReason.prefixSecure, "The name promises Secure, and the attribute is missing.",
            .setCookie("__Secure-token=abc; Path=/"), mended: .setCookie("__Secure-token=abc; Path=/; Secure")),
        ReasonExample(
            StoreReason.prefixHost, "A __Host- cookie is for one host, and the line gives it a Domain.",
            .setCookie("__Host-token=abc; Path=/; Secure; Domain=example.com"),
            mended: .setCookie("__Host-token=abc; Path=/; Secure")),
        ReasonExample(
            StoreReason.prefixHTTP, "The name promises that only HTTP sets it, and HttpOnly is missing.",
            .setCookie("__Http-token=abc; Path=/; Secure"),
            mended: .setCookie("__Http-token=abc; Path=/; Secure; HttpOnly"), as: "chromium"),
        ReasonExample(
            StoreReason.prefixImpersonation, "Without a name, the value itself looks like a protected cookie.",
            .setCookie("=__Host-token=abc; Path=/; Secure"), mended: .setCookie("token=abc; Path=/; Secure"),
            as: "rfc6265bis"),
        ReasonExample(
            StoreReason.partitionedInsecure, "Partitioned was added, and Secure was not.",
            .setCookie("customtoken=abc; Path=/; Partitioned"),
            mended: .setCookie("customtoken=abc; Path=/; Partitioned; Secure; SameSite=None"), as: "chromium"),
        ReasonExample(
            StoreReason.httpOnlyProtected,
            "The backend's HttpOnly cookie is there already, so a user script's cookie of the same name does not get in.",
            .cookies(
                CookieStory(
                    .response("customtoken=abc; Path=/; HttpOnly", from: Place.page),
                    .script("customtoken=def; Path=/", on: Place.page))),
            mended: .cookies(
                CookieStory(
                    .response("customtoken=abc; Path=/", from: Place.page),
                    .script("customtoken=def; Path=/", on: Place.page)))),
        ReasonExample(
            StoreReason.expiredOnArrival,
            "The time of expiry was computed in seconds and taken for milliseconds: it lies in 1970.",
            .setCookie("customtoken=abc; Path=/; Expires=Wed, 21 Jan 1970 18:40:00 GMT"),
            mended: .setCookie("customtoken=abc; Path=/; Max-Age=3600"), besides: [StoreReason.nothingToDelete]),
        ReasonExample(
            StoreReason.nothingToDelete, "Sign-out deletes the cookie under another path than it was set for.",
            .cookies(
                CookieStory(
                    .response("customtoken=abc; Path=/auth", from: Place.page),
                    .response("customtoken=; Path=/; Max-Age=0", from: Place.page))),
            mended: .cookies(
                CookieStory(
                    .response("customtoken=abc; Path=/auth", from: Place.page),
                    .response("customtoken=; Path=/auth; Max-Age=0", from: Place.page))),
            besides: [StoreReason.expiredOnArrival]),
    ]

    /// What is altered about a cookie as it is stored.
    static let note: [ReasonExample] = [
        ReasonExample(
            StoreReason.lifetimeCapped400d, "The cookie asks for ten years.",
            .setCookie("customtoken=abc; Path=/; Max-Age=315360000"),
            mended: .setCookie("customtoken=abc; Path=/; Max-Age=3600"), as: "chromium"),
        ReasonExample(
            StoreReason.lifetimeCapped7d,
            "A script asks for thirty days under tracking prevention, in an engine that cuts.",
            .write("customtoken=abc; Path=/; Max-Age=2592000", .init(trackingPrevention: true)),
            mended: .setCookie(
                "customtoken=abc; Path=/; Max-Age=2592000", .init(trackingPrevention: true)), as: "webkitgtk"),
        ReasonExample(
            StoreReason.lifetimeCapped24h, "The page was reached by a link that a tracker had decorated.",
            .write("customtoken=abc; Path=/; Max-Age=2592000", .init(trackingPrevention: true, isDecorated: true)),
            mended: .setCookie(
                "customtoken=abc; Path=/; Max-Age=2592000", .init(trackingPrevention: true, isDecorated: true))),
        ReasonExample(
            StoreReason.cloakingCap, "The cookie's host is another company's server behind a CNAME.",
            .setCookie(
                "customtoken=abc; Path=/; Max-Age=2592000", .init(trackingPrevention: true, isCloaked: true)),
            mended: .setCookie("customtoken=abc; Path=/; Max-Age=2592000", .init(trackingPrevention: true))),
        ReasonExample(
            StoreReason.deletedAfterInactivity,
            "A script asks for thirty days; iOS forgets such cookies of sites that nobody taps on.",
            .write("customtoken=abc; Path=/; Max-Age=2592000", .init(trackingPrevention: true)),
            mended: .setCookie("customtoken=abc; Path=/; Max-Age=2592000", .init(trackingPrevention: true))),
        ReasonExample(
            StoreReason.sameSiteNoneLost, "The app copies the backend's SameSite=None cookie through native code.",
            .cookies(
                CookieStory(
                    .native(
                        NativeCookie(
                            name: "customtoken", value: "abc", domain: "app.example.com", isSecure: true,
                            sameSite: .none)))),
            mended: .setCookie("customtoken=abc; Path=/; Secure; SameSite=None")),
        ReasonExample(
            StoreReason.attributeIgnored, "The path is longer than an attribute may be, and is skipped.",
            .setCookie("customtoken=abc; Path=/\(String(repeating: "p", count: 1100))"),
            mended: .setCookie("customtoken=abc; Path=/p"), as: "chromium"),
        ReasonExample(
            StoreReason.textAltered,
            "The value has a character that is not ASCII, and this engine reads bytes as Latin-1.",
            .setCookie("customtoken=café; Path=/"), mended: .setCookie("customtoken=caf%C3%A9; Path=/")),
        ReasonExample(
            StoreReason.equalsAppended, "A script writes the token alone, without a name.",
            .write("abc"), mended: .write("customtoken=abc; Path=/")),
        ReasonExample(
            StoreReason.evictedOthers,
            "A site sets one cookie for each thing that it remembers, until there are too many.",
            .cookies(CookieStory(.many(190, from: Place.page))),
            mended: .cookies(CookieStory(.many(20, from: Place.page))), as: "chromium"),
    ]
}
