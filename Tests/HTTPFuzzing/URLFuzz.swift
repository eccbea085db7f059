import BridgePrimitives
import Cookies
public import FuzzSupport
import HTTPLoader

/// URLs: one line is a URL, a second one a reference seen from it.
public enum URLFuzz: FuzzSubject {
    public static let name = "urls"

    public static let words = [
        "http://", "https://", "HTTPS:\\\\", "http:/", "http:", "//", "/", "\\", "/../", "/./", "/%2e%2E/", "..", "?",
        "#",
        "?a=b&c", "%00", "%zz", "%", "@", "u:p@", ":80", ":443", ":0", ":65535", ":65536", ":", "[::1]",
        "[::ffff:1.2.3.4]",
        "[fe80::1%25eth0]", "127.0.0.1", "0x7f.1", "017700000001", "1.2.3.4.5", "app.test", "APP.Test.",
        "xn--bcher-kva",
        "bücher.test", "e\u{301}.test", "ß.test", "\u{FF0E}", "\u{3002}", "\u{AD}", "\u{200D}", "a_b", "-a.test", "..",
        " ",
        "\n", "localhost", "file:///etc/passwd", "javascript:", "data:,x", "{}", "<>\"'`^|",
        "\u{2028}", "\u{D7FF}", "//evil.test", "/\\evil.test",
    ]

    public static func example(_ chance: inout FuzzChance) -> [UInt8] {
        Array("\(chance.url())\n\(chance.once(in: 2) ? chance.url() : chance.reference())".utf8)
    }

    private static let base = try? WebURL("https://app.test/a/b?c#d")

    public static func check(_ input: [UInt8]) -> FuzzFinding? {
        var checker = Checker()
        let lines = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        do throws(BridgeFailure) {
            let url = try WebURL(lines[0])
            written(url, &checker)
            asCookieURL(url, &checker)
            resolved(lines.count > 1 ? lines[1] : "", from: url, &checker)
        } catch { refused(error, &checker) }
        if let base { resolved(lines[0], from: base, &checker) }
        return checker.finding
    }

    /// A URL reads as itself, and its parts are what a request may carry.
    private static func written(_ url: WebURL, _ checker: inout Checker) {
        checker.check("a scheme is http or https", ["http", "https"].contains(url.scheme), url.scheme)
        checker.check(
            "a host is lower-case ASCII without delimiters",
            !url.host.isEmpty
                && url.host.utf8.allSatisfy {
                    $0 > 0x20 && $0 < 0x7F && !ASCIIText.isUpperCase($0) && !"/?#@\\".utf8.contains($0)
                },
            url.host.debugDescription)
        checker.check("a port is one", url.port.map { (0...65535).contains($0) } ?? true, "\(url.effectivePort)")
        checker.check("the scheme's own port is left out", url.port != (url.isSecure ? 443 : 80), url.string)
        checker.check("a path starts with a slash", url.path.utf8.first == UInt8(ascii: "/"), url.path)
        checker.check(
            "what travels is visible ASCII", url.string.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
            url.string.debugDescription)
        checker.check(
            "a path has neither query nor fragment", !url.path.utf8.contains { "?#".utf8.contains($0) }, url.path)
        checker.check(
            "dot segments are resolved",
            !url.path.utf8.split(separator: UInt8(ascii: "/")).contains {
                [".", ".."].contains(String(decoding: $0, as: UTF8.self))
            },
            url.path)
        checker.check(
            "a URL is no longer than it may be", url.string.utf8.count <= WebURL.longest, "\(url.string.utf8.count)")
        checker.same("a URL reads as itself", (try? WebURL(url.string))?.string, url.string)
        if let again = try? WebURL(url.string) {
            checker.equal("and so do its parts", again.parts, url.parts)
        }
    }

    /// The jar sees the host that the request goes to.
    private static func asCookieURL(_ url: WebURL, _ checker: inout Checker) {
        guard let cookieURL = try? CookieURL(url.string) else {
            return checker.check("the jar reads every URL that is loaded", false, url.string)
        }
        checker.same("the jar sees the same host", cookieURL.host, url.host)
        checker.same("the jar sees the same path", cookieURL.path, url.path)
        checker.equal("the jar sees the same security", cookieURL.isSecure, url.isSecure)
    }

    /// What a reference leads to is a URL, and seen from itself nothing else.
    private static func resolved(_ reference: String, from url: WebURL, _ checker: inout Checker) {
        checker.same("a URL seen from itself is itself", (try? url.resolving(url.string))?.string, url.string)
        checker.same(
            "nothing names the URL without its fragment", (try? url.resolving(""))?.string,
            url.settingFragment(nil).string)
        if let fragment = url.fragment {
            checker.same("a fragment names the URL", (try? url.resolving("#" + fragment))?.string, url.string)
        }
        if !url.path.utf8.starts(with: "//".utf8) {
            checker.same("a path names itself", (try? url.resolving(url.path))?.path, url.path)
        }
        do throws(BridgeFailure) {
            let target = try url.resolving(reference)
            written(target, &checker)
            checker.same(
                "where a reference leads does not depend on blanks", (try? url.resolving("  \(reference) "))?.string,
                target.string)
            checker.same("and it stays there", (try? url.resolving(target.string))?.string, target.string)
            if (try? WebURL(reference)) == nil, !reference.utf8.contains(where: { "/\\:".utf8.contains($0) }) {
                checker.check("what names no host stays at the origin", target.sameOrigin(as: url), target.string)
            }
        } catch { refused(error, &checker) }
    }

    private static func refused(_ failure: BridgeFailure, _ checker: inout Checker) {
        checker.check("a refusal says why", !failure.cause.isEmpty && !failure.fix.isEmpty, "\(failure)")
        checker.check(
            "a refusal is about URLs", URLReason.allCases.contains { $0.code == failure.code }, "\(failure)")
    }
}

extension WebURL {
    fileprivate var parts: [String?] { [scheme, host, port.map { "\($0)" }, path, query, fragment] }
}

extension ASCIIText {
    fileprivate static func isUpperCase(_ byte: UInt8) -> Bool { lowercased(byte) != byte }
}
