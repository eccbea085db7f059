import BridgePrimitives

/// What one request, or one document, may see of the cookies of its host (RFC 6265bis §5.8.3, step 1).
///
/// ``admits(_:isParent:)`` is the fast answer; the reasons are the full one, and empty exactly when it is yes.
struct AccessFilter {
    /// How a bucket's domain relates to the host that is asked.
    enum Relation {
        case same, parent, other
    }

    let path: String
    let isSecure: Bool
    let isScript: Bool
    /// Whether the scheme has cookies at all.
    let isSupported: Bool
    let isThirdPartyBlocked: Bool
    let refusesNameless: Bool
    /// The partition that is asked; only looked at for cookies that have one.
    let partitionKey: String?
    let now: Int64
    private let strictPasses: Bool
    private let laxPasses: Bool
    private let unspecifiedPasses: Bool
    /// Cookies without SameSite that were made after this moment pass in any case.
    private let unspecifiedGraceStart: Int64
    private let isTainted: Bool

    init(
        url: CookieURL, sameSite: SameSiteContext, isScript: Bool, isSupported: Bool, isThirdPartyBlocked: Bool,
        partitionKey: String?, profile: borrowing CookieProfile, now: Instant
    ) {
        path = url.path
        isSecure = SecureURL.counts(url, onLoopback: profile.secureOnLoopback.value)
        (self.isScript, self.isSupported, self.isThirdPartyBlocked) = (isScript, isSupported, isThirdPartyBlocked)
        refusesNameless = profile.nameless.value == .refuse
        self.partitionKey = partitionKey
        self.now = now.millisecondsSinceEpoch
        isTainted = sameSite.isTaintedByRedirect
        strictPasses = sameSite.isSameSite
        let isUnsafeTopLevel = sameSite.isTopLevelNavigation && !sameSite.hasSafeMethod
        // Script has no request: a cross-site frame's script sees no SameSite cookie at all.
        let lax = sameSite.isSameSite || (!isScript && sameSite.isTopLevelNavigation && sameSite.hasSafeMethod)
        laxPasses = lax
        switch profile.missingSameSite.value {
        case .unrestricted: (unspecifiedPasses, unspecifiedGraceStart) = (true, .max)
        case .lax: (unspecifiedPasses, unspecifiedGraceStart) = (lax, .max)
        case .laxAllowingUnsafe(let age):
            unspecifiedPasses = lax
            unspecifiedGraceStart = isUnsafeTopLevel && !isScript ? (now - age).millisecondsSinceEpoch : .max
        }
    }

    func admits(_ entry: JarEntry, isParent: Bool) -> Bool {
        let flags = entry.flags
        if isParent, flags.contains(.hostOnly) { return false }
        if flags.contains(.secure), !isSecure { return false }
        if isScript, flags.contains(.httpOnly) { return false }
        if entry.isExpired(at: now) || !passesSameSite(entry) || !isSupported { return false }
        if let key = entry.partitionKey {
            if key != partitionKey { return false }
        } else if isThirdPartyBlocked {
            return false
        }
        if refusesNameless, entry.isNameless { return false }
        return CookiePath.matches(path, cookiePath: entry.path)
    }

    /// Whether no SameSite value could keep a cookie back.
    var passesAllSameSites: Bool { strictPasses && laxPasses && unspecifiedPasses }

    private func passesSameSite(_ entry: JarEntry) -> Bool {
        switch entry.sameSite {
        case .none: true
        case .strict: strictPasses
        case .lax: laxPasses
        case .unspecified: unspecifiedPasses || entry.creation > unspecifiedGraceStart
        }
    }

    /// All that keep a cookie out of a request, in the order of the checks.
    func sendReasons(_ entry: JarEntry, relation: Relation) -> [SendReason] {
        var reasons: [SendReason] = []
        if !isSupported { reasons.append(.schemeNotSupported) }
        if relation == .other { reasons.append(.otherHost) }
        if relation == .parent, entry.flags.contains(.hostOnly) { reasons.append(.hostOnly) }
        if !CookiePath.matches(path, cookiePath: entry.path) { reasons.append(.path) }
        if entry.flags.contains(.secure), !isSecure { reasons.append(.secure) }
        if !passesSameSite(entry) {
            switch entry.sameSite {
            case .strict: reasons.append(.sameSiteStrict)
            case .lax: reasons.append(.sameSiteLax)
            case .unspecified, .none: reasons.append(.sameSiteDefault)
            }
            if isTainted { reasons.append(.sameSiteTaintedByRedirect) }
        }
        if let key = entry.partitionKey {
            if key != partitionKey { reasons.append(.partitionMismatch) }
        } else if isThirdPartyBlocked {
            reasons.append(.thirdPartyBlocked)
        }
        if refusesNameless, entry.isNameless { reasons.append(.nameless) }
        if entry.isExpired(at: now) { reasons.append(.expired) }
        return reasons
    }

    /// All that hide a cookie from script, in the order of the checks.
    func scriptReasons(_ entry: JarEntry, relation: Relation) -> [ScriptReason] {
        var reasons: [ScriptReason] = []
        if !isSupported { reasons.append(.schemeNotSupported) }
        if relation == .other { reasons.append(.otherHost) }
        if relation == .parent, entry.flags.contains(.hostOnly) { reasons.append(.hostOnly) }
        if !CookiePath.matches(path, cookiePath: entry.path) { reasons.append(.path) }
        if entry.flags.contains(.secure), !isSecure { reasons.append(.secure) }
        if entry.flags.contains(.httpOnly) { reasons.append(.httpOnly) }
        if !passesSameSite(entry) { reasons.append(.sameSite) }
        if let key = entry.partitionKey {
            if key != partitionKey { reasons.append(.partitionMismatch) }
        } else if isThirdPartyBlocked {
            reasons.append(.thirdPartyBlocked)
        }
        if refusesNameless, entry.isNameless { reasons.append(.nameless) }
        if entry.isExpired(at: now) { reasons.append(.expired) }
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
