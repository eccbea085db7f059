public import Cookies

/// The domains that an app is bound to: `WKAppBoundDomains` as WebKit reads it.
public struct AppBoundDomains: Hashable, Sendable {
    /// WebKit reads no more than this many.
    public static let limit = 10

    /// Registrable domains, lower-case, in the order of the list; duplicates count once.
    public let domains: [String]
    /// Schemes that the list binds (`myapp:`), lower-case, without the colon.
    public let schemes: [String]
    /// What was left out: entries after the tenth, and those that name no host.
    public let ignored: [String]

    /// - Parameter list: hosts or domains without scheme; an entry that ends in a colon is a scheme.
    public init(_ list: [String], publicSuffixes: any PublicSuffixes) {
        var (domains, schemes, ignored) = ([String](), [String](), [String]())
        for entry in list {
            guard domains.count + schemes.count < Self.limit else {
                ignored.append(entry)
                continue
            }
            if entry.utf8.last == UInt8(ascii: ":"), let url = try? CookieURL(entry + "//x") {
                if !schemes.contains(url.scheme) { schemes.append(url.scheme) }
            } else if !entry.contains("://"), let host = try? CookieURL("https://" + entry).host, !host.isEmpty {
                let domain = publicSuffixes.registrableDomain(of: host) ?? host
                if !domains.contains(domain) { domains.append(domain) }
            } else {
                ignored.append(entry)
            }
        }
        (self.domains, self.schemes, self.ignored) = (domains, schemes, ignored)
    }

    /// Whether the host belongs to a listed domain; subdomains do.
    public func contains(host: String, publicSuffixes: any PublicSuffixes) -> Bool {
        domains.contains(publicSuffixes.registrableDomain(of: host) ?? host)
    }
}
