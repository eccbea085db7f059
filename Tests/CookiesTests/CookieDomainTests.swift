import Cookies
import Reasons
import Testing

@Suite("Domain, public suffixes and addresses, RFC 6265bis §5.1.3, §5.7", .timeLimit(.minutes(5)))
struct CookieDomainTests {
    @Test(
        "From www.app.test",
        arguments: [
            ("app.test", []), (".app.test", []), ("APP.TEST", []), ("www.app.test", []),
            ("x.www.app.test", [StoreReason.domainMismatch]), ("other.test", [.domainMismatch]),
            ("pp.test", [.domainMismatch]),  // a suffix of the text, not of the labels
            ("test", [.domainPublicSuffix]), (".test", [.domainPublicSuffix]),
            ("com", [.domainPublicSuffix, .domainMismatch]),  // all reasons that hold
            (".", [.domainInvalid]), ("..", [.domainInvalid]), ("..app.test", [.domainMismatch]),
            ("app.test.", [.domainMismatch]),  // a trailing dot is another host
            ("bücher.test", [.domainInvalid]), ("app.test\u{301}", [.domainInvalid]),
            (" app.test ", []), ("app.test:443", [.domainMismatch]),
        ])
    func covers(domain: String, reasons: [StoreReason]) throws {
        var jar = CookieJar()
        let decision = try jar.set("a=1; Domain=\(domain)", at: "https://www.app.test/")
        #expect(decision.outcome == (reasons.isEmpty ? .stored : .rejected))
        #expect(decision.reasons == reasons)
        if reasons.isEmpty { #expect(decision.cookie?.isHostOnly == false) }
    }

    @Test(
        "Last attribute wins",
        arguments: [
            ("Domain=app.test; Domain=", "www.app.test", true),  // even if empty
            ("Domain=other.test; Domain=app.test", "app.test", false), ("Domain=", "www.app.test", true),
            ("Domain", "www.app.test", true), ("domain=APP.test", "app.test", false),
        ])
    func decides(attributes: String, domain: String, hostOnly: Bool) throws {
        var jar = CookieJar()
        let cookie = try jar.set("a=1; \(attributes)", at: "https://www.app.test/").cookie
        #expect(cookie?.domain == domain)
        #expect(cookie?.isHostOnly == hostOnly)
    }

    @Test(
        "Public suffixes",
        arguments: [
            ("https://foo.co.uk/", "co.uk", [StoreReason.domainPublicSuffix], false),
            ("https://me.github.io/", "github.io", [.domainPublicSuffix], false),  // the private section counts
            ("https://github.io/", "github.io", [], true),  // itself: host-only
            ("http://localhost/", "localhost", [], true), ("https://app.test/", "app.test", [], false),
        ])
    func suffixes(page: String, domain: String, reasons: [StoreReason], hostOnly: Bool) throws {
        var jar = CookieJar()
        let decision = try jar.set("a=1; Domain=\(domain)", at: page)
        #expect(decision.reasons == reasons)
        #expect(decision.cookie?.isHostOnly == hostOnly)
    }

    @Test(
        "Addresses match only themselves",
        arguments: [
            (CookieProfile.rfc6265bis, "127.0.0.1", []), (.rfc6265bis, "0.0.1", [StoreReason.domainInvalid]),
            (.rfc6265bis, "0.1", [.domainInvalid]), (.rfc6265bis, "10.0.0.1", [.domainMismatch]),
            (.webkitgtk, "0.0.1", []),  // libsoup's fault
            (.chromium, "0.0.1", [.domainInvalid]),
        ])
    func addresses(profile: CookieProfile, domain: String, reasons: [StoreReason]) throws {
        var jar = CookieJar(profile)
        #expect(try jar.set("a=1; Domain=\(domain)", at: "http://127.0.0.1/").reasons == reasons)
    }

    @Test func engineFaults() throws {
        var soup = CookieJar(.webkitgtk)
        // It minds letter case above the host, and not in the host itself.
        #expect(try soup.set("a=1; Domain=APP.TEST", at: "https://www.app.test/").reasons == [.domainMismatch])
        #expect(try soup.set("b=1; Domain=APP.TEST").outcome == .stored)
        #expect(try soup.get("https://www.app.test/").header == "b=1")
        // A top-level name that no list knows is a host like others, but takes no Domain.
        #expect(try soup.set("c=1", at: "https://localhost/").outcome == .stored)
        #expect(try soup.set("d=1; Domain=localhost", at: "https://localhost/").reasons == [.domainPublicSuffix])
        // What it took for a domain of addresses, it sends to them.
        try soup.set("e=1; Domain=0.0.1", at: "http://127.0.0.1/")
        #expect(try soup.get("http://127.0.0.1/").header == "e=1")
        #expect(try soup.set("a=1", at: "https://github.io/").reasons == [.domainPublicSuffix])  // even host-only
        var ios = CookieJar(.ios17)
        #expect(try ios.set("a=1", at: "https://github.io/").outcome == .stored)
    }

    @Test(
        "Who gets which",
        arguments: [
            ("https://app.test/", "host=1; domain=1"), ("https://www.app.test/", "domain=1"),
            ("https://a.b.app.test/", "domain=1"), ("https://xapp.test/", nil), ("https://app.test./", nil),
            ("https://app.test:8443/", "host=1; domain=1"),  // ports do not separate
            ("http://app.test/", "host=1; domain=1"),  // nor do schemes
        ])
    func reaches(page: String, header: String?) throws {
        var jar = CookieJar()
        try jar.set("host=1")
        try jar.set("domain=1; Domain=app.test")
        #expect(try jar.get(page).header == header)
    }

    @Test func absentCookiesSayWhy() throws {
        var jar = CookieJar()
        try jar.set("host=1")
        try jar.set("sub=1; Secure; Path=/x", at: "https://www.app.test/")
        let sent = try jar.get("http://a.app.test/")
        #expect(sent.header == nil)
        #expect(sent.reasons("host") == [.hostOnly])
        #expect(sent.reasons("sub") == [.otherHost, .path, .secure])
    }
}
