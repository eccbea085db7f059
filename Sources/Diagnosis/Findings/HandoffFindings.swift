import BridgePrimitives
public import BridgeTrace
public import Cookies

/// Reads a trace and says what a person should know about it: why it failed, or why it may fail tomorrow.
///
/// Pure: the same events give the same findings. What can be found is said in ``FindingCatalogue``.
public struct HandoffFindings: Sendable {
    /// The cookie that carries the custom token.
    public let cookieName: String
    /// The host that the token is meant for.
    public let appHost: String
    /// The engine whose uncertain values are told when something rests on one; nil to tell none.
    public let profile: CookieProfile?
    /// Whether the events have secrets as they are.
    public let showsSecrets: Bool
    /// Whether tokens as the Firebase Auth Emulator makes them are what is wanted, and nothing to be told.
    public let expectsEmulatorTokens: Bool

    public init(
        cookieName: String, appHost: String, profile: CookieProfile? = nil, showsSecrets: Bool = false,
        expectsEmulatorTokens: Bool = false
    ) {
        (self.cookieName, self.appHost, self.profile) = (cookieName, appHost, profile)
        (self.showsSecrets, self.expectsEmulatorTokens) = (showsSecrets, expectsEmulatorTokens)
    }

    /// Who looks. The order is that of findings that weigh the same and happened at the same event.
    static let detectors: [any FindingDetector.Type] = [
        FieldMismatch.self, CopyInOtherStore.self, SetAfterRequest.self, WrittenWhileLoading.self, CookieCutByEdge.self,
        HTTPOnlyLost.self,
        CookieInHeaderOnly.self, HeaderAtRedirect.self, TokenOnForeignOrigin.self, ValueClobbered.self,
        HiddenFromScript.self, CopyForOtherHost.self, DeletedAfterInactivity.self, PageSessionEvicted.self,
        AcceptedAgainstReasons.self, UsedTooEarly.self, FailedScript.self, WithheldCookie.self, FramedByOtherSite.self,
        GuardDefect.self,
        TokenInAddress.self, TokenInConsole.self, TokenOverHTTP.self, CookieOutlivesToken.self, LargeCookie.self,
        SeveralOfOneName.self, WideCookie.self, OtherTokenInCookie.self, ScriptStillInstalled.self, StaleClaims.self,
        UIDDiffers.self, TokenRedeemedTwice.self, IDTokenNearItsEnd.self, TwoViewsOneCookie.self,
        EndedSessionAccepted.self, WorkerTooLate.self,
        UncertainProfileValue.self,
    ]

    /// Heaviest first, and in the order in which their first evidence happened within.
    ///
    /// - Complexity: O(n) in the events.
    public func findings(in events: [TraceEvent]) -> [Finding] {
        var detectors = Self.detectors.map { $0.init(self) }
        for event in events {
            for index in detectors.indices { detectors[index].take(event) }
        }
        var findings = detectors.flatMap { $0.findings }
        // One fault, and this says more of it: the app did put the cookie into the view's store, for another host.
        if findings.contains(where: { $0.code == HandoffReason.copyForOtherHost.code }) {
            findings.removeAll { $0.code == SendReason.otherStore.code }
        }
        return FindingCatalogue.all.ordered(findings)
    }
}
