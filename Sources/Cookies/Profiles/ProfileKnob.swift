/// One value of a profile by its name, so that listings and comparisons of engines treat all values alike.
public struct ProfileKnob: Sendable {
    public let name: String
    /// What `profile` says here, with the evidence.
    public let row: @Sendable (_ profile: CookieProfile) -> CookieProfile.Row
    /// `profile` with this value, and its evidence, taken from `other`.
    public let adopting: @Sendable (_ profile: CookieProfile, _ other: CookieProfile) -> CookieProfile

    /// `profile` with this value as a mere assumption, since its evidence is about another release.
    let assuming: @Sendable (_ profile: CookieProfile, _ because: String) -> CookieProfile

    private init<Value>(_ name: String, _ path: any WritableKeyPath<CookieProfile, Sourced<Value>> & Sendable) {
        self.name = name
        row = { profile in
            let sourced = profile[keyPath: path]
            return CookieProfile.Row(
                knob: name, value: sourced.valueText, confidence: sourced.confidence, source: sourced.source)
        }
        adopting = { profile, other in
            var changed = profile
            changed[keyPath: path] = other[keyPath: path]
            return changed
        }
        assuming = { profile, because in
            var changed = profile
            changed[keyPath: path].confidence = .assumed
            changed[keyPath: path].source = "\(because): \(profile[keyPath: path].source)"
            return changed
        }
    }

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

extension CookieProfile {
    /// The profile as a guess about a release that its evidence is not about.
    func assumed(because: String) -> CookieProfile {
        ProfileKnob.all.reduce(self) { profile, knob in
            knob.row(profile).confidence == .assumed ? profile : knob.assuming(profile, because)
        }
    }

    /// One value of a profile, for listings.
    public struct Row: Hashable, Sendable {
        public let knob: String
        public let value: String
        public let confidence: Confidence
        public let source: String
    }

    /// All values, in the order of their declaration.
    public var rows: [Row] { ProfileKnob.all.map { $0.row(self) } }
}
