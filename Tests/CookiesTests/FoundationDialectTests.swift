import BridgePrimitives
import Cookies
import TestSupport
import Testing

@Suite("HTTPCookie.cookies(withResponseHeaderFields:for:)")
struct HeaderFieldDialectTests {
    private func read(
        _ value: String, _ dialect: FoundationDialect, key: String = "Set-Cookie",
        at text: String = "https://www.app.test/a/b"
    ) throws -> [FoundationCookie] {
        NativeCookie.cookies(
            withResponseHeaderFields: [("Content-Type", "text/html"), (key, value)], for: try url(text), now: now,
            dialect: dialect)
    }

    private func cookie(
        _ name: String, _ value: String, domain: String = "www.app.test", path: String = "/", isSecure: Bool = false,
        isHTTPOnly: Bool = false, sameSite: SameSite = .unspecified, expiry: Instant? = nil
    ) -> NativeCookie {
        NativeCookie(
            name: name, value: value, domain: domain, path: path, isSecure: isSecure, isHTTPOnly: isHTTPOnly,
            sameSite: sameSite, expiry: expiry)
    }

    @Test func theKeysLetterCaseCountsOnLinux() throws {
        #expect(try read("a=1", .linuxFoundation, key: "set-cookie").map(\.notes) == [[.keyLetterCase]])
        #expect(try read("a=1", .linuxFoundation, key: "set-cookie").compactMap(\.cookie) == [])
        #expect(try read("a=1; Path=/", .apple, key: "set-cookie").map(\.cookie) == [cookie("a", "1")])
        #expect(try read("a=1", .apple, key: "Cookie") == [])
    }

