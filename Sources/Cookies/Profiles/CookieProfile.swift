public import BridgePrimitives

/// How one engine treats cookies, as data. Each value carries its evidence.
///
/// The jar obeys all values but the last chapter's, which the web view reads. A new value gets its default here, with
/// the evidence that stands for engines of which nothing else is known; an engine that departs from it says so itself.
public struct CookieProfile: Hashable, Sendable {
    public var name: String

    // MARK: Reading a line
    /// Longest name plus value, in bytes; nil for no limit.
    public var pairLimit: Sourced<Int?>
    /// Longest attribute value, in bytes; a longer one is skipped. Nil for no limit.
    public var attributeLimit: Sourced<Int?>
    public var controlCharacters: Sourced<ControlCharacterRule>
    public var nameless: Sourced<NamelessRule>
    /// Whether a script's `x` becomes `x=`.
    public var scriptTextGetsEquals: Sourced<Bool>
    /// Whether a newline in a script's text separates cookies instead of being a control character.
    public var newlinesSplitScriptText: Sourced<Bool>
    /// Whether a `;` between quotes belongs to the value.
    public var quotedSemicolonProtected: Sourced<Bool>
    /// Whether a text without name and value removes the nameless cookie instead of doing nothing.
    public var emptyTextRemovesNameless: Sourced<Bool>
    public var bareAttribute: Sourced<BareAttributeRule>
    public var headerText: Sourced<HeaderTextRule>

    // MARK: Lifetimes
    public var lifetimePrecedence: Sourced<LifetimePrecedence>
    /// Whether `Max-Age=+5` is five seconds; otherwise the attribute is ignored.
    public var maxAgeTakesPlus: Sourced<Bool>
    /// Whether `Max-Age=` expires at once; otherwise the attribute is ignored.
    public var emptyMaxAgeExpires: Sourced<Bool>
    public var unusableLifetime: Sourced<UnusableLifetimeRule>
    public var dates: Sourced<CookieDateDialect>
    public var lifetimeCap: Sourced<Duration?>
    public var scriptLifetime: Sourced<ScriptLifetimeRule>
    /// The longest life of a cookie from a cloaked subresource, under tracking prevention; nil for no rule.
    public var cloakingCap: Sourced<Duration?>

    // MARK: Domains
    /// Whether the Domain attribute is lower-cased before it is compared.
    public var domainIgnoresCase: Sourced<Bool>
    public var publicSuffixHost: Sourced<PublicSuffixHostRule>
    /// Whether `Domain=0.0.1` is taken from 127.0.0.1, which is a fault.
    public var takesAddressSuffix: Sourced<Bool>
    /// Whether `%61` in a URL's path is `a` when paths are matched.
    public var decodesRequestPath: Sourced<Bool>

    // MARK: Secure and prefixes
    public var secureOnLoopback: Sourced<Bool>
    public var leavesSecureAlone: Sourced<LeaveSecureAloneRule>
    public var prefixes: Sourced<PrefixRule>
    /// Whether `__Host-` needs a Path attribute that reads `/`, or only a path that is `/`.
    public var hostPrefixNeedsPathAttribute: Sourced<Bool>
    /// Whether `__Http-` and `__Host-Http-` are prefixes too.
    public var httpPrefixes: Sourced<Bool>

    // MARK: SameSite
    public var missingSameSite: Sourced<MissingSameSiteRule>
    /// What `SameSite=None` is read as.
    public var noneIsReadAs: Sourced<SameSite>
    /// What a SameSite value that does not exist is read as.
    public var unknownSameSiteIsReadAs: Sourced<SameSite>
    public var noneNeedsSecure: Sourced<Bool>
    public var sameSiteCheckedWhenStoring: Sourced<Bool>
    /// Whether http and https of one domain are two sites.
    public var schemefulSites: Sourced<Bool>
    /// Whether all documents above a frame must be same-site, and not only the top one.
    public var ancestorsCount: Sourced<Bool>
    /// Which redirect makes a same-site request a cross-site one, from there on.
    public var redirectTaintsChain: Sourced<RedirectTaintRule>
    /// Whether requests of file and custom-scheme pages count as same-site.
    public var nonWebPagesAreSameSite: Sourced<Bool>

    // MARK: Third parties
    public var thirdParty: Sourced<ThirdPartyRule>
    public var thirdPartyUnderTrackingPrevention: Sourced<ThirdPartyRule>
    /// Whether cookies are kept from third parties under a page that has no site, such as file: and about:blank.
    public var blocksUnderPagesWithoutSite: Sourced<Bool>
    public var partitioned: Sourced<PartitionRule>

    // MARK: The jar's memory
    public var updatePlace: Sourced<UpdatePlaceRule>
    public var headerOrder: Sourced<HeaderOrder>
    /// Nil: no limit is known or none is set.
    public var limits: Sourced<CookieLimits?>
    /// Whether cookies without an expiry are there again after the process has ended.
    public var nonPersistentSurvive: Sourced<Bool>
    /// Whether documents of file: URLs have script cookies.
    public var fileDocumentsHaveCookies: Sourced<Bool>

