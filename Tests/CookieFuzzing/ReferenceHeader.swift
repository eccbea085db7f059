import BridgePrimitives
import Cookies

/// What a first-party request carries, found the slow way: a look at every cookie and one sort (RFC 6265bis §5.8.3).
struct ReferenceHeader {
    let profile: CookieProfile
    let url: CookieURL

    /// - Parameter all: in the order in which they were created.
    func cookies(of all: [Cookie]) -> [Cookie] {
        guard url.schemeHoldsCookies else { return [] }
        let sent = all.enumerated().filter { isSent($0.element) }
        let places = sent.map { (place: place(of: $0.element, index: $0.offset), cookie: $0.element) }
        return places.sorted { $0.place.lexicographicallyPrecedes($1.place) }.map(\.cookie)
    }

    private func isSent(_ cookie: Cookie) -> Bool {
        let isLoopback =
            ["localhost", "[::1]"].contains(url.host) || url.host.hasSuffix(".localhost")
            || (url.hostIsIPAddress && url.host.hasPrefix("127."))
        if cookie.isSecure, !url.isSecure, !(profile.secureOnLoopback.value && isLoopback) { return false }
        if cookie.name.isEmpty, profile.nameless.value == .refuse { return false }
        if let key = cookie.partitionKey {
            let site = DefaultRuleSuffixes().registrableDomain(of: url.host) ?? url.host
            guard key == "\(url.isSecure ? "https" : "http")://\(site)" else { return false }
        }
        return coversHost(cookie) && coversPath(cookie)
    }

    private func coversHost(_ cookie: Cookie) -> Bool {
        if cookie.domain == url.host { return true }
        let mayBeBelow = !url.hostIsIPAddress || profile.takesAddressSuffix.value
        return !cookie.isHostOnly && mayBeBelow && !cookie.domain.isEmpty
            && Array(url.host.utf8).suffix(cookie.domain.utf8.count + 1).elementsEqual(("." + cookie.domain).utf8)
    }

    private func coversPath(_ cookie: Cookie) -> Bool {
        let path = profile.decodesRequestPath.value ? Self.decoding(Array(url.path.utf8)[...]) : Array(url.path.utf8)
        let (asked, own) = (path, Array(cookie.path.utf8)), slash = UInt8(ascii: "/")
        return asked == own || (asked.starts(with: own) && (own.last == slash || asked[own.count] == slash))
    }

    /// Letters, digits and `-._~` that are percent-encoded, as themselves.
    private static func decoding(_ path: ArraySlice<UInt8>) -> [UInt8] {
        var (rest, decoded) = (path, [UInt8]())
        while let first = rest.popFirst() {
            let digits = Array(rest.prefix(2))
            let isHexadecimal = digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
            if first == UInt8(ascii: "%"), isHexadecimal,
                let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8.contains(byte)
            {
                decoded.append(byte)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(first)
            }
        }
        return decoded
    }

    /// Compared from left to right, smaller ones first.
    private func place(of cookie: Cookie, index: Int) -> [Int64] {
        let length = -Int64(cookie.path.utf8.count), creation = cookie.creationTime.millisecondsSinceEpoch
        switch profile.headerOrder.value {
        case .creation: return [length, creation, Int64(index)]
        case .creationThenName:
            // No byte counts less than the end of a name.
            return [length, creation] + cookie.name.utf8.map { Int64($0) + 1 } + [0, Int64(index)]
        case .domainGroups:
            let above = Int64(url.host.utf8.count - cookie.domain.utf8.count)
            return [length, above, cookie.isHostOnly ? 1 : 0, creation, Int64(index)]
        }
    }
}