    /// One line, the same for both: what is left of it on each side.
    @Test func theSameLineOnBothSystems() throws {
        let line = "a=1; Max-Age=60; SameSite=Strict; Secure; HttpOnly; Partitioned; Domain=app.test"
        #expect(
            try read(line, .apple) == [
                FoundationCookie(
                    cookie: cookie(
                        "a", "1", domain: ".app.test", path: "/a", isSecure: true, isHTTPOnly: true, sameSite: .strict,
                        expiry: seconds(60)), notes: [.partitionedIgnored])
            ])
        #expect(
            try read(line, .linuxFoundation) == [
                FoundationCookie(
                    cookie: cookie("a", "1", domain: ".app.test", isSecure: true, isHTTPOnly: true),
                    notes: [.sameSiteIgnored, .partitionedIgnored, .maxAgeIgnored, .defaultPathIsRoot])
            ])
    }

    @Test func severalLinesInOneField() throws {
        let field = "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/, b=2; Path=/x"
        let expiry = Instant(secondsSinceEpoch: 1_812_536_294)
        for dialect in FoundationDialect.allCases {
            #expect(
                try read(field, dialect).map(\.cookie) == [
                    cookie("a", "1", expiry: expiry), cookie("b", "2", path: "/x"),
                ])
        }
        #expect(try read("a=\"1,b=2\"; Path=/", .linuxFoundation).map(\.notes.last) == [.splitAtComma, .splitAtComma])
    }

    /// Each row was seen in swift-corelibs-foundation of Swift 6.3.1, for https://www.app.test/.
    @Test(
        "Linux, one line",
        arguments: [
            ("a", nil, [.noCookie]), ("=v", nil, [.noCookie]), (";", nil, [.noCookie]),  // a pair needs both
            ("a=", NativeCookie(name: "a", value: "", domain: "www.app.test"), []),
            ("a=b=c", NativeCookie(name: "a", value: "b=c", domain: "www.app.test"), []),
            (" a = b c ; path = /q ", NativeCookie(name: "a", value: "b c", domain: "www.app.test", path: "/q"), []),
            ("a=1; Path=/x; Path=y", NativeCookie(name: "a", value: "1", domain: "www.app.test"), []),  // the last one
            (
                "a=1; Domain=OTHER.test", NativeCookie(name: "a", value: "1", domain: ".other.test"),
                [.foreignDomainAccepted]
            ),
            ("a=1; Domain=test", NativeCookie(name: "a", value: "1", domain: ".test"), [.publicSuffixAccepted]),
            ("a=1; Domain=", NativeCookie(name: "a", value: "1", domain: "."), [.foreignDomainAccepted]),
            ("a=1; Domain=1.2.3.4", NativeCookie(name: "a", value: "1", domain: "1.2.3.4"), [.foreignDomainAccepted]),
            ("a=1; Secure=FALSE", NativeCookie(name: "a", value: "1", domain: "www.app.test"), [.flagIgnored]),
            ("a=1; HttpOnly=x", NativeCookie(name: "a", value: "1", domain: "www.app.test"), [.flagIgnored]),
            (
                "a=1; Secure; Secure=FALSE",
                NativeCookie(name: "a", value: "1", domain: "www.app.test", isSecure: true), [.flagIgnored]
            ),
            ("a=\"1;2\"", NativeCookie(name: "a", value: "\"1", domain: "www.app.test"), []),
            ("__Host-a=1", NativeCookie(name: "__Host-a", value: "1", domain: "www.app.test"), []),
            (
                "a=1\r\nb=2", NativeCookie(name: "a", value: "1\r\nb=2", domain: "www.app.test"),
                [.controlCharacterAccepted]
            ),
        ] as [(String, NativeCookie?, [FoundationReason])])
    func linux(line: String, cookie: NativeCookie?, notes: [FoundationReason]) throws {
        #expect(
            try read(line, .linuxFoundation, at: "https://www.app.test/")
                == [FoundationCookie(cookie: cookie, notes: notes)])
    }

    /// Columns: attributes, seconds from now or since the epoch, notes.
    @Test(
        "Linux, lifetimes: Max-Age counts for Version 1 alone",
        arguments: [
            ("Max-Age=60", nil, [.maxAgeIgnored]), ("Max-Age=60; Version=1", seconds(60), []),
            ("MAX-AGE=60; VERSION=1", seconds(60), []), ("Max-Age= 7 ; Version=2", nil, [.maxAgeIgnored]),
            ("Max-Age=-5; Version=1", seconds(-5), []), ("Max-Age=1.5; Version=1", nil, [.maxAgeIgnored]),
            ("Max-Age=60; Version=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", seconds(60), []),
            ("Version=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT", Instant(secondsSinceEpoch: 1_812_536_294), []),
            ("Expires=Wed, 9 Jun 2027 10:18:14 GMT", Instant(secondsSinceEpoch: 1_812_536_294), []),
            ("Expires=Thu, 09-Jun-2027 10:18:14 UTC", Instant(secondsSinceEpoch: 1_812_536_294), []),  // a Wednesday
            ("Expires=wed jun 9 10:18:14 2027", Instant(secondsSinceEpoch: 1_812_536_294), []),
            (
                "Expires=Wed, 09 Jun 2027 10:18:14 +0200", Instant(secondsSinceEpoch: 1_812_536_294 - 7200),
                [.zoneApplied]
            ),
            ("Expires=Thu, 01 Jan 1970 00:00:00 GMT", Instant.epoch, []),
            ("Expires=9 Jun 2027 10:18:14", nil, [.expiresIgnored]), ("Expires=", nil, [.expiresIgnored]),
            ("Expires=Wed, 31 Feb 2027 10:18:14 GMT", nil, [.expiresIgnored]),
            ("Expires=1799999999", nil, [.expiresIgnored]),
        ] as [(String, Instant?, [FoundationReason])])
    func linuxLifetimes(attributes: String, expiry: Instant?, notes: [FoundationReason]) throws {
        let read = try #require(try read("a=1; Path=/; \(attributes)", .linuxFoundation).first)
        #expect(read.cookie?.expiry == expiry)
        #expect(read.notes == notes)
    }

    @Test func aYearOfTwoDigitsIsLongAgoOnLinux() throws {
        let line = "a=1; Path=/; Expires=Wednesday, 09-Jun-27 10:18:14 GMT"
        let linux = try #require(try read(line, .linuxFoundation).first)
        #expect(linux.cookie?.expiry?.civilTime.year == 27)
        #expect(linux.notes == [.yearTakenLiterally])
        #expect(try read(line, .apple).first?.cookie?.expiry?.civilTime.year == 2027)
    }

    @Test(
        "What a browser would refuse is a cookie on both, with a note",
        arguments: FoundationDialect.allCases)
    func judgementsAreNotes(dialect: FoundationDialect) throws {
        let foreign = try #require(try read("a=1; Path=/; Domain=other.test", dialect).first)
        #expect(
            foreign
                == FoundationCookie(cookie: cookie("a", "1", domain: ".other.test"), notes: [.foreignDomainAccepted]))
        let insecure = try #require(try read("a=1; Path=/; Secure", dialect, at: "http://www.app.test/").first)
        #expect(insecure.cookie?.isSecure == true)
        #expect(insecure.notes == [.secureFromInsecureAccepted])
    }

    @Test func whatAppleCannotReadIsNoCookie() throws {
        for line in ["a=\u{1}", "=", "a=" + String(repeating: "x", count: 5000)] {
            #expect(try read(line, .apple) == [FoundationCookie(cookie: nil, notes: [.noCookie])])
        }
    }

    @Test func everyReasonHasAFix() {
        for reason in FoundationReason.allCases {
            #expect(reason.flaws(areas: "foundation") == [], "\(reason)")
        }
    }
}

@Suite("HTTPCookie(properties:), by the dictionary")
struct RawCookiePropertiesTests {
    private func make(
        _ more: [String: RawCookieProperties.Value], _ dialect: FoundationDialect
    ) throws -> FoundationCookie {
        let base: [String: RawCookieProperties.Value] = [
            "Name": .text("a"), "Value": .text("1"), "Path": .text("/"), "Domain": .text("app.test"),
        ]
        return try NativeCookie.cookie(
            RawCookieProperties(base.merging(more) { $1 }), now: now, dialect: dialect)
    }

