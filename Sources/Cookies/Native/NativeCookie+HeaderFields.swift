public import BridgePrimitives

/// What one part of a folded `Set-Cookie` text became.
public struct FoundationCookie: Hashable, Sendable {
    /// Nil where Foundation gives no cookie.
    public let cookie: NativeCookie?
    /// What was lost or let pass on the way.
    public let notes: [FoundationReason]

    public init(cookie: NativeCookie?, notes: [FoundationReason] = []) { (self.cookie, self.notes) = (cookie, notes) }
}

extension NativeCookie {
    /// The cookies of a response, as `HTTPCookie.cookies(withResponseHeaderFields:for:)` gives them on Apple systems.
    ///
    /// Lines are read by the rules of the jar below, without a jar's judgement about who may set what: what Apple's
    /// documentation leaves open is as in the jar of iOS 18.
    /// - Parameters:
    ///   - fields: the values of `Set-Cookie`. A dictionary of header fields holds one, and so they are folded with
    ///     commas first and cut again.
    ///   - url: gives domain and path where the header has none.
    ///   - now: what Max-Age counts from.
    /// - Returns: an answer for each part, those that make no cookie included.
    /// - Complexity: O(n) in bytes.
    public static func cookies(
        withSetCookieFields fields: [[UInt8]], for url: CookieURL, now: Instant
    ) -> [FoundationCookie] {
        let lines = SetCookieFolding.unfolded(SetCookieFolding.folded(fields))
        return lines.map { line in
            let read = FoundationCookie(reading: line, for: url, now: now)
            // Half a quotation: the comma stood between quotes.
            let isTorn = lines.count > 1 && !line.count { $0 == Byte.quote }.isMultiple(of: 2)
            return isTorn ? FoundationCookie(cookie: read.cookie, notes: read.notes + [.splitAtComma]) : read
        }
    }
}

extension FoundationCookie {
    fileprivate init(reading line: [UInt8], for url: CookieURL, now: Instant) {
        var jar = CookieJar(profile: .ios18, publicSuffixes: DefaultRuleSuffixes())
        let decision = jar.store(setCookie: line, from: url, now: now)
        let unreadable: Set<StoreReason> = [.empty, .controlCharacter, .pairTooLarge, .syntax, .domainInvalid]
        guard let cookie = decision.cookie, unreadable.isDisjoint(with: decision.reasons) else {
            self.init(cookie: nil, notes: [.noCookie])
            return
        }
        var notes = decision.reasons.compactMap { Self.accepted[$0] }
        if cookie.isPartitioned { notes.append(.partitionedIgnored) }
        self.init(cookie: NativeCookie(cookie), notes: notes)
    }

    /// What a jar refuses, and `HTTPCookie` does not look at.
    private static let accepted: [StoreReason: FoundationReason] = [
        .domainMismatch: .foreignDomainAccepted, .domainPublicSuffix: .publicSuffixAccepted,
        .secureFromInsecure: .secureFromInsecureAccepted,
    ]
}
