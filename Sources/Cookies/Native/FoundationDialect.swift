public import BridgePrimitives

/// Whose `HTTPCookie` reads a header dictionary or a dictionary of properties.
public enum FoundationDialect: String, Hashable, Sendable, CaseIterable {
    /// Foundation on Apple systems, as documented; what the documentation leaves open is as in the jar of iOS 18.
    case apple
    /// swift-corelibs-foundation (HTTPCookie.swift), as seen with Swift 6.3.1.
    case linuxFoundation = "linux-foundation"
}

/// What `HTTPCookie` lost or changed of what was written.
public enum FoundationReason: String, Reason {
    case keyLetterCase = "foundation/key-letter-case"
    case noCookie = "foundation/no-cookie"
    case maxAgeIgnored = "foundation/max-age-ignored"
    case expiresIgnored = "foundation/expires-ignored"
    case yearTakenLiterally = "foundation/year-taken-literally"
    case zoneApplied = "foundation/zone-applied"
    case sameSiteIgnored = "foundation/same-site-ignored"
    case partitionedIgnored = "foundation/partitioned-ignored"
    case flagIgnored = "foundation/flag-ignored"
    case defaultPathIsRoot = "foundation/default-path-is-root"
    case foreignDomainAccepted = "foundation/foreign-domain-accepted"
    case publicSuffixAccepted = "foundation/public-suffix-accepted"
    case secureFromInsecureAccepted = "foundation/secure-from-insecure-accepted"
    case controlCharacterAccepted = "foundation/control-character-accepted"
    case splitAtComma = "foundation/split-at-comma"
    case wrongType = "foundation/wrong-type"

    public var meaning: String {
        switch self {
        case .keyLetterCase: "Only the key spelled Set-Cookie is found here, and this one is spelled otherwise."
        case .noCookie: "The text makes no cookie."
        case .maxAgeIgnored: "Max-Age counts only as text, and on Linux only with Version=1."
        case .expiresIgnored: "The date has a form that is not read, so the cookie has no expiry."
        case .yearTakenLiterally: "A year of two digits was taken for one of the first century."
        case .zoneApplied: "The date's time zone was applied, which browsers ignore."
        case .sameSiteIgnored: "SameSite was dropped."
        case .partitionedIgnored: "Partitioned was dropped, since native cookies have no such property."
        case .flagIgnored: "Secure or HttpOnly was dropped because of the value it was given."
        case .defaultPathIsRoot: "The path became / where browsers take the URL's directory."
        case .foreignDomainAccepted: "The domain does not cover the URL's host, and a browser would refuse it."
        case .publicSuffixAccepted: "The domain is a public suffix, and a browser would refuse it."
        case .secureFromInsecureAccepted: "A Secure cookie came from an insecure URL, and a browser would refuse it."
        case .controlCharacterAccepted: "A control character stands in the text, and a browser would refuse it."
        case .splitAtComma: "The text was split at a comma that may have been part of a value."
        case .wrongType: "A property has a value of a type that is not looked at."
        }
    }

    public var fix: String {
        switch self {
        case .keyLetterCase: "Write the key as Set-Cookie."
        case .noCookie: "Write name=value with a name."
        case .maxAgeIgnored: "Give the expiry as a date."
        case .expiresIgnored, .yearTakenLiterally, .zoneApplied: "Write the date as Wed, 09 Jun 2027 10:18:14 GMT."
        case .sameSiteIgnored, .partitionedIgnored: "Let the web view's own loader store the response."
        case .flagIgnored: "In a header write the attribute without a value, as a property write the text TRUE."
        case .defaultPathIsRoot: "Write Path in the header."
        case .foreignDomainAccepted, .publicSuffixAccepted: "Check the domain before you set the cookie."
        case .secureFromInsecureAccepted: "Fetch the page over https."
        case .controlCharacterAccepted: "Encode the value, for example as base64url."
        case .splitAtComma: "Encode commas in values, or read each header line by itself."
        case .wrongType: "Give text, for an expiry a date, for the origin a URL."
        }
    }
}

/// What one part of a folded `Set-Cookie` text became.
public struct FoundationCookie: Hashable, Sendable {
    /// Nil where Foundation gives no cookie.
    public let cookie: NativeCookie?
    /// What was lost or changed on the way, in the order of the attributes.
    public let notes: [FoundationReason]

    public init(cookie: NativeCookie?, notes: [FoundationReason] = []) { (self.cookie, self.notes) = (cookie, notes) }
}

extension NativeCookie {
    /// The cookies of a response, as `HTTPCookie.cookies(withResponseHeaderFields:for:)` gives them.
    ///
    /// - Parameters:
    ///   - fields: header names and values; one value a name, several lines folded by commas.
    ///   - url: gives domain and, on Apple systems, path where the header has none.
    ///   - now: what Max-Age counts from.
    /// - Returns: an answer for each part of each `Set-Cookie` field, those that make no cookie included.
    /// - Complexity: O(n) in bytes.
    public static func cookies(
        withResponseHeaderFields fields: [(name: String, value: String)], for url: CookieURL, now: Instant,
        dialect: FoundationDialect
    ) -> [FoundationCookie] {
        fields.filter { $0.name.utf8.isEqualWord("set-cookie") }.flatMap { name, value in
            guard dialect == .apple || name.utf8.elementsEqual("Set-Cookie".utf8) else {
                return [FoundationCookie(cookie: nil, notes: [.keyLetterCase])]
            }
            let lines = SetCookieFolding.unfolded(Array(value.utf8))
            return lines.map { line in
                let read =
                    switch dialect {
                    case .apple: AppleHeaderCookie.read(line, for: url, now: now)
                    case .linuxFoundation: LinuxHeaderCookie.read(line, for: url, now: now)
                    }
                // Half a quotation: the comma stood between quotes.
                let isTorn = lines.count > 1 && !line.count { $0 == Byte.quote }.isMultiple(of: 2)
                return isTorn ? FoundationCookie(cookie: read.cookie, notes: read.notes + [.splitAtComma]) : read
            }
        }
    }
}
