/// The public suffix list, as a value: an edge passes in the real one.
///
/// Hosts are lower-case ASCII, without port; an IP address is asked about too.
public protocol PublicSuffixes: Sendable {
    /// Whether anybody can register names below `host` (`co.uk`, `github.io`).
    func isPublicSuffix(_ host: String) -> Bool
    /// Whether the list itself names the suffix, so that it is one by more than the default rule `*`.
    func isListed(_ host: String) -> Bool
    /// The public suffix of `host` plus one label; nil for a suffix itself, an IP address and an empty host.
    func registrableDomain(of host: String) -> String?
}

extension PublicSuffixes {
    /// The default rule makes suffixes of single labels only.
    public func isListed(_ host: String) -> Bool { host.utf8.contains(Byte.dot) && isPublicSuffix(host) }

    /// The site that a domain's cookies belong to: its registrable domain, or the domain itself if it has none.
    func site(of domain: String) -> String { registrableDomain(of: domain) ?? domain }
}

/// Only the list's default rule `*`: the last label is a suffix, the last two are a site.
public struct DefaultRuleSuffixes: PublicSuffixes {
    public init() {}

    public func isPublicSuffix(_ host: String) -> Bool {
        let labels = host.utf8.last == Byte.dot ? host.utf8.dropLast() : host.utf8[...]
        return !labels.isEmpty && !labels.contains(Byte.dot) && !HostName.isIPAddress(host)
    }

    /// - Complexity: O(n) in bytes. A host with a trailing dot keeps it: it is another host.
    public func registrableDomain(of host: String) -> String? {
        guard !HostName.isIPAddress(host) else { return nil }
        let labels = host.utf8.last == Byte.dot ? host.utf8.dropLast() : host.utf8[...]
        guard let lastDot = labels.lastIndex(of: Byte.dot), lastDot != labels.startIndex else { return nil }
        let before = labels[..<lastDot].lastIndex(of: Byte.dot)
        return String(host[(before.map { labels.index(after: $0) } ?? labels.startIndex)...])
    }
}
