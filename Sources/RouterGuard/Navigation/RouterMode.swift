/// Where a router keeps its history.
public enum RouterMode: String, Hashable, Sendable, CaseIterable {
    /// A stack in memory, without addresses.
    case abstract
    /// Whole paths in the address, below a base.
    case history
    /// Paths after the address's `#`.
    case hash
}

/// The part of addresses that belongs to the site, not to the router.
struct RouterBase: Sendable {
    /// With a leading slash and without a trailing one; the root is empty.
    let path: String

    /// - Parameters:
    ///   - option: the router's `base` option.
    ///   - tag: the `href` of the page's `<base>`, which counts when there is no option.
    init(option: String?, tag: String?, mode: RouterMode) {
        var base = option ?? ""
        if base.isEmpty {
            base = mode == .abstract ? "/" : Self.withoutOrigin(tag ?? "/")
        }
        if base.utf8.first != UInt8(ascii: "/") { base = "/" + base }
        path = RoutePath.withoutTrailingSlash(base)
    }

    /// The address as a location within the base; an address outside is used whole.
    func location(of address: BrowserAddress) -> String {
        var rest = Array(address.path.utf8)[...]
        let lowered = rest.map(Self.lower)
        let base = path.utf8.map(Self.lower)
        // Only a whole segment counts: /app is not the base of /application.
        if !base.isEmpty, lowered == base || lowered.starts(with: base + [UInt8(ascii: "/")]) {
            rest = rest.dropFirst(base.count)
        }
        return (rest.isEmpty ? "/" : String(decoding: rest, as: UTF8.self)) + address.search + address.hash
    }

    func href(of fullPath: String, mode: RouterMode) -> String {
        let path = mode == .hash ? "#" + fullPath : fullPath
        return self.path.isEmpty ? path : RoutePath.cleaned(self.path + "/" + path)
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
    }

    private static func withoutOrigin(_ url: String) -> String {
        for scheme in ["http://", "https://"] where url.utf8.starts(with: scheme.utf8) {
            return String(
                decoding: url.utf8.dropFirst(scheme.utf8.count).drop { $0 != UInt8(ascii: "/") }, as: UTF8.self)
        }
        return url
    }
}
