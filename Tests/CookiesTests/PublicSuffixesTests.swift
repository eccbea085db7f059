import Cookies
import Testing

@Suite("The default rule of the public suffix list", .timeLimit(.minutes(5)))
struct DefaultRuleSuffixesTests {
    @Test(arguments: [
        ("test", true, nil), ("app.test", false, "app.test"), ("www.app.test", false, "app.test"),
        ("localhost", true, nil), ("www.app.test.", false, "app.test."),  // a trailing dot stays
        ("127.0.0.1", false, nil), ("[::1]", false, nil),  // addresses have no suffix
        ("", false, nil), (".", false, nil), (".test", false, nil),
    ])
    func cutsOneLabel(host: String, isSuffix: Bool, site: String?) {
        #expect(DefaultRuleSuffixes().isPublicSuffix(host) == isSuffix)
        #expect(DefaultRuleSuffixes().registrableDomain(of: host) == site)
    }
}
