import Cookies
import Reasons
import Testing

@Suite("Name prefixes, RFC 6265bis §5.4", .timeLimit(.minutes(5)))
struct CookiePrefixTests {
    /// Columns: line, then what RFC 6265bis, iOS and the successor's draft say.
    @Test(
        arguments: [
            ("__Secure-a=1; Secure", [], [], []), ("__Secure-a=1", [.prefixSecure], [.prefixSecure], [.prefixSecure]),
            ("__SECURE-a=1", [.prefixSecure], [], [.prefixSecure]),  // iOS looks at the exact spelling
            ("__Host-a=1; Secure; Path=/", [], [], []), ("__Host-a=1; Secure; Path=/; Domain=", [], [], []),
            ("__Host-a=1; Path=/", [.prefixHost], [.prefixHost], [.prefixHost]),
            ("__Host-a=1; Secure", [.prefixHost], [], [.prefixHost]),  // iOS takes the default path at its word
            ("__Host-a=1; Secure; Path=x", [.prefixHost], [], [.prefixHost]),
            ("__Host-a=1; Secure; Path=/x", [.prefixHost], [.prefixHost], [.prefixHost]),
            ("__Host-a=1; Secure; Path=/; Domain=app.test", [.prefixHost], [.prefixHost], [.prefixHost]),
            ("__HOST-a=1; Secure", [.prefixHost], [], [.prefixHost]), ("__host-a=1", [.prefixHost], [], [.prefixHost]),
            ("__Http-a=1; Secure; HttpOnly", [], [], []), ("__Http-a=1; Secure", [], [], [.prefixHTTP]),
            ("__Host-Http-a=1; Secure; Path=/", [], [], [.prefixHTTP]),
            ("__Host-Http-a=1; Secure; Path=/; HttpOnly", [], [], []),
            ("__Hosta=1", [], [], []), ("_Host-a=1", [], [], []), ("a__Host-=1", [], [], []),
            ("__Secure-=1", [.prefixSecure], [.prefixSecure], [.prefixSecure]),
        ] as [(String, [StoreReason], [StoreReason], [StoreReason])])
    func promises(line: String, standard: [StoreReason], ios: [StoreReason], layered: [StoreReason]) throws {
        for (profile, expected) in [(CookieProfile.rfc6265bis, standard), (.ios17, ios), (.layeredCookies, layered)] {
            var jar = CookieJar(profile)
            let decision = try jar.set(line)
            #expect(decision.reasons == expected, "\(profile.name)")
            #expect(decision.outcome == (expected.isEmpty ? .stored : .rejected))
        }
        var soup = CookieJar(.webkitgtk)
        #expect(try soup.set(line).outcome == .stored)  // no checks at all
    }

    @Test("From an insecure origin all reasons are told")
    func insecureOrigin() throws {
        var jar = CookieJar()
        #expect(try jar.set("__Secure-a=1; Secure", at: "http://app.test/").reasons == [.secureFromInsecure])
        #expect(try jar.set("__Host-a=1", at: "http://app.test/").reasons == [.prefixHost])
    }

    @Test(
        "A nameless value may not look like a prefix",
        arguments: [
            ("__Secure-a=1", "=__Secure-a=1"), ("__Host-a", "__host-a"), ("", "=__HOST-"),
        ])
    func impersonation(name: String, line: String) throws {
        var jar = CookieJar()
        #expect(try jar.set(line).reasons == [.prefixImpersonation])
    }

    @Test func scriptCannotMakeHTTPCookies() throws {
        var jar = CookieJar(.layeredCookies)
        #expect(try jar.write("__Http-a=1; Secure").reasons == [.prefixHTTP])
        #expect(try jar.write("__Secure-a=1; Secure").outcome == .stored)
    }
}
