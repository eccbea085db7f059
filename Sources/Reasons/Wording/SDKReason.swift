/// What a server's Admin SDK, token library or framework reports in its own words, and no other part has a code for.
public enum SDKReason: String, Reason {
    // The server's set-up.
    case notInitialised = "sdk/not-initialised"
    case initialisedTwice = "sdk/initialised-twice"
    case noProjectID = "sdk/no-project-id"
    case noServiceAccount = "sdk/no-service-account"
    case noDefaultCredentials = "sdk/no-default-credentials"
    case badServiceAccount = "sdk/bad-service-account"
    case badPEM = "sdk/bad-pem"
    case mayNotSign = "sdk/may-not-sign"
    case insufficientPermission = "sdk/insufficient-permission"
    case apiNotEnabled = "sdk/api-not-enabled"
    case serverClock = "sdk/server-clock"
    case noAccessToken = "sdk/no-access-token"
    case emulatorAddress = "sdk/emulator-address"
    case emulatorTooLate = "sdk/emulator-too-late"

    // The token that it was given.
    case noToken = "sdk/no-token"
    case wantsSignedToken = "sdk/wants-signed-token"
    case keysNotFetched = "sdk/keys-not-fetched"
    case noVerificationKey = "sdk/no-verification-key"
    case tokenRefused = "sdk/token-refused"
    case serviceRefused = "sdk/service-refused"
    case quota = "sdk/quota"

    // Sessions and forms.
    case foreignOrigin = "sdk/foreign-origin"
    case hostNotAllowed = "sdk/host-not-allowed"
    case noSessionSecret = "sdk/no-session-secret"
    case noSessionMiddleware = "sdk/no-session-middleware"
    case sessionUndecryptable = "sdk/session-undecryptable"
    case cookieWithoutPath = "sdk/cookie-without-path"
    case cookieTooLate = "sdk/cookie-too-late"
    case staleAction = "sdk/stale-action"
}
