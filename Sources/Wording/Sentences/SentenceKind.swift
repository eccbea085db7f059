package import Reasons

/// What a sentence says, in whichever SDK.
package enum SentenceKind: String, CaseIterable, Sendable {
    // Another kind of token than the one that belongs there.
    case sessionCookieAsIDToken = "session-cookie-as-id-token"
    case idTokenAsSessionCookie = "id-token-as-session-cookie"
    case customTokenAsIDToken = "custom-token-as-id-token"
    case customTokenAsSessionCookie = "custom-token-as-session-cookie"
    case idTokenAsCustomToken = "id-token-as-custom-token"

    // The token.
    case noToken = "no-token"
    case malformedToken = "malformed-token"
    case noKid = "no-kid"
    case unknownKid = "unknown-kid"
    case unsigned
    case wrongAlgorithm = "wrong-algorithm"
    case badSignature = "bad-signature"
    case wrongAudience = "wrong-audience"
    case wrongIssuer = "wrong-issuer"
    case expired
    case expiredOrRevoked = "expired-or-revoked"
    case usedTooEarly = "used-too-early"
    case tenantMismatch = "tenant-mismatch"
    case tokenRefused = "token-refused"
    case invalidIDToken = "invalid-id-token"
    case invalidCustomToken = "invalid-custom-token"
    case noCustomToken = "no-custom-token"
    case credentialMismatch = "credential-mismatch"

    // The user.
    case revoked
    case disabled
    case userNotFound = "user-not-found"

    // Keys, credentials and projects of the server.
    case keysNotFetched = "keys-not-fetched"
    case noVerificationKey = "no-verification-key"
    case notInitialised = "app-not-initialised"
    case initialisedTwice = "app-already-exists"
    case noProjectID = "no-project-id"
    case noServiceAccount = "no-service-account"
    case noDefaultCredentials = "no-default-credentials"
    case badServiceAccount = "bad-service-account"
    case badPEM = "bad-pem"
    case mayNotSign = "may-not-sign"
    case insufficientPermission = "insufficient-permission"
    case apiNotEnabled = "api-not-enabled"
    case serverClock = "server-clock"
    case noAccessToken = "no-access-token"
    case noAPIKey = "no-api-key"
    case wrongAPIKey = "wrong-api-key"
    case emulatorAddress = "emulator-address"
    case emulatorTooLate = "emulator-too-late"
    case quota
    case serviceRefused = "service-refused"

    // What the server asked the SDK for.
    case noUID = "no-uid"
    case uidTooLong = "uid-too-long"
    case reservedClaim = "reserved-claim"
    case cookieDuration = "cookie-duration"

    // Forms, hosts and sessions of frameworks.
    case csrf
    case foreignOrigin = "foreign-origin"
    case blockedHost = "blocked-host"
    case noSessionSecret = "no-session-secret"
    case noSessionMiddleware = "no-session-middleware"
    case sessionUndecryptable = "session-undecryptable"
    case cookieTooLarge = "cookie-too-large"
    case cookieWithoutPath = "cookie-without-path"
    case cookieTooLate = "cookie-too-late"
    case staleAction = "stale-action"

    /// What a diagnosis names; for a token of which nothing is known.
    package var reason: ReasonCode {
        switch self {
        case .sessionCookieAsIDToken: ReasonCode(TokenReason.isSessionCookie)
        case .idTokenAsSessionCookie, .idTokenAsCustomToken: ReasonCode(TokenReason.isIDToken)
        case .customTokenAsIDToken, .customTokenAsSessionCookie: ReasonCode(TokenReason.isCustomToken)
        case .noToken: ReasonCode(SDKReason.noToken)
        case .malformedToken: ReasonCode(TokenReason.malformed)
        case .noKid: ReasonCode(TokenReason.noKeyID)
        case .unknownKid: ReasonCode(TokenReason.unknownKeyID)
        case .unsigned: ReasonCode(SDKReason.wantsSignedToken)
        case .wrongAlgorithm: ReasonCode(TokenReason.wrongAlgorithm)
        case .badSignature: ReasonCode(TokenReason.badSignature)
        case .wrongAudience: ReasonCode(TokenReason.wrongAudience)
        case .wrongIssuer: ReasonCode(TokenReason.wrongIssuer)
        case .expired: ReasonCode(TokenReason.expired)
        case .expiredOrRevoked: ReasonCode(AuthReason.tokenExpired)
        case .usedTooEarly: ReasonCode(TokenReason.issuedInFuture)
        case .tenantMismatch: ReasonCode(AuthReason.tenantIDMismatch)
        case .tokenRefused: ReasonCode(SDKReason.tokenRefused)
        case .invalidIDToken: ReasonCode(AuthReason.invalidIDToken)
        case .invalidCustomToken: ReasonCode(AuthReason.invalidCustomToken)
        case .noCustomToken: ReasonCode(AuthReason.missingCustomToken)
        case .credentialMismatch: ReasonCode(AuthReason.credentialMismatch)
        case .revoked: ReasonCode(AccountReason.revoked)
        case .disabled: ReasonCode(AccountReason.disabled)
        case .userNotFound: ReasonCode(AccountReason.gone)
        case .keysNotFetched: ReasonCode(SDKReason.keysNotFetched)
        case .noVerificationKey: ReasonCode(SDKReason.noVerificationKey)
        case .notInitialised: ReasonCode(SDKReason.notInitialised)
        case .initialisedTwice: ReasonCode(SDKReason.initialisedTwice)
        case .noProjectID: ReasonCode(SDKReason.noProjectID)
        case .noServiceAccount: ReasonCode(SDKReason.noServiceAccount)
        case .noDefaultCredentials: ReasonCode(SDKReason.noDefaultCredentials)
        case .badServiceAccount: ReasonCode(SDKReason.badServiceAccount)
        case .badPEM: ReasonCode(SDKReason.badPEM)
        case .mayNotSign: ReasonCode(SDKReason.mayNotSign)
        case .insufficientPermission: ReasonCode(SDKReason.insufficientPermission)
        case .apiNotEnabled: ReasonCode(SDKReason.apiNotEnabled)
        case .serverClock: ReasonCode(SDKReason.serverClock)
        case .noAccessToken: ReasonCode(SDKReason.noAccessToken)
        case .noAPIKey: ReasonCode(AuthReason.permissionDenied)
        case .wrongAPIKey: ReasonCode(AuthReason.invalidAPIKey)
        case .emulatorAddress: ReasonCode(SDKReason.emulatorAddress)
        case .emulatorTooLate: ReasonCode(SDKReason.emulatorTooLate)
        case .quota: ReasonCode(SDKReason.quota)
        case .serviceRefused: ReasonCode(SDKReason.serviceRefused)
        case .noUID: ReasonCode(TokenReason.noUID)
        case .uidTooLong: ReasonCode(TokenReason.uidTooLong)
        case .reservedClaim: ReasonCode(TokenReason.reservedClaim)
        case .cookieDuration: ReasonCode(AuthReason.invalidDuration)
        case .csrf: ReasonCode(ExchangeReason.formProtection)
        case .foreignOrigin: ReasonCode(SDKReason.foreignOrigin)
        case .blockedHost: ReasonCode(SDKReason.hostNotAllowed)
        case .noSessionSecret: ReasonCode(SDKReason.noSessionSecret)
        case .noSessionMiddleware: ReasonCode(SDKReason.noSessionMiddleware)
        case .sessionUndecryptable: ReasonCode(SDKReason.sessionUndecryptable)
        case .cookieTooLarge: ReasonCode(StoreReason.pairTooLarge)
        case .cookieWithoutPath: ReasonCode(SDKReason.cookieWithoutPath)
        case .cookieTooLate: ReasonCode(SDKReason.cookieTooLate)
        case .staleAction: ReasonCode(SDKReason.staleAction)
        }
    }

    /// What a diagnosis names for this token: a missing key id or another algorithm only means that the server wants
    /// signed tokens if the token is unsigned.
    package func reason(for token: SentToken) -> ReasonCode {
        switch (self, token.isSigned) {
        case (.noKid, false?), (.wrongAlgorithm, false?): ReasonCode(SDKReason.wantsSignedToken)
        case (.unsigned, true?): ReasonCode(TokenReason.wrongAlgorithm)
        default: reason
        }
    }
}

/// What of the sent token a sentence can be checked against.
package enum TokenCheck: String, CaseIterable, Sendable {
    case isSessionCookie = "is-session-cookie"
    case isIDToken = "is-id-token"
    case isCustomToken = "is-custom-token"
    case noToken = "no-token"
    case malformed
    case unsigned
    case otherProject = "other-project"
    case expired
    case inFuture = "in-future"
    case revoked
    case userDisabled = "user-disabled"
    case userMissing = "user-missing"
}
