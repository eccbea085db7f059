import Cookies

private typealias Place = ExamplePlace

extension ReasonExample {
    private static func properties(
        _ change: (inout NativeCookieProperties) -> Void = { _ in }
    ) -> ExampleForm {
        var properties = NativeCookieProperties(
            name: "customtoken", value: "abc", path: "/", domain: "app.example.com")
        change(&properties)
        return .properties(properties)
    }

    /// Why `HTTPCookie(properties:)` gives nil.
    static let native: [ReasonExample] = [
        ReasonExample(
            NativeCookieReason.missingName, "The name came from a dictionary that did not have it.",
            properties { $0.name = nil }, mended: properties()),
        ReasonExample(
            NativeCookieReason.missingValue, "The token was nil, and so the property was left out.",
            properties { $0.value = nil }, mended: properties()),
        ReasonExample(
            NativeCookieReason.missingPath,
            "The path is not optional: without it there is no cookie, and nothing says so.",
            properties { $0.path = nil }, mended: properties()),
        ReasonExample(
            NativeCookieReason.missingDomain, "Neither a domain nor an origin URL was given.",
            properties { $0.domain = nil }, mended: properties()),
        ReasonExample(
            NativeCookieReason.invalidDomain, "The domain is written in the user's own script.",
            properties { $0.domain = "bücher.example" }, mended: properties { $0.domain = "xn--bcher-kva.example" }),
        ReasonExample(
            NativeCookieReason.sameSiteNone,
            "Apple's policy constants are Lax and Strict; \"none\" is no value of theirs.",
            properties { $0.sameSite = SameSite.none }, mended: properties()),
    ]

    private static func fields(_ lines: String..., from url: String = Place.backend) -> ExampleForm {
        .headerFields(lines, url: url)
    }

    /// What `HTTPCookie` loses or lets pass of a header.
    static let foundation: [ReasonExample] = [
        ReasonExample(
            FoundationReason.noCookie, "The answer has a bare token where a name and a value belong.",
            fields("eyJhbGciOiJSUzI1NiJ9; Path=/"), mended: fields("customtoken=abc; Path=/")),
        ReasonExample(
            FoundationReason.partitionedIgnored, "Native cookies have no property for Partitioned.",
            fields("customtoken=abc; Path=/; Secure; SameSite=None; Partitioned"),
            mended: fields("customtoken=abc; Path=/; Secure")),
        ReasonExample(
            FoundationReason.foreignDomainAccepted,
            "HTTPCookie does not compare the Domain with the URL: the app copies a cookie that no browser would have taken.",
            fields("customtoken=abc; Domain=app.example.com"), mended: fields("customtoken=abc; Domain=example.com")),
        ReasonExample(
            FoundationReason.publicSuffixAccepted, "HTTPCookie knows no public suffixes.",
            fields("customtoken=abc; Domain=example", from: "https://shop.example/"),
            mended: fields("customtoken=abc; Domain=shop.example", from: "https://shop.example/")),
        ReasonExample(
            FoundationReason.secureFromInsecureAccepted, "HTTPCookie does not look at the URL's scheme.",
            fields("customtoken=abc; Secure", from: "http://api.example.com/auth"),
            mended: fields("customtoken=abc; Secure")),
        ReasonExample(
            FoundationReason.splitAtComma,
            "A dictionary of header fields holds one Set-Cookie, so lines are folded with commas and cut at the wrong one.",
            fields("name=\"Suzuki, x=Taro\"; Path=/"), mended: fields("name=Suzuki%2C%20Taro; Path=/")),
    ]
}
