import BridgePrimitives

/// What look-ups and writes need of a profile, without the evidence: read once for a jar, and cheap to hand around.
struct AccessRules: Sendable {
    let secureOnLoopback: Bool
    let refusesNameless: Bool
    let missingSameSite: MissingSameSiteRule
    let fileDocumentsHaveCookies: Bool
    let order: HeaderOrder
    /// In milliseconds.
    let lifetimeCap: Int64?
    /// Whether a host that is a public suffix stores nothing at all.
    let refusesSuffixHosts: Bool
    let domainIgnoresCase: Bool
    let takesAddressSuffix: Bool
    let decodesRequestPath: Bool

    init(_ profile: CookieProfile) {
        secureOnLoopback = profile.secureOnLoopback.value
        refusesNameless = profile.nameless.value == .refuse
        missingSameSite = profile.missingSameSite.value
        fileDocumentsHaveCookies = profile.fileDocumentsHaveCookies.value
        lifetimeCap = profile.lifetimeCap.value?.wholeMilliseconds
        order = profile.headerOrder.value
        refusesSuffixHosts = profile.publicSuffixHost.value == .refuseEveryCookie
        domainIgnoresCase = profile.domainIgnoresCase.value
        takesAddressSuffix = profile.takesAddressSuffix.value
        decodesRequestPath = profile.decodesRequestPath.value
    }
}

extension Instant {
    /// Saturates. For the many sums of every day: those with a `Duration` divide 128 bits.
    func adding(milliseconds: Int64) -> Instant {
        let (sum, overflow) = millisecondsSinceEpoch.addingReportingOverflow(milliseconds)
        return Instant(millisecondsSinceEpoch: overflow ? (milliseconds < 0 ? .min : .max) : sum)
    }
}
