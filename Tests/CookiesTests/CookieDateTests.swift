import BridgePrimitives
import Cookies
import Testing

@Suite("Cookie dates, RFC 6265bis §5.1.1", .timeLimit(.minutes(5)))
struct CookieDateTests {
    /// What a profile without a lifetime cap makes of `Expires=text`: nil when the attribute is ignored.
    private func expiry(_ text: String, _ dates: CookieDateDialect) throws -> String? {
        var profile = CookieProfile.rfc6265bis
        profile.dates.value = dates
        profile.lifetimeCap.value = nil
        var jar = CookieJar(profile)
        return try jar.set("a=1; Expires=\(text)").cookie?.expiry?.rfc3339
    }

    /// Columns: text, RFC 6265bis, libsoup.
    @Test(arguments: [
        ("Wed, 09 Jun 2027 10:18:14 GMT", "2027-06-09T10:18:14.000Z", "2027-06-09T10:18:14.000Z"),  // IMF-fixdate
        ("Wednesday, 09-Jun-27 10:18:14 GMT", "2027-06-09T10:18:14.000Z", "2027-06-09T10:18:14.000Z"),  // RFC 850
        ("Wed Jun 09 10:18:14 2027", "2027-06-09T10:18:14.000Z", "2027-06-09T10:18:14.000Z"),  // asctime
        ("Wed, 09-Jun-2027 10:18:14 GMT", "2027-06-09T10:18:14.000Z", "2027-06-09T10:18:14.000Z"),  // Netscape
        ("9 Jun 2027 10:18:14", "2027-06-09T10:18:14.000Z", "2027-06-09T10:18:14.000Z"),  // no weekday
        ("10:18:14 09 jun 2027", "2027-06-09T10:18:14.000Z", nil),  // time first
        ("2027 Jun 09 10:18:14", "2027-06-09T10:18:14.000Z", nil),  // year first: four digits are no day
        ("Jun-09-2027 10:18:14", "2027-06-09T10:18:14.000Z", nil),  // month first
        ("Wed, 09 JUNE 2027 10:18:14 GMT", "2027-06-09T10:18:14.000Z", nil),  // three letters decide
        ("09 Jun 2027 1:2:3", "2027-06-09T01:02:03.000Z", "2027-06-09T01:02:03.000Z"),  // one digit each
        ("Wed, 09 Jun 2027 10:18:14 +0200", "2027-06-09T10:18:14.000Z", "2027-06-09T08:18:14.000Z"),  // zones
        ("09 Jun 2027 10:18:14x", "2027-06-09T10:18:14.000Z", "2027-06-09T10:18:14.000Z"),  // trailing text
        ("29 Feb 2028 00:00:00", "2028-02-29T00:00:00.000Z", "2028-02-29T00:00:00.000Z"),  // leap day
        ("Wed, 09 Jun 69 10:18:14 GMT", "2069-06-09T10:18:14.000Z", "2069-06-09T10:18:14.000Z"),  // 0…69: 20xx
        ("Fri, 31 Dec 9999 23:59:59 GMT", "9999-12-31T23:59:59.000Z", "9999-12-31T23:59:59.000Z"),
        ("Wed, 09 Jun 2027 24:00:00 GMT", nil, nil), ("Wed, 09 Jun 2027 10:60:00 GMT", nil, nil),
        ("Wed, 09 Jun 2027 10:18:60 GMT", nil, nil), ("31 Feb 2027 00:00:00", nil, nil),
        ("29 Feb 2027 00:00:00", nil, nil), ("00 Jun 2027 00:00:00", nil, nil), ("32 Jan 2027 00:00:00", nil, nil),
        ("09 Jun 2027 10:18", nil, nil), ("09 Jun 2027", nil, nil),  // parts are missing
        ("2027-06-09T10:18:14Z", nil, nil),  // ISO 8601 has no month name
        ("09 Jun 02027 10:18:14", nil, nil),  // five digits
        ("garbage", nil, nil), ("", nil, nil), ("0", nil, nil), ("-1", nil, nil), ("é", nil, nil), (":::", nil, nil),
        ("099 Jun 2027 10:18:14", nil, nil),  // three digits are a year, and then there is no day
    ])
    func readsEveryHistoricalForm(text: String, standard: String?, libsoup: String?) throws {
        #expect(try expiry(text, .rfc6265bis) == standard)
        #expect(try expiry(text, .chromium) == standard)
        #expect(try expiry(text, .libsoup) == libsoup)
    }

    @Test(
        "Years of the past",
        arguments: [
            ("09 Jun 70 10:18:14", CookieDateDialect.rfc6265bis, true),  // 70…99: 19xx
            ("09 Jun 1601 10:18:14", .rfc6265bis, true), ("09 Jun 1600 10:18:14", .rfc6265bis, false),
            ("09 Jun 1600 10:18:14", .chromium, true), ("09 Jun 1600 10:18:14", .libsoup, true),
        ])
    func expiresOrIsIgnored(text: String, dates: CookieDateDialect, expires: Bool) throws {
        var profile = CookieProfile.rfc6265bis
        profile.dates.value = dates
        var jar = CookieJar(profile)
        try jar.set("a=1")
        let decision = try jar.set("a=2; Expires=\(text)")
        #expect(decision.outcome == (expires ? .deleted : .replaced))
        #expect(decision.reasons == (expires ? [.expiredOnArrival] : [.attributeIgnored]))
    }
}