    // MARK: Native writes
    /// Which of the jar's rules a cookie meets that native code made.
    public var nativeWrites: Sourced<NativeWriteRule>
    /// What a SameSite=None is stored as that native code gave a cookie.
    public var nativeNoneIsReadAs: Sourced<SameSite>

    // MARK: Read by the web view, not by the jar
    public var blankDocument: Sourced<BlankDocumentRule>
    public var refusedOverwriteView: Sourced<RefusedOverwriteView>
    public var manualCookieHeader: Sourced<ManualCookieHeaderRule>
    public var nativeWriteOrder: Sourced<NativeWriteOrder>
    /// Whether a native reload repeats the first request's SameSite state.
    public var nativeReloadKeepsSameSite: Sourced<Bool>
    /// Whether tracking prevention is on unless the configuration says otherwise.
    public var trackingPreventionByDefault: Sourced<Bool>
    /// How long a write may stay in memory only; nil when it is durable at once.
    public var diskWriteDelay: Sourced<Duration?>

    /// The profile of that name; nil if none has it.
    public static func named(_ name: String) -> CookieProfile? { all.first { $0.name == name } }

    /// All profiles, the standard first.
    public static let all: [CookieProfile] = [
        .rfc6265bis, .layeredCookies, .ios12, .ios17, .ios18, .ios26, .webkitgtk, .chromium,
    ]
}

extension ProfileKnob {
    /// All of them, in the order of ``CookieProfile``'s declarations.
    public static let all: [ProfileKnob] = [
        .init("pairLimit", \.pairLimit), .init("attributeLimit", \.attributeLimit),
        .init("controlCharacters", \.controlCharacters), .init("nameless", \.nameless),
        .init("scriptTextGetsEquals", \.scriptTextGetsEquals),
        .init("newlinesSplitScriptText", \.newlinesSplitScriptText),
        .init("quotedSemicolonProtected", \.quotedSemicolonProtected),
        .init("emptyTextRemovesNameless", \.emptyTextRemovesNameless), .init("bareAttribute", \.bareAttribute),
        .init("headerText", \.headerText),
        .init("lifetimePrecedence", \.lifetimePrecedence), .init("maxAgeTakesPlus", \.maxAgeTakesPlus),
        .init("emptyMaxAgeExpires", \.emptyMaxAgeExpires), .init("unusableLifetime", \.unusableLifetime),
        .init("dates", \.dates),
        .init("lifetimeCap", \.lifetimeCap), .init("scriptLifetime", \.scriptLifetime),
        .init("cloakingCap", \.cloakingCap), .init("domainIgnoresCase", \.domainIgnoresCase),
        .init("publicSuffixHost", \.publicSuffixHost), .init("takesAddressSuffix", \.takesAddressSuffix),
        .init("decodesRequestPath", \.decodesRequestPath),
        .init("secureOnLoopback", \.secureOnLoopback), .init("leavesSecureAlone", \.leavesSecureAlone),
        .init("prefixes", \.prefixes), .init("hostPrefixNeedsPathAttribute", \.hostPrefixNeedsPathAttribute),
        .init("httpPrefixes", \.httpPrefixes), .init("missingSameSite", \.missingSameSite),
        .init("noneIsReadAs", \.noneIsReadAs), .init("unknownSameSiteIsReadAs", \.unknownSameSiteIsReadAs),
        .init("noneNeedsSecure", \.noneNeedsSecure),
        .init("sameSiteCheckedWhenStoring", \.sameSiteCheckedWhenStoring),
        .init("schemefulSites", \.schemefulSites), .init("ancestorsCount", \.ancestorsCount),
        .init("redirectTaintsChain", \.redirectTaintsChain),
        .init("nonWebPagesAreSameSite", \.nonWebPagesAreSameSite), .init("thirdParty", \.thirdParty),
        .init("thirdPartyUnderTrackingPrevention", \.thirdPartyUnderTrackingPrevention),
        .init("blocksUnderPagesWithoutSite", \.blocksUnderPagesWithoutSite),
        .init("partitioned", \.partitioned), .init("updatePlace", \.updatePlace),
        .init("headerOrder", \.headerOrder), .init("limits", \.limits),
        .init("nonPersistentSurvive", \.nonPersistentSurvive),
        .init("fileDocumentsHaveCookies", \.fileDocumentsHaveCookies), .init("nativeWrites", \.nativeWrites),
        .init("nativeNoneIsReadAs", \.nativeNoneIsReadAs), .init("blankDocument", \.blankDocument),
        .init("refusedOverwriteView", \.refusedOverwriteView), .init("manualCookieHeader", \.manualCookieHeader),
        .init("nativeWriteOrder", \.nativeWriteOrder),
        .init("nativeReloadKeepsSameSite", \.nativeReloadKeepsSameSite),
        .init("trackingPreventionByDefault", \.trackingPreventionByDefault), .init("diskWriteDelay", \.diskWriteDelay),
    ]
}
