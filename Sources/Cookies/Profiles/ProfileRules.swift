import BridgePrimitives

// The values that a profile's knobs take where yes or no is not enough.

/// What control characters do to a cookie.
public enum ControlCharacterRule: String, Hashable, Sendable, CaseIterable {
    /// They discard it (RFC 6265bis §5.6, step 1); TAB is white space.
    case reject
    /// They discard it, and so does a TAB inside name or value.
    case rejectWithInnerTab
    /// Name or value ends at the first of them, TAB included; 0x7F is an ordinary byte.
    case truncate
}

/// What becomes of a cookie with an empty name.
public enum NamelessRule: String, Hashable, Sendable, CaseIterable {
    case store
    case storeUnlessValueHasEquals
    /// Not stored, and never sent or shown if native code stored it.
    case refuse
}

/// How bytes beyond ASCII in a header become text.
public enum HeaderTextRule: String, Hashable, Sendable, CaseIterable {
    /// As UTF-8; bytes that are not become U+FFFD, since texts here are Unicode.
    case utf8
    /// Each byte is one character, which makes mojibake of UTF-8.
    case latin1
    /// The line ends before the first of them.
    case cutAtFirst
}

/// Which names count as prefixed.
public enum PrefixRule: String, Hashable, Sendable, CaseIterable {
    case anyCase, exactCase, unchecked
}

/// What an `Expires` or `Max-Age` that cannot be used does to an earlier one that could.
public enum UnusableLifetimeRule: String, Hashable, Sendable, CaseIterable {
    /// Nothing: the last usable one counts.
    case earlierStays
    /// The last one counts, usable or not: the earlier one of its name is forgotten.
    case forgetsEarlier
    /// An `Expires` forgets whatever lifetime was read before; a `Max-Age` does nothing.
    case expiresForgetsAll
}

/// What an attribute that needs a value means without an equals sign, such as `; Path;`.
public enum BareAttributeRule: String, Hashable, Sendable, CaseIterable {
    /// The same as with an empty value.
    case emptyValue
    case ignored
}

/// Which cookies of an insecure page are refused because a Secure cookie has their name.
public enum LeaveSecureAloneRule: String, Hashable, Sendable, CaseIterable {
    /// Those of a domain that matches in either direction and of a path that the Secure cookie's covers
    /// (RFC 6265bis §5.7, step 16).
    case coveredPaths
    /// Only those of its very identity.
    case sameIdentity
}

/// Which of `Max-Age` and `Expires` decides.
public enum LifetimePrecedence: String, Hashable, Sendable, CaseIterable {
    case maxAge
    /// Whichever comes last.
    case lastAttribute
}

/// How long a cookie lives that a page's script wrote.
public enum ScriptLifetimeRule: Hashable, Sendable {
    case asWritten
    /// Cut as it is written, to a shorter time after a decorated landing; under tracking prevention only.
    case capped(at: Duration, decorated: Duration)
    /// Deleted when nobody used the site for `window`, see ``CookieJar/removeScriptWritten(site:)``;
    /// cut as it is written after a decorated landing only. Under tracking prevention only.
    case deletedAfterInactivity(window: Duration, decorated: Duration)
}

/// What a host that is a public suffix itself may store.
public enum PublicSuffixHostRule: String, Hashable, Sendable, CaseIterable {
    /// A Domain attribute equal to the host makes the cookie host-only (RFC 6265bis §5.7, step 9).
    case hostOnly
    /// Nothing, not even host-only cookies, if the list names the host. The list's default rule, by which every
    /// unknown top-level name is a suffix, does not count here.
    case refuseEveryCookie
}

/// How a cookie without a SameSite attribute is enforced.
public enum MissingSameSiteRule: Hashable, Sendable {
    case unrestricted
    case lax
    /// Like Lax, but cookies younger than this also travel in unsafe top-level requests.
    case laxAllowingUnsafe(youngerThan: Duration)
}

