public import BridgePrimitives

extension ProfileKnob {
    /// The value of a profile that gives a reason; nil for reasons that all engines have in common.
    ///
    /// - Parameter isLoopback: whether the URL's host is loopback, where engines differ about Secure.
    public static func behind(_ code: ReasonCode, isLoopback: Bool = false) -> ProfileKnob? {
        if isLoopback, let knob = onLoopback[code.rawValue] { return byName[knob] }
        return knobs[code.rawValue].flatMap { byName[$0] }
    }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    private static let onLoopback = [
        StoreReason.secureFromInsecure.rawValue: "secureOnLoopback", SendReason.secure.rawValue: "secureOnLoopback",
        ScriptReason.secure.rawValue: "secureOnLoopback",
    ]

    private static let knobs: [String: String] = {
        let store: [StoreReason: String] = [
            .controlCharacter: "controlCharacters", .pairTooLarge: "pairLimit", .syntax: "nameless",
            .thirdPartyBlocked: "thirdPartyUnderTrackingPrevention", .wouldShadowSecure: "leavesSecureAlone",
            .sameSiteContext: "sameSiteCheckedWhenStoring", .sameSiteNoneInsecure: "noneNeedsSecure",
            .prefixSecure: "prefixes", .prefixHost: "prefixes", .prefixHTTP: "httpPrefixes",
            .prefixImpersonation: "prefixes", .partitionedInsecure: "partitioned",
            .lifetimeCapped400d: "lifetimeCap", .lifetimeCapped7d: "scriptLifetime",
            .lifetimeCapped24h: "scriptLifetime", .deletedAfterInactivity: "scriptLifetime",
            .sameSiteNoneLost: "nativeNoneIsReadAs",
            .cloakingCap: "cloakingCap", .textAltered: "headerText",
            .equalsAppended: "scriptTextGetsEquals", .evictedOthers: "limits",
        ]
        let send: [SendReason: String] = [
            .sameSiteDefault: "missingSameSite", .sameSiteTaintedByRedirect: "redirectTaintsChain",
            .thirdPartyBlocked: "thirdPartyUnderTrackingPrevention", .partitionMismatch: "partitioned",
            .nameless: "nameless", .evicted: "limits", .deletedByInactivity: "scriptLifetime",
            .notCommittedYet: "nativeWriteOrder", .lostBeforeFlush: "diskWriteDelay",
            .manualHeaderWins: "manualCookieHeader", .manualHeaderDropped: "manualCookieHeader",
        ]
        let script: [ScriptReason: String] = [
            .thirdPartyBlocked: "thirdPartyUnderTrackingPrevention", .partitionMismatch: "partitioned",
            .nameless: "nameless", .documentWithoutCookies: "blankDocument",
            .phantom: "refusedOverwriteView", .staleCopy: "refusedOverwriteView",
        ]
        var knobs: [String: String] = [:]
        for (reason, knob) in store { knobs[reason.rawValue] = knob }
        for (reason, knob) in send { knobs[reason.rawValue] = knob }
        for (reason, knob) in script { knobs[reason.rawValue] = knob }
        return knobs
    }()
}
