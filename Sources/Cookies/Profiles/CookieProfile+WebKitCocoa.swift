import BridgePrimitives

extension CookieProfile {
    /// CFNetwork's jar under WebKit, iOS 17.
    public static let ios17 = CookieProfile(
        name: "ios17",
        pairLimit: .init(4096, .documented, "Web Platform Tests, Apple baseline: size/name-and-value"),
        attributeLimit: .init(nil, .documented, "Web Platform Tests, Apple baseline: size/attributes"),
        controlCharacters: .init(.reject, .documented, "Web Platform Tests, Apple baseline: value-ctl"),
        nameless: .init(.refuse, .documented, "Web Platform Tests, Apple baseline: name/name"),
        scriptTextGetsEquals: .init(true, .documented, "WebKit NetworkStorageSessionCocoa.mm"),
        newlinesSplitScriptText: .init(false, .documented, "Web Platform Tests, Apple baseline: value-ctl"),
        quotedSemicolonProtected: .init(
            true, .documented,
            "Web Platform Tests, Apple baseline: attributes/max-age, name/name"),
        emptyTextRemovesNameless: .init(false, .assumed, "nothing known; as the standard"),
        bareAttribute: .init(.emptyValue, .assumed, "nothing known; as the standard"),
        headerText: .init(.latin1, .documented, "Web Platform Tests, Apple baseline: encoding/charset"),
        lifetimePrecedence: .init(.maxAge, .assumed, "nothing known; as the standard"),
        maxAgeTakesPlus: .init(false, .assumed, "nothing known; as the standard"),
        emptyMaxAgeExpires: .init(false, .assumed, "nothing known; as the standard"),
        unusableLifetime: .init(.earlierStays, .assumed, "nothing known; as the standard"),
        dates: .init(.rfc6265bis, .documented, "Web Platform Tests, Apple baseline: expires-case-insensitivity (2026)"),
        lifetimeCap: .init(nil, .assumed, "no cap is known in WebKit"),
        scriptLifetime: .init(
            .deletedAfterInactivity(window: .days(7), decorated: .days(1)), .documented,
            "webkit.org tracking prevention; WebKit PlatformEnableCocoa.h, ResourceLoadStatisticsStore (whose source of"
                + " 2026 is read as 30 days of use except after a tracker's link)"),
        cloakingCap: .init(.days(7), .documented, "WebKit NetworkTaskCocoa.mm"),
        domainIgnoresCase: .init(true, .assumed, "nothing known; as the standard"),
        publicSuffixHost: .init(.hostOnly, .assumed, "nothing known; as the standard"),
        takesAddressSuffix: .init(false, .assumed, "nothing known; as the standard"),
        decodesRequestPath: .init(
            false, .documented, "Web Platform Tests, Apple baseline: path/match-percent-encoded, but for three rows"),
        secureOnLoopback: .init(
            false, .reported,
            "webcompat/web-bugs#142566; WebKit/WebKit#61338 changes it from 2026"),
        leavesSecureAlone: .init(.coveredPaths, .assumed, "nothing known; as the standard"),
        prefixes: .init(.exactCase, .documented, "Web Platform Tests, Apple baseline: prefix/__host.header"),
        hostPrefixNeedsPathAttribute: .init(
            false, .documented,
            "Web Platform Tests, Apple baseline: prefix/__host.explicit-path"),
        httpPrefixes: .init(false, .assumed, "no report of support"),
        missingSameSite: .init(.unrestricted, .documented, "Web Platform Tests, Apple baseline: samesite/*"),
        noneIsReadAs: .init(SameSite.none, .documented, "Web Platform Tests, Apple baseline: samesite-none-secure"),
        unknownSameSiteIsReadAs: .init(.unspecified, .documented, "Web Platform Tests, Apple baseline: samesite/*"),
        noneNeedsSecure: .init(false, .documented, "Web Platform Tests, Apple baseline: samesite-none-secure"),
        sameSiteCheckedWhenStoring: .init(
            false, .documented,
            "Web Platform Tests, Apple baseline: samesite/setcookie-lax"),
        schemefulSites: .init(false, .documented, "Web Platform Tests, Apple baseline: schemeful-navigation"),
        ancestorsCount: .init(false, .assumed, "WebKit loader code shared with WebKitGTK, where it was seen"),
        redirectTaintsChain: .init(
            .otherSite, .documented, "WebKit NetworkProcess redirect handling, NetworkTaskCocoa.mm"),
        nonWebPagesAreSameSite: .init(true, .assumed, "as WebKitGTK"),
        thirdParty: .init(.allowed, .documented, "WebKit NetworkStorageSession.cpp"),
        thirdPartyUnderTrackingPrevention: .init(
            .blocked, .documented,
            "WebKit NetworkStorageSession.cpp; webkit.org full third-party cookie blocking"),
        blocksUnderPagesWithoutSite: .init(false, .documented, "WebKit NetworkStorageSession.cpp"),
        partitioned: .init(.unsupported, .documented, "mdn/browser-compat-data#27031"),
        updatePlace: .init(.kept, .assumed, "nothing known; as the standard"),
        headerOrder: .init(
            .creationThenName, .assumed,
            "Web Platform Tests, Apple baseline: name/name shows ties by name"),
        limits: .init(nil, .assumed, "unpublished"),
        nonPersistentSurvive: .init(false, .documented, "RFC 6265bis §5.7; react-native-webview#2228"),
        fileDocumentsHaveCookies: .init(true, .documented, "WebKit WebCore Document::isCookieAverse"),
        nativeWrites: .init(.asGiven, .assumed, "as WebKitGTK; CFNetwork's own checks are not known"),
        nativeNoneIsReadAs: .init(
            SameSite.none, .documented, "Apple documentation of HTTPCookie.sameSitePolicy: absent is none"),
        blankDocument: .init(.ignored, .documented, "WebKit WebCore Document::isCookieAverse"),
        refusedOverwriteView: .init(.phantom, .assumed, "WebKit WebCookieCache.cpp, seen in WebKitGTK"),
        manualCookieHeader: .init(.firstHopOnly, .reported, "react-native-wkwebview#137; redirects are disputed"),
        nativeWriteOrder: .init(.race, .reported, "WKHTTPCookieStore completion handlers, public reports"),
        nativeReloadKeepsSameSite: .init(true, .assumed, "WebKit loader code shared with WebKitGTK, where it was seen"),
        trackingPreventionByDefault: .init(true, .documented, "WebKit DefaultWebBrowserChecks.mm"),
        diskWriteDelay: .init(.seconds(10), .reported, "Apple Developer Forums 832538: 2 to 10 seconds"))