    /// Columns: the value of Secure, whether it is Secure on Apple's systems, and on Linux.
    @Test(
        arguments: [
            (.flag(true), true, false), (.text("TRUE"), true, true), (.text("yes"), true, true),
            (.text(""), false, false),
            (.text("FALSE"), false, true), (.number(1), true, false), (.flag(false), false, false),
        ] as [(RawCookieProperties.Value, Bool, Bool)])
    func secure(value: RawCookieProperties.Value, apple: Bool, linux: Bool) throws {
        #expect(try make(["Secure": value], .apple).cookie?.isSecure == apple)
        let read = try make(["Secure": value], .linuxFoundation)
        #expect(read.cookie?.isSecure == linux)
        #expect(read.notes == (apple && !linux ? [.flagIgnored] : []))
    }

    @Test func httpOnlyIsTheTextTrueOnLinux() throws {
        #expect(try make(["HttpOnly": .text("TRUE")], .linuxFoundation).cookie?.isHTTPOnly == true)
        for value in [RawCookieProperties.Value.text("x"), .flag(true)] {
            let read = try make(["HttpOnly": value], .linuxFoundation)
            #expect(read.cookie?.isHTTPOnly == false)
            #expect(read.notes == [.flagIgnored])
        }
        #expect(try make(["HttpOnly": .flag(true)], .apple).cookie?.isHTTPOnly == true)
    }

    /// Columns: age, version, seconds on Apple's systems, on Linux.
    @Test(
        arguments: [
            (.text("60"), nil, nil, nil), (.text("60"), .text("1"), 60, 60), (.number(60), .text("1"), 60, nil),
            (.text("60"), .number(1), 60, nil), (.text("abc"), .text("1"), nil, nil), (.text("-5"), .text("1"), -5, -5),
            (.text("60"), .text("2"), nil, nil),
        ] as [(RawCookieProperties.Value, RawCookieProperties.Value?, Int64?, Int64?)])
    func maximumAge(
        age: RawCookieProperties.Value, version: RawCookieProperties.Value?, apple: Int64?, linux: Int64?
    ) throws {
        var values = ["Max-Age": age]
        values["Version"] = version
        #expect(try make(values, .apple).cookie?.expiry == apple.map(seconds))
        let read = try make(values, .linuxFoundation)
        #expect(read.cookie?.expiry == linux.map(seconds))
        #expect(read.notes.contains(.maxAgeIgnored) == (linux == nil))
    }

    @Test func sameSiteIsAppleOnly() throws {
        #expect(try make(["SameSite": .text("strict")], .apple).cookie?.sameSite == .strict)
        let read = try make(["SameSite": .text("strict")], .linuxFoundation)
        #expect(read.cookie?.sameSite == .unspecified)
        #expect(read.notes == [.sameSiteIgnored])
        #expect(throws: NativeCookieRefusal(reasons: [.sameSiteNone])) { try make(["SameSite": .text("none")], .apple) }
    }

    @Test func discardTakesTheDateOnAppleOnly() throws {
        let values: [String: RawCookieProperties.Value] = ["Expires": .date(seconds(60)), "Discard": .text("TRUE")]
        #expect(try make(values, .apple).cookie?.expiry == nil)
        #expect(try make(values, .linuxFoundation).cookie?.expiry == seconds(60))
    }

    @Test func theOriginStandsInForTheDomain() throws {
        let values: [String: RawCookieProperties.Value] = [
            "Name": .text("a"), "Value": .text("1"), "Path": .text("/"), "OriginURL": .url(try url("https://X.test/q")),
        ]
        for dialect in FoundationDialect.allCases {
            let read = try NativeCookie.cookie(RawCookieProperties(values), now: now, dialect: dialect)
            #expect(read.cookie == NativeCookie(name: "a", value: "1", domain: "x.test"))
        }
        let asText = RawCookieProperties(values.merging(["OriginURL": .text("https://x.test/")]) { $1 })
        #expect(throws: NativeCookieRefusal(reasons: [.missingDomain])) {
            try NativeCookie.cookie(asText, now: now, dialect: .linuxFoundation)
        }
    }

    @Test(arguments: FoundationDialect.allCases)
    func whatIsMissingIsNamed(dialect: FoundationDialect) {
        #expect(throws: NativeCookieRefusal(reasons: [.missingName, .missingValue, .missingPath, .missingDomain])) {
            try NativeCookie.cookie(RawCookieProperties([:]), now: now, dialect: dialect)
        }
        #expect(throws: NativeCookieRefusal(reasons: [.missingValue])) { try make(["Value": .number(1)], dialect) }
    }

    @Test func anExpiryMayBeText() throws {
        let text = RawCookieProperties.Value.text("Wed, 09 Jun 2027 10:18:14 GMT")
        for dialect in FoundationDialect.allCases {
            #expect(try make(["Expires": text], dialect).cookie?.expiry == Instant(secondsSinceEpoch: 1_812_536_294))
        }
        #expect(try make(["Expires": .number(7)], .apple).notes == [.wrongType])
    }
}