/// Which redirect makes a request that began same-site a cross-site one.
public enum RedirectTaintRule: String, Hashable, Sendable, CaseIterable {
    /// None: only where the request began counts.
    case never
    /// One through another site.
    case otherSite
    /// Also one between http and https of the same host. Links between the two stay same-site, and so do redirects
    /// between schemes that change the host within its site.
    case otherSiteOrScheme
}

/// What third parties may do with cookies.
public enum ThirdPartyRule: String, Hashable, Sendable, CaseIterable {
    case allowed
    /// Sent everywhere, stored only while its site is first party.
    case storedFromFirstPartyOnly
    /// Neither sent nor stored nor shown.
    case blocked
}

/// Whether the `Partitioned` attribute opens a jar for each top-level site.
public enum PartitionRule: String, Hashable, Sendable, CaseIterable {
    case unsupported, optIn
}

/// Whether an updated cookie keeps its creation time and with it its place in the header.
public enum UpdatePlaceRule: String, Hashable, Sendable, CaseIterable {
    case kept, keptIfValueIsUnchanged
}

/// How cookies of equally long paths are ordered.
public enum HeaderOrder: String, Hashable, Sendable, CaseIterable {
    /// By creation time, then by the order in which they came.
    case creation
    /// By creation time, then by name.
    case creationThenName
    /// The host's domain cookies, its host-only cookies, then those of the domains above it.
    case domainGroups
}

/// How many cookies a jar holds before it evicts some.
public struct CookieLimits: Hashable, Sendable {
    public var perSite: Int
    /// How far below the limit a site is brought when it has too many.
    public var sitePurge: Int
    public var total: Int
    public var totalPurge: Int
    /// Bytes of names and values that one site may hold in one partition.
    public var partitionBytes: Int

    public init(
        perSite: Int, sitePurge: Int = 0, total: Int, totalPurge: Int = 0, partitionBytes: Int = .max
    ) {
        (self.perSite, self.sitePurge) = (max(1, perSite), max(0, sitePurge))
        (self.total, self.totalPurge) = (max(1, total), max(0, totalPurge))
        self.partitionBytes = max(1, partitionBytes)
    }
}

/// What `document.cookie` does in documents without an origin of their own, such as about:blank.
public enum BlankDocumentRule: String, Hashable, Sendable, CaseIterable {
    case ignored, securityError
}

/// What the page sees after the jar refused its write over an HttpOnly cookie.
public enum RefusedOverwriteView: String, Hashable, Sendable, CaseIterable {
    case unchanged
    /// Its own value, if it had read `document.cookie` before.
    case phantom
}

/// What happens to a `Cookie` header that native code puts on a request.
public enum ManualCookieHeaderRule: String, Hashable, Sendable, CaseIterable {
    case dropped, firstHopOnly, wholeRedirectChain
}

/// What a jar checks of a cookie that native code made.
public enum NativeWriteRule: String, Hashable, Sendable, CaseIterable {
    /// Hardly anything: no prefix, SameSite, public suffix, size or lifetime.
    case asGiven
    /// What it checks of a `Set-Cookie` line as well, except for what needs a URL or a document to compare with.
    case judged
}

/// Whether a load started right after an un-awaited native write has the cookie.
public enum NativeWriteOrder: String, Hashable, Sendable, CaseIterable {
    case ordered, race
}

// Rules with times in them read as sentences do.

extension ScriptLifetimeRule: CustomStringConvertible {
    public var description: String {
        switch self {
        case .asWritten: "asWritten"
        case .capped(let longest, let decorated):
            "capped at \(longest.worldText), \(decorated.worldText) if decorated"
        case .deletedAfterInactivity(let window, let decorated):
            "deleted after \(window.worldText) unused, capped at \(decorated.worldText) if decorated"
        }
    }
}

extension MissingSameSiteRule: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unrestricted: "unrestricted"
        case .lax: "lax"
        case .laxAllowingUnsafe(let age): "lax, unsafe methods for \(age.worldText)"
        }
    }
}

extension CookieLimits: CustomStringConvertible {
    public var description: String {
        let partition = partitionBytes == .max ? "" : ", \(partitionBytes) bytes a partition"
        return "\(perSite) a site (less \(sitePurge)), \(total) in all (less \(totalPurge))\(partition)"
    }
}
