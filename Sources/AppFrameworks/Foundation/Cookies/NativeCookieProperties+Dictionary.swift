import BridgePrimitives
import Cookies

// How `HTTPCookie(properties:)` reads its dictionary on Apple's systems.
extension NativeCookieProperties {
    /// Values of a type that a key does not take are as good as none.
    init(_ properties: [HTTPCookiePropertyKey: Any]) {
        func text(_ key: HTTPCookiePropertyKey) -> String? { properties[key] as? String }
        self.init(
            name: text(.name), value: text(.value), path: text(.path), domain: text(.domain),
            originURL: Self.url(properties[.originURL]))
        // The documentation: "providing any value for this key".
        isSecure = properties[.secure] != nil
        isHTTPOnly = properties.contains { key, value in
            ASCIIText.isSame(key.rawValue, "HttpOnly") && !Self.saysNo(value)
        }
        sameSite = Self.sameSite(properties[.sameSitePolicy])
        expires = Self.moment(properties[.expires])
        maximumAge = Self.number(properties[.maximumAge]).map { .seconds(max(0, min($0, Self.longestAge))) }
        version = (Self.number(properties[.version]) ?? 0) >= 1 ? 1 : 0
        discard = properties[.discard].map { Self.saysYes($0) }
    }

    /// Seconds; some thirty years.
    private static let longestAge: Int64 = 1_000_000_000

    private static func url(_ value: Any?) -> CookieURL? {
        let text = (value as? URL)?.absoluteString ?? value as? String
        return text.flatMap { try? CookieURL($0) }
    }

    private static func sameSite(_ value: Any?) -> SameSite? {
        let text = (value as? HTTPCookieStringPolicy)?.rawValue ?? value as? String
        switch text.map({ ASCIIText.lowercased($0) }) {
        case "lax": return .lax
        case "strict": return .strict
        case "none": return SameSite.none
        default: return nil
        }
    }

    /// A text is read as a `Set-Cookie` line's date is.
    private static func moment(_ value: Any?) -> Instant? {
        if let date = value as? Date { return Instant(date) }
        guard let text = value as? String, !text.utf8.contains(UInt8(ascii: ";")),
            let url = try? CookieURL("https://a.example/")
        else { return nil }
        var jar = CookieJar(profile: .ios18, publicSuffixes: DefaultRuleSuffixes())
        return jar.store(setCookie: Array("a=b; Expires=\(text)".utf8), from: url, now: .epoch).cookie?.expiry
    }

    private static func number(_ value: Any?) -> Int64? {
        switch value {
        case let text as String: Int64(text)
        case let number as any BinaryInteger: Int64(clamping: number)
        case let number as Double: Int64(exactly: number.rounded(.towardZero))
        default: nil
        }
    }

    private static func saysYes(_ value: Any) -> Bool {
        (value as? String).map { ASCIIText.isSame($0, "TRUE") } ?? (value as? Bool ?? false)
    }

    private static func saysNo(_ value: Any) -> Bool {
        if let text = value as? String { return ["false", "no", "0"].contains(ASCIIText.lowercased(text)) }
        return value as? Bool == false || number(value) == 0
    }
}
