package import BridgePrimitives
import Reasons

/// A change that a world can make at its own edges, to try whether a cause is the true one.
///
/// Each changes the one fact that its row names, for the same credential.
package enum Intervention: Hashable, Sendable, CaseIterable {
    // What the cookie carries, on its way into any store.
    case withoutSecure, withoutHTTPOnly, withoutDomain, withSameSiteLax, withSameSiteNone, withRootPath
    case withLongLife
    /// The same cookie under the name that the page looks for.
    case underTheNameLookedFor
    /// The backend's custom token in the place of what was handed over.
    case withCustomToken
    /// A token that fits into a cookie.
    case withoutExtraClaims
    /// A script that quotes what it writes.
    case quotedInScript
    /// The token without what was written around it.
    case withBareValue

    // What the backend's token says.
    case mintedNow, mintedForProject, mintedForUser

    // Where it goes, and when.
    case copiedFromAppStorage, handedOver, copiedIntoPageStore, headerAlsoInStore, withoutCookieHeader
    case writesAwaited, mainThreadFree, injectedAtStart, writtenAtOnce

    // What takes it away.
    case cookieKept, dataKept, withoutTrackingPrevention

    // What the app does.
    case exchanged, exchangedJustBefore, withOwnIDToken, withUsualField, withHashedNonce

    // What the page does.
    case guardReadsCookie, authReadyFirst, pageSignedOutWithApp

    // What else the world is like.
    case withoutSkew, withoutFaults, withoutEdge, withoutRedirects, withFreshCertificates, withoutRevocation
    case backendRunning, deviceUnlocked, cookiesAccepted, viewsLimited, withoutBoundDomains

    /// What is changed, as a clause that follows "with".
    package var clause: String {
        switch self {
        case .withoutSecure: "Secure left out of the cookie"
        case .withoutHTTPOnly: "HttpOnly left out of the cookie"
        case .withoutDomain: "the cookie set for the web app's own host"
        case .withSameSiteLax: "SameSite=Lax on the cookie"
        case .withSameSiteNone: "SameSite=None and Secure on the cookie"
        case .withRootPath: "the cookie set for Path=/"
        case .withLongLife: "a year's Max-Age on the cookie"
        case .underTheNameLookedFor: "the cookie under the name that the page looks for"
        case .withCustomToken: "the backend's custom token as its value"
        case .withoutExtraClaims: "the extra claims left out of the token"
        case .quotedInScript: "the value quoted in the script"
        case .withBareValue: "the bare token as the cookie's value"
        case .mintedNow: "the custom token's times beginning now"
        case .mintedForProject: "the custom token from the project's own service account"
        case .mintedForUser: "the app's user as the custom token's uid"
        case .copiedFromAppStorage: "the app's cookie copied into the web view's store"
        case .handedOver: "the backend's answer put into the web view's store"
        case .copiedIntoPageStore: "the cookie in the page's own data store"
        case .headerAlsoInStore: "the header's cookie also in the web view's store"
        case .withoutCookieHeader: "the handwritten Cookie header left out"
        case .writesAwaited: "the write to the cookie store awaited"
        case .mainThreadFree: "the main thread free while the store writes"
        case .injectedAtStart: "the cookie written before the document starts"
        case .writtenAtOnce: "the cookie store on disk at once"
        case .cookieKept: "the cookie not deleted"
        case .dataKept: "the web view's data kept"
        case .withoutTrackingPrevention: "tracking prevention off"
        case .exchanged: "the ID token exchanged before the page opens"
        case .exchangedJustBefore: "the ID token exchanged just before the page opens"
        case .withOwnIDToken: "a fresh ID token of the app's user posted"
        case .withUsualField: "the ID token in the field that the backend reads"
        case .withHashedNonce: "the nonce's hash sent to Apple and the nonce to Firebase"
        case .guardReadsCookie: "the guard reading the cookie that is there"
        case .authReadyFirst: "the guard waiting until auth is ready"
        case .pageSignedOutWithApp: "the old user signed out of the page too"
        case .withoutSkew: "the clocks not skewed"
        case .withoutFaults: "the planted faults removed"
        case .withoutEdge: "no proxy in front of the server"
        case .withoutRedirects: "no redirect on the way"
        case .withFreshCertificates: "the certificates fetched as their headers say"
        case .withoutRevocation: "the user left alone in the auth service"
        case .backendRunning: "the backend running"
        case .deviceUnlocked: "the phone unlocked"
        case .cookiesAccepted: "a store that accepts cookies"
        case .viewsLimited: "the web view limited to the app-bound domains"
        case .withoutBoundDomains: "no app-bound domains"
        }
    }

    /// Whether what it changes has to be taken up by the backend, which may have a clock and a set-up of its own.
    package var asksBackend: Bool {
        switch self {
        case .exchanged, .exchangedJustBefore, .withOwnIDToken, .withUsualField, .withFreshCertificates,
            .backendRunning, .withoutSkew, .withoutRevocation:
            true
        default: false
        }
    }

    /// Whether it needs a user who is signed in to the app.
    package var needsUser: Bool { self == .exchanged || self == .exchangedJustBefore }

    /// What may be tried for a cause, the most likely first; empty for one that only the user's own code can change.
    package static func all(for code: ReasonCode) -> [Intervention] {
        table.filter { $0.codes.contains(code) }.flatMap(\.interventions)
    }

    /// Every code in the table.
    package static var codes: Set<ReasonCode> { Set(table.flatMap(\.codes)) }

    private struct Row: Sendable {
        let codes: [ReasonCode]
        /// Those that change anything in the world are tried in turn, until one shows that the cause is true.
        let interventions: [Intervention]

        init(_ reasons: [any Reason], _ interventions: Intervention...) {
            codes = reasons.map { $0.code }
            self.interventions = interventions
        }
    }

    private static let table = attributes + ways + services

    private static let attributes = [
        Row([ScriptReason.httpOnly, StoreReason.httpOnlyFromScript, StoreReason.httpOnlyProtected], .withoutHTTPOnly),
        Row([ScriptReason.path, SendReason.path], .withRootPath),
        Row([StoreReason.secureFromInsecure, SendReason.secure, ScriptReason.secure], .withoutSecure),
        Row(
            [
                StoreReason.domainInvalid, StoreReason.domainPublicSuffix, StoreReason.domainMismatch,
                SendReason.otherHost, SendReason.hostOnly, ScriptReason.otherHost, ScriptReason.hostOnly,
                HandoffReason.copyForOtherHost,
            ], .withoutDomain),
        Row(
            [
                StoreReason.sameSiteNoneInsecure, SendReason.sameSiteStrict, SendReason.sameSiteTaintedByRedirect,
                ScriptReason.sameSite,
            ], .withSameSiteLax),
        Row(
            [SendReason.sameSiteLax, SendReason.sameSiteDefault, StoreReason.sameSiteContext], .withSameSiteNone),
        Row([SendReason.expired, SendReason.sessionEnded, ScriptReason.expired], .withLongLife),
        Row([StoreReason.expiredOnArrival], .withLongLife),
        Row([StoreReason.pairTooLarge], .withoutExtraClaims, .withCustomToken),
        Row([HandoffReason.otherName], .underTheNameLookedFor),
        Row(
            [GuardReason.cookieUnreadable, HandoffReason.emptyCookie, TokenReason.isIDToken, TokenReason.malformed],
            .withOwnIDToken, .withCustomToken),
        Row([TokenReason.mintedForEmulator], .withCustomToken, .mintedForProject),
        Row([ExchangeReason.otherProject, TokenReason.unknownServiceAccount], .mintedForProject),
        Row(
            [
                ValueReason.spaceAround, ValueReason.printedBytes, ValueReason.json, ValueReason.bearerPrefix,
                ValueReason.signedCookie, ValueReason.base64, PasteReason.quoted, PasteReason.percentEncoded,
                PasteReason.lineBroken, PasteReason.padded, PasteReason.standardAlphabet,
            ], .withBareValue),
        Row([ValueReason.nothing, ValueReason.printedPromise, ValueReason.printedObject], .withCustomToken),
        Row([ScriptFailureReason.syntaxError], .quotedInScript),
    ]

    private static let ways = [
        Row([SendReason.otherStore], .copiedFromAppStorage),
        Row([HandoffReason.neverHandedOver], .handedOver),
        Row([HandoffReason.wrongDataStore], .copiedIntoPageStore),
        Row([HandoffReason.headerOnly, SendReason.manualHeaderDropped], .headerAlsoInStore),
        Row([SendReason.manualHeaderWins], .withoutCookieHeader),
        Row([SendReason.notCommittedYet], .writesAwaited),
        Row([SendReason.setAfterRequest], .writesAwaited, .handedOver),
        Row([HandoffReason.writtenTooLate], .injectedAtStart),
        Row([RaceReason.deadlock], .mainThreadFree),
        Row([SendReason.lostBeforeFlush], .writtenAtOnce),
        Row([HandoffReason.cookieDeleted, GuardReason.cookieDeleted, SessionReason.setAndDeleted], .cookieKept),
        Row([HandoffReason.dataRemoved], .dataKept),
        Row([SendReason.deletedByInactivity], .withoutTrackingPrevention),
        Row([GuardReason.otherCookie], .guardReadsCookie),
        Row([GuardReason.authNotReady], .authReadyFirst),
        Row([HandoffReason.pageStillSignedIn], .pageSignedOutWithApp),
        Row([StoreReason.cookiesDisabled], .cookiesAccepted),
        Row([StoreReason.appBoundFiltered, NavigationReason.appBoundDomain], .withoutBoundDomains),
        Row([ScriptFailureReason.injectionSkipped], .viewsLimited),
        Row(
            [
                HandoffReason.redirectedAway, HandoffReason.leftTheApp, LoadReason.tooManyRedirects,
                NavigationReason.tooManyRedirects,
            ],
            .withoutRedirects),
        Row([EdgeReason.cookieNotForwarded], .withoutEdge),
    ]

    private static let services = [
        Row([HandoffReason.noExchange], .exchanged),
        Row(
            [TokenReason.expired, TokenReason.issuedInFuture, TokenReason.notYetValid, TokenReason.authTimeInFuture],
            .withoutSkew, .withOwnIDToken, .exchangedJustBefore, .mintedNow),
        Row([HandoffReason.otherUser], .withOwnIDToken, .withoutFaults, .mintedForUser, .exchangedJustBefore),
        Row(
            [TokenReason.isCustomToken, TokenReason.wrongAudience, TokenReason.wrongIssuer],
            .withOwnIDToken, .withCustomToken, .withoutFaults, .mintedForProject),
        Row([BackendReason.missingField], .withUsualField),
        Row([AuthReason.missingOrInvalidNonce], .withHashedNonce),
        Row([TokenReason.unknownKeyID], .withFreshCertificates),
        Row(
            [
                AuthReason.userDisabled, AuthReason.tokenExpired, AuthReason.userNotFound, AccountReason.revoked,
                AccountReason.disabled, AccountReason.gone,
            ], .withoutRevocation),
        Row([DeviceReason.deviceLocked], .deviceUnlocked),
        Row([TransportReason.couldNotConnect], .backendRunning, .withoutFaults),
        Row(
            [
                TransportReason.timedOut, TransportReason.connectionLost, TransportReason.malformedResponse,
                HandoffReason.exchangeRefused,
                HandoffReason.noTokenInAnswer, BackendReason.keysUnavailable, NavigationReason.connectionLost,
                NavigationReason.timedOut,
            ], .withoutFaults),
    ]
}
