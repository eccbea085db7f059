import BridgePrimitives

/// One `Set-Cookie` line as Apple's `HTTPCookie` reads it: by the rules of the jar below it, but without a jar's
/// judgement about who may set what.
enum AppleHeaderCookie {
    static func read(_ line: [UInt8], for url: CookieURL, now: Instant) -> FoundationCookie {
        var jar = CookieJar(profile: .ios18, publicSuffixes: DefaultRuleSuffixes())
        let decision = jar.store(setCookie: line, from: url, now: now)
        let unreadable: Set<StoreReason> = [.empty, .controlCharacter, .pairTooLarge, .syntax, .domainInvalid]
        guard let cookie = decision.cookie, unreadable.isDisjoint(with: decision.reasons) else {
            return FoundationCookie(cookie: nil, notes: [.noCookie])
        }
        var notes: [FoundationReason] = []
        for reason in decision.reasons {
            switch reason {
            case .domainMismatch: notes.append(.foreignDomainAccepted)
            case .domainPublicSuffix: notes.append(.publicSuffixAccepted)
            case .secureFromInsecure: notes.append(.secureFromInsecureAccepted)
            default: break
            }
        }
        if cookie.isPartitioned { notes.append(.partitionedIgnored) }
        return FoundationCookie(cookie: NativeCookie(cookie), notes: notes)
    }
}
