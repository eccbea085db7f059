import CPSL
public import Cookies

/// The Mozilla public suffix list, through libpsl.
public final class PublicSuffixList: PublicSuffixes {
    /// Unchecked: libpsl only reads a list once it is built or loaded.
    private struct List: @unchecked Sendable {
        let raw: OpaquePointer
        let isOwned: Bool
    }

    private let list: List

    private init(_ list: List) { self.list = list }

    deinit {
        if list.isOwned { psl_free(list.raw) }
    }

    /// The newer of the system's list and the one built into libpsl; nil when libpsl has neither.
    ///
    /// - Complexity: reads the system's list when it is newer than the built-in one.
    public static func system() -> PublicSuffixList? {
        if let builtIn = psl_builtin(), psl_builtin_outdated() == 0 {
            return PublicSuffixList(List(raw: builtIn, isOwned: false))
        }
        if let latest = psl_latest(nil) { return PublicSuffixList(List(raw: latest, isOwned: true)) }
        return psl_builtin().map { PublicSuffixList(List(raw: $0, isOwned: false)) }
    }

    /// What a web view uses: ``system()``, or the default rule alone where libpsl has no list.
    public static let standard: any PublicSuffixes = system() ?? DefaultRuleSuffixes()

    public func isPublicSuffix(_ host: String) -> Bool {
        guard !host.isEmpty, !Self.isAddress(host) else { return false }
        return psl_is_public_suffix2(list.raw, Self.withoutTrailingDot(host), PSL_TYPE_ANY) == 1
    }

    public func isListed(_ host: String) -> Bool {
        guard !host.isEmpty, !Self.isAddress(host) else { return false }
        let kinds = PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE
        return psl_is_public_suffix2(list.raw, Self.withoutTrailingDot(host), kinds) == 1
    }

    public func registrableDomain(of host: String) -> String? {
        guard !host.isEmpty, !Self.isAddress(host) else { return nil }
        let bare = Self.withoutTrailingDot(host)
        // libpsl gives a pointer into the text that it was asked about.
        let domain = bare.withCString { text in psl_registrable_domain(list.raw, text).map { String(cString: $0) } }
        return domain.map { bare.utf8.count == host.utf8.count ? $0 : $0 + "." }
    }

    private static func withoutTrailingDot(_ host: String) -> String {
        host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
    }

    /// IPv6 in brackets, or a dotted quad: a public suffix never ends in a digit.
    private static func isAddress(_ host: String) -> Bool {
        guard let last = host.utf8.last else { return false }
        return last == UInt8(ascii: "]") || (last >= UInt8(ascii: "0") && last <= UInt8(ascii: "9"))
    }
}
