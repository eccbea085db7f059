import BridgePrimitives
import Cookies
import FuzzSupport

/// URLs: what was read is in the form that is promised, and reads as itself.
enum URLChecks {
    static func run(_ input: FuzzInput, _ checker: inout Checker) {
        guard let url = try? CookieURL(input.payloadText) else { return }
        let host = url.host.utf8
        checker.check("a host is ASCII without blanks", host.allSatisfy { $0 > 0x20 && $0 < 0x7F }, url.host)
        guard url.schemeHoldsCookies else { return }
        checker.check("a path is ASCII without blanks", url.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, url.path)
        checker.check("a host is lower-case", host.allSatisfy { !(0x41...0x5A).contains($0) }, url.host)
        checker.check("a web URL has a host", !host.isEmpty, input.payloadText.debugDescription)
        checker.check("a path starts with a slash", url.path.utf8.first == UInt8(ascii: "/"), url.path)
        checker.check(
            "a path has no query", !url.path.utf8.contains { [UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) },
            url.path)
        let text = "\(url.scheme)://\(url.host)\(url.path)"
        checker.check("a printed URL reads as itself", (try? CookieURL(text)) == url, text)

        // The page can keep a cookie and gets it back.
        var jar = CookieJar(profile: .rfc6265bis, publicSuffixes: DefaultRuleSuffixes())
        let decision = jar.store(setCookie: "a=1", from: url, now: FuzzInput.now)
        checker.equal("every web page can store", decision.outcome, .stored)
        checker.equal("and gets it back", jar.requestHeader(for: RequestContext(url: url), now: FuzzInput.now), "a=1")
        JarChecks.views(of: &jar, at: url, now: FuzzInput.now, &checker)
        let domain = Array("b=1; Domain=\(url.host)".utf8)
        JarChecks.store(domain, in: &jar, at: url, now: FuzzInput.now, &checker)
        JarChecks.restoring(jar, at: url, now: FuzzInput.now, &checker)
    }
}
