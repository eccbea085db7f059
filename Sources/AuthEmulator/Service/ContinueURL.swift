import BridgePrimitives
import BridgeTrace

/// The address that an e-mail's link leads on to (`continueUrl`).
///
/// Whoever may send one could lead people, and the code in the link with them, wherever they like: production follows
/// `http` and `https` to the project's authorised domains only, and to names under them.
struct ContinueURL: Sendable {
    let text: String

    /// - Throws: `auth/invalid-continue-uri` for what has no scheme.
    init(_ text: String) throws(AuthRefusal) {
        guard AuthService.hasScheme(text) else {
            throw AuthRefusal(.invalidContinueURI, "((expected an absolute URI with valid scheme and host))")
        }
        self.text = text
    }

    /// What production would say; nil where it follows.
    func refusal(authorizedDomains: [String]) -> AuthRefusal? {
        guard let host = Self.webHost(of: text) else {
            return AuthRefusal(.unauthorizedDomain, "only http and https addresses of a host are followed")
        }
        let isAuthorized = authorizedDomains.contains { domain in
            let domain = ASCIIText.lowercased(domain)
            return host == domain || host.hasSuffix("." + domain) && !domain.isEmpty
        }
        return isAuthorized
            ? nil
            : AuthRefusal(
                .unauthorizedDomain,
                "\(host) is none of the project's authorizedDomains (\(authorizedDomains.joined(separator: ", ")))")
    }

    /// The host, lower case; nil for other schemes than the web's, and where parsers differ about which host it is:
    /// user information, a backslash, an escape.
    static func webHost(of text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let mark = bytes.firstRange(of: Array("://".utf8)),
            ["http", "https"].contains(ASCIIText.lowercased(bytes[..<mark.lowerBound]))
        else { return nil }
        let authority = bytes[mark.upperBound...].prefix { !"/?#".utf8.contains($0) }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        let port = authority[host.endIndex...].dropFirst()
        guard !host.isEmpty, host.allSatisfy({ Self.isHostByte($0) }), port.allSatisfy({ ASCIIText.isDigit($0) }) else {
            return nil
        }
        return ASCIIText.lowercased(host)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
}

extension AuthService {
    /// Takes an address to go on to: strict as production does, lenient any, with a word about what production would do.
    ///
    /// - Throws: `auth/invalid-continue-uri`, and strict `auth/unauthorized-domain`.
    func checkedContinueURL(_ text: String) throws(AuthRefusal) -> ContinueURL {
        let url = try ContinueURL(text)
        guard let refusal = url.refusal(authorizedDomains: authorizedDomains) else { return url }
        if enforces(.continueURLAuthorized) { throw refusal }
        record(AccountEvent(.lenient, uid: nil, reasons: [StrictnessRule.continueURLAuthorized.code]))
        return url
    }

    /// The configured ones, the project's own two as every project has them, and those of a web app that is announced.
    var authorizedDomains: [String] {
        let own = ["\(projectID).firebaseapp.com", "\(projectID).web.app"] + announcedDomains
        return configuration.authorizedDomains + own.filter { !configuration.authorizedDomains.contains($0) }
    }

    /// Scheme, colon, two slashes, a host: no more is asked (RFC 3986 §3).
    static func isAbsoluteURI(_ text: String) -> Bool {
        guard let rest = afterScheme(of: text) else { return false }
        return rest.starts(with: "//".utf8) && rest.count > 2
    }

    /// The same, with or without a host: `myapp:x` too.
    static func hasScheme(_ text: String) -> Bool { afterScheme(of: text)?.isEmpty == false }

    /// What follows the colon of an absolute URI; nil where no scheme is, or a byte that no URI has.
    private static func afterScheme(of text: String) -> Substring.UTF8View? {
        let bytes = text.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon != bytes.startIndex else { return nil }
        let scheme = bytes[..<colon]
        guard let first = scheme.first, ASCIIText.isLetter(first),
            scheme.allSatisfy({ ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || "+-.".utf8.contains($0) })
        else { return nil }
        let rest = bytes[bytes.index(after: colon)...]
        return rest.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? Substring(rest).utf8 : nil
    }
}