    /// Differs from ``ios17`` by partitions, and by what one report says of cookies without SameSite and of native ones
    /// with SameSite=None.
    public static let ios18: CookieProfile = {
        var profile = ios17
        profile.name = "ios18"
        profile.missingSameSite = .init(
            .lax, .reported, "Apple Developer Forums 765199; test baselines of 2026 still say unrestricted")
        profile.nativeNoneIsReadAs = .init(
            .unspecified, .reported, "Apple Developer Forums 765199: a cookie made natively cannot be given None")
        profile.partitioned = .init(
            .unsupported, .reported, "mdn/browser-compat-data#28470: on in 18.4, off again from 18.5")
        return profile
    }()

    /// Differs from ``ios18`` by partitions, from 26.2.
    public static let ios26: CookieProfile = {
        var profile = ios18
        profile.name = "ios26"
        profile.partitioned = .init(.optIn, .reported, "WebKit/WebKit#60430: on again from 26.2")
        return profile
    }()

    /// Before tracking prevention in apps, with the faulty reading of SameSite=None.
    public static let ios12: CookieProfile = {
        var profile = ios17.assumed(because: "known of later releases")
        profile.name = "ios12"
        profile.noneIsReadAs = .init(
            SameSite.strict, .documented, "bugs.webkit.org 198181; chromium.org, SameSite=None incompatible clients")
        profile.unknownSameSiteIsReadAs = .init(.strict, .documented, "bugs.webkit.org 198181")
        profile.scriptLifetime = .init(
            .capped(at: .days(7), decorated: .days(1)), .documented,
            "webkit.org, Intelligent Tracking Prevention 2.1, 2.2")
        profile.cloakingCap = .init(nil, .documented, "webkit.org: CNAME cloaking defence came with iOS 14")
        profile.trackingPreventionByDefault = .init(
            false, .documented, "WebKit DefaultWebBrowserChecks.mm: apps linked before iOS 14")
        return profile
    }()
}
