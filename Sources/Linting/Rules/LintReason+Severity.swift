package import BridgePrimitives

extension LintReason {
    package var severity: LintSeverity {
        switch self {
        case .nativeCookieNil, .nativeCookieRefused, .secureFalse, .expiresUnreadable, .cookieNotSent, .cookieRefused,
            .severalInOneWrite, .httpOnlyReadByScript, .hostingStripsCookie, .wrongStore, .writeNotAwaited,
            .storeThrownAway, .writeBeforePage, .scriptAtDocumentEnd, .promiseNotAwaited, .signInNotAwaited,
            .nextCalledTwice, .nextNotCalled, .returnBesideNext, .scriptCookieHeader, .setCookieReplaced,
            .anyOriginWithCredentials:
            .error
        case .nativeCookieForced, .nativeSameSiteNone, .maximumAgeWithoutVersion, .discardWithExpiry, .cookieAltered,
            .lifetimeBeyondToken, .deleteNotAwaited, .storesTwice, .cookieHeader, .scriptInAllFrames,
            .scriptOnEveryOrigin, .scriptNeverRemoved, .tokenInURL, .tokenKept, .cookieSplitAtEquals, .userBeforeReady,
            .popupInWebView, .emulatorOnOneSide, .tokenLogged, .tokenInSource, .cookieNamesDiffer:
            .warning
        case .httpOnlyUndocumented, .sessionEndsWithProcess, .tokenUnescaped, .tokenMaybeStale, .unreadSource: .note
        }
    }
}

/// How much a finding matters.
package enum LintSeverity: String, Hashable, Sendable, CaseIterable {
    /// It fails, or somebody gets what is not theirs.
    case error
    /// It fails in some engine, or under circumstances.
    case warning
    /// Good to know.
    case note
}
