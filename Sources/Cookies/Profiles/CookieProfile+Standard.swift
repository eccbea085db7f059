import BridgePrimitives

extension CookieProfile {
    /// RFC 6265bis to the letter; what it leaves open is as little as possible.
    public static let rfc6265bis = CookieProfile(
        name: "rfc6265bis",
        pairLimit: .init(4096, .documented, "RFC 6265bis §5.7, step 4"),
        attributeLimit: .init(1024, .documented, "RFC 6265bis §5.6"),
        controlCharacters: .init(.reject, .documented, "RFC 6265bis §5.6, step 1"),
        nameless: .init(.store, .documented, "RFC 6265bis §5.6, step 3"),
        scriptTextGetsEquals: .init(false, .documented, "RFC 6265bis §5.6, step 3"),
        newlinesSplitScriptText: .init(false, .documented, "RFC 6265bis §5.6, step 1"),
        quotedSemicolonProtected: .init(false, .documented, "RFC 6265bis §5.6"),
        emptyTextRemovesNameless: .init(false, .documented, "RFC 6265bis §5.7, step 2"),
        bareAttribute: .init(.emptyValue, .documented, "RFC 6265bis §5.6, step 5"),
        headerText: .init(.utf8, .documented, "RFC 6265bis §5.6 works on bytes"),
        lifetimePrecedence: .init(.maxAge, .documented, "RFC 6265bis §5.7, step 6"),
        maxAgeTakesPlus: .init(false, .documented, "RFC 6265bis §5.6.2"),
        emptyMaxAgeExpires: .init(false, .documented, "RFC 6265bis §5.6.2"),
        unusableLifetime: .init(.earlierStays, .documented, "RFC 6265bis §5.6.1, §5.6.2: the attribute is ignored"),
        dates: .init(.rfc6265bis, .documented, "RFC 6265bis §5.1.1"),
        lifetimeCap: .init(.days(400), .documented, "RFC 6265bis §5.5"),
        scriptLifetime: .init(.asWritten, .documented, "RFC 6265bis has one rule for all writers"),
        cloakingCap: .init(nil, .documented, "RFC 6265bis has no such rule"),
        domainIgnoresCase: .init(true, .documented, "RFC 6265bis §5.6.3"),
        publicSuffixHost: .init(.hostOnly, .documented, "RFC 6265bis §5.7, step 9"),
        takesAddressSuffix: .init(false, .documented, "RFC 6265bis §5.1.3"),
        decodesRequestPath: .init(false, .documented, "RFC 6265bis §5.1.4"),
        secureOnLoopback: .init(false, .documented, "RFC 6265bis §5.7, step 12 leaves it to the user agent"),
        leavesSecureAlone: .init(.coveredPaths, .documented, "RFC 6265bis §5.7, step 16"),
        prefixes: .init(.anyCase, .documented, "RFC 6265bis §5.4"),
        hostPrefixNeedsPathAttribute: .init(true, .documented, "RFC 6265bis §5.7, step 21"),
        httpPrefixes: .init(false, .documented, "RFC 6265bis knows __Secure- and __Host- only"),
        missingSameSite: .init(.lax, .documented, "RFC 6265bis §5.6.7"),
        noneIsReadAs: .init(SameSite.none, .documented, "RFC 6265bis §5.6.7"),
        unknownSameSiteIsReadAs: .init(.unspecified, .documented, "RFC 6265bis §5.6.7"),
        noneNeedsSecure: .init(true, .documented, "RFC 6265bis §5.7, step 19"),
        sameSiteCheckedWhenStoring: .init(true, .documented, "RFC 6265bis §5.7, step 18"),
        schemefulSites: .init(true, .documented, "HTML standard, \"same site\""),
        ancestorsCount: .init(true, .documented, "RFC 6265bis §5.2.1"),
        redirectTaintsChain: .init(.never, .documented, "RFC 6265bis §5.2 does not look at the chain"),
        nonWebPagesAreSameSite: .init(false, .documented, "HTML standard, \"same site\""),
        thirdParty: .init(.allowed, .documented, "RFC 6265bis §7.1 leaves it to the user agent"),
        thirdPartyUnderTrackingPrevention: .init(.blocked, .documented, "RFC 6265bis §7.1 leaves it to the user agent"),
        blocksUnderPagesWithoutSite: .init(false, .assumed, "left open by the standard"),
        partitioned: .init(.unsupported, .documented, "RFC 6265bis does not know the attribute"),
        updatePlace: .init(.kept, .documented, "RFC 6265bis §5.7, step 23"),
        headerOrder: .init(.creation, .documented, "RFC 6265bis §5.8.3, step 4"),
        limits: .init(nil, .documented, "RFC 6265bis §6.1 asks for room for at least 50 a domain and 3000 in all"),
        nonPersistentSurvive: .init(false, .documented, "RFC 6265bis §5.7, persistent-flag"),
        fileDocumentsHaveCookies: .init(false, .assumed, "left open by the standard"),
        nativeWrites: .init(.judged, .documented, "RFC 6265bis §5.7 has one storage model for all cookies"),
        nativeNoneIsReadAs: .init(SameSite.none, .documented, "RFC 6265bis §5.6.7"),
        blankDocument: .init(.ignored, .documented, "HTML standard, cookie-averse documents"),
        refusedOverwriteView: .init(.unchanged, .documented, "RFC 6265bis §5.8.3"),
        manualCookieHeader: .init(.dropped, .documented, "Fetch standard, forbidden request headers"),
        nativeWriteOrder: .init(.ordered, .assumed, "left open by the standard"),
        nativeReloadKeepsSameSite: .init(true, .documented, "RFC 6265bis §5.2, §8.8.5"),
        trackingPreventionByDefault: .init(false, .documented, "RFC 6265bis knows no tracking prevention"),
        diskWriteDelay: .init(nil, .assumed, "left open by the standard"))

    /// RFC 6265bis with the prefixes that its successor adds.
    public static let layeredCookies: CookieProfile = {
        var profile = rfc6265bis
        profile.name = "layered-cookies"
        profile.httpPrefixes = .init(true, .documented, "draft-ietf-httpbis-layered-cookies, cookie prefixes")
        return profile
    }()
}

extension Duration {
    /// Days of 24 hours.
    static func days(_ days: Int64) -> Duration { .seconds(days * 86_400) }
}
