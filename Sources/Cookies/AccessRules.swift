/// What look-ups and writes need of a profile, without the evidence: read once for a jar, and cheap to hand around.
struct AccessRules: Sendable {
    let secureOnLoopback: Bool
    let refusesNameless: Bool
    let missingSameSite: MissingSameSiteRule
    let fileDocumentsHaveCookies: Bool
    let order: HeaderOrder
    /// Whether a host that is a public suffix stores nothing at all.
    let refusesSuffixHosts: Bool
    let domainIgnoresCase: Bool
    let takesAddressSuffix: Bool

    init(_ profile: CookieProfile) {
        secureOnLoopback = profile.secureOnLoopback.value
        refusesNameless = profile.nameless.value == .refuse
        missingSameSite = profile.missingSameSite.value
        fileDocumentsHaveCookies = profile.fileDocumentsHaveCookies.value
        order = profile.headerOrder.value
        refusesSuffixHosts = profile.publicSuffixHost.value == .refuseEveryCookie
        domainIgnoresCase = profile.domainIgnoresCase.value
        takesAddressSuffix = profile.takesAddressSuffix.value
    }
}
