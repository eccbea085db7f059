import BridgePrimitives

/// What one request, or one document, may see of the cookies of its host (RFC 6265bis §5.8.3, step 1).
///
/// ``forbiddenFlags(isParent:)`` and ``admits(_:_:)`` are the fast answer. The reasons are the full one: there are none
/// exactly when a cookie passes.
struct AccessFilter {
    /// How a cookie's domain relates to the host that is asked.
    enum Relation {
        case same, parent, other
    }

    private let url: CookieURL
    let isSecure: Bool
    let isScript: Bool
    /// Whether the scheme has cookies at all.
    let isSupported: Bool
    let isThirdPartyBlocked: Bool
    let refusesNameless: Bool
    /// The partition that is asked; only looked at for cookies that have one.
    let partitionKey: String?
    let now: Instant
    /// The SameSite values that keep a cookie back.
    private let withheldSameSites: CookieFlags
    /// Cookies without SameSite that were made after this moment pass in any case.
    private let unspecifiedGraceStart: Instant?
    private let isTainted: Bool
    /// What no cookie may have that goes out, its domain aside.
    private let forbidden: CookieFlags

    init(
        url: CookieURL, sameSite: SameSiteContext, isScript: Bool, isSupported: Bool, isThirdPartyBlocked: Bool,
        partitionKey: String?, rules: AccessRules, now: Instant
    ) {
        self.url = url
        isSecure = SecureURL.counts(url, onLoopback: rules.secureOnLoopback)
        (self.isScript, self.isSupported, self.isThirdPartyBlocked) = (isScript, isSupported, isThirdPartyBlocked)
        refusesNameless = rules.refusesNameless
        self.partitionKey = partitionKey
        self.now = now
        isTainted = sameSite.isTaintedByRedirect
        let isUnsafeTopLevel = sameSite.isTopLevelNavigation && !sameSite.hasSafeMethod
        // Script has no request: a cross-site frame's script sees no SameSite cookie at all.
        let lax = sameSite.isSameSite || (!isScript && sameSite.isTopLevelNavigation && sameSite.hasSafeMethod)
        var withheld: CookieFlags = []
        if !sameSite.isSameSite { withheld.insert(.strict) }
        if !lax { withheld.insert(.lax) }
        var graceStart: Instant?
        switch rules.missingSameSite {
        case .unrestricted: break
        case .lax: if !lax { withheld.insert(.unspecifiedSameSite) }
        case .laxAllowingUnsafe(let age):
            if !lax { withheld.insert(.unspecifiedSameSite) }
            if isUnsafeTopLevel, !isScript { graceStart = now - age }
        }
        (withheldSameSites, unspecifiedGraceStart) = (withheld, graceStart)
        // A cookie without SameSite may be in its grace time, so that one is looked at on its own.
        var forbidden = graceStart == nil ? withheld : withheld.subtracting(.unspecifiedSameSite)
        if !isSecure { forbidden.insert(.secure) }
        if isScript { forbidden.insert(.httpOnly) }
        if refusesNameless { forbidden.insert(.nameless) }
        self.forbidden = forbidden
    }

    /// The flags that keep a cookie back whatever else it is.
    func forbiddenFlags(isParent: Bool) -> CookieFlags { isParent ? forbidden.union(.hostOnly) : forbidden }

    /// Whether a cookie goes out that has none of the forbidden flags.
    ///
    /// Takes the array, because a copy of the cookie would count a reference.
    @inline(__always)
    func admits(_ cookies: [StoredCookie], _ position: Int) -> Bool {
        let flags = cookies[position].cookie.flags
        if cookies[position].cookie.isExpired(at: now) || !isSupported { return false }
        if !passesSameSite(flags, created: cookies[position].cookie.creationTime) { return false }
        if flags.contains(.hasPartition) {
            if cookies[position].cookie.partitionKey != partitionKey { return false }
        } else if isThirdPartyBlocked {
            return false
        }
        return isOnPath(cookies[position].cookie.text, cookies[position].cookie.pathRange)
    }

    @inline(__always)
    private func isOnPath(_ text: [UInt8], _ path: Range<Int>) -> Bool {
        CookiePath.matches(url.bytes, url.pathRange, cookiePath: text, path)
    }

    @inline(__always)
    private func passesSameSite(_ flags: CookieFlags, created: Instant) -> Bool {
        guard !flags.isDisjoint(with: withheldSameSites) else { return true }
        guard let unspecifiedGraceStart, flags.contains(.unspecifiedSameSite) else { return false }
        return created > unspecifiedGraceStart
    }

    /// All that keep a cookie out of a request, in the order of the checks.
    func sendReasons(_ cookie: Cookie, relation: Relation) -> [SendReason] {
        var reasons: [SendReason] = []
        if !isSupported { reasons.append(.schemeNotSupported) }
        if relation == .other { reasons.append(.otherHost) }
        if relation == .parent, cookie.isHostOnly { reasons.append(.hostOnly) }
        if !isOnPath(cookie.text, cookie.pathRange) { reasons.append(.path) }
        if cookie.isSecure, !isSecure { reasons.append(.secure) }
        if !passesSameSite(cookie.flags, created: cookie.creationTime) {
            switch cookie.sameSite {
            case .strict: reasons.append(.sameSiteStrict)
            case .lax: reasons.append(.sameSiteLax)
            case .unspecified, .none: reasons.append(.sameSiteDefault)
            }
            if isTainted { reasons.append(.sameSiteTaintedByRedirect) }
        }
        if cookie.flags.contains(.hasPartition) {
            if cookie.partitionKey != partitionKey { reasons.append(.partitionMismatch) }
        } else if isThirdPartyBlocked {
            reasons.append(.thirdPartyBlocked)
        }
        if refusesNameless, cookie.flags.contains(.nameless) { reasons.append(.nameless) }
        if cookie.isExpired(at: now) { reasons.append(.expired) }
        return reasons
    }

    /// All that hide a cookie from script, in the order of the checks.
    func scriptReasons(_ cookie: Cookie, relation: Relation) -> [ScriptReason] {
        var reasons: [ScriptReason] = []
        if !isSupported { reasons.append(.schemeNotSupported) }
        if relation == .other { reasons.append(.otherHost) }
        if relation == .parent, cookie.isHostOnly { reasons.append(.hostOnly) }
        if !isOnPath(cookie.text, cookie.pathRange) { reasons.append(.path) }
        if cookie.isSecure, !isSecure { reasons.append(.secure) }
        if cookie.isHTTPOnly { reasons.append(.httpOnly) }
        if !passesSameSite(cookie.flags, created: cookie.creationTime) { reasons.append(.sameSite) }
        if cookie.flags.contains(.hasPartition) {
            if cookie.partitionKey != partitionKey { reasons.append(.partitionMismatch) }
        } else if isThirdPartyBlocked {
            reasons.append(.thirdPartyBlocked)
        }
        if refusesNameless, cookie.flags.contains(.nameless) { reasons.append(.nameless) }
        if cookie.isExpired(at: now) { reasons.append(.expired) }
        return reasons
    }
}

/// Which URLs may hold Secure cookies (RFC 6265bis §5.7, step 12).
enum SecureURL {
    /// https and wss; in some engines also any URL on the own machine.
    static func counts(_ url: CookieURL, onLoopback: Bool) -> Bool {
        url.isSecure || (onLoopback && HostName.isLoopback(url.host))
    }
}
