public import BridgePrimitives

/// Where strict and lenient services differ, all of it: code asks this table and nothing else.
///
/// Lenient answers as the Firebase Auth Emulator does, strict as production does.
public enum StrictnessRule: String, Reason {
    // Tokens
    case tokensSigned = "strictness/tokens-signed"
    case sessionsKept = "strictness/sessions-kept"
    case idTokenVerified = "strictness/id-token-verified"
    case customTokenVerified = "strictness/custom-token-verified"
    case sessionsRevoked = "strictness/sessions-revoked"
    case authTimePerSession = "strictness/auth-time-per-session"
    case recentSignIn = "strictness/recent-sign-in"
    case sessionFactorKept = "strictness/session-factor-kept"
    case tenantOfTokenNamed = "strictness/tenant-of-token-named"
    case pendingCredentialExpires = "strictness/pending-credential-expires"
    // Input
    case phoneNumberFormat = "strictness/phone-number-format"
    case emailFormat = "strictness/email-format"
    case profileLimits = "strictness/profile-limits"
    case passwordPolicy = "strictness/password-policy"
    case listLimits = "strictness/list-limits"
    case nullMeansUnset = "strictness/null-means-unset"
    case unknownNamesRefused = "strictness/unknown-names-refused"
    case apiKeysKnown = "strictness/api-keys-known"
    case appCheckRequired = "strictness/app-check-required"
    case quotasKept = "strictness/quotas-kept"
    // Accounts
    case emailChangeNeedsVerification = "strictness/email-change-needs-verification"
    case emailPrivacyHidesAll = "strictness/email-privacy-hides-all"
    case unknownTenantRefused = "strictness/unknown-tenant-refused"
    case hashesHidden = "strictness/hashes-hidden"
    case disabledBeforeFactor = "strictness/disabled-before-factor"
    case initialEmailSearched = "strictness/initial-email-searched"
    case configurationWhole = "strictness/configuration-whole"
    case masksClear = "strictness/masks-clear"
    case secondFactorLimit = "strictness/second-factor-limit"
    case numbersHidden = "strictness/numbers-hidden"
    case secondFactorsProven = "strictness/second-factors-proven"
    case displayNameTold = "strictness/display-name-told"
    case factorsRevertible = "strictness/factors-revertible"
    case identitiesStay = "strictness/identities-stay"
    case passkeysRefused = "strictness/passkeys-refused"
    // Codes
    case continueURLAuthorized = "strictness/continue-url-authorized"
    case codeAddressesChecked = "strictness/code-addresses-checked"
    case changeCodesRecoverable = "strictness/change-codes-recoverable"
    case signInCodeTellsEmail = "strictness/sign-in-code-tells-email"
    case oobCodesExpire = "strictness/oob-codes-expire"
    case phoneCodesExpire = "strictness/phone-codes-expire"
    case totpCodesOnce = "strictness/totp-codes-once"
    // Identity providers
    case autoCreateObeyed = "strictness/auto-create-obeyed"
    case phoneOperationObeyed = "strictness/phone-operation-obeyed"
    case providerVerified = "strictness/provider-verified"
    case nonceVerified = "strictness/nonce-verified"
    case accessTokenEchoed = "strictness/access-token-echoed"
    case linkingAsksNoFactor = "strictness/linking-asks-no-factor"
    case pendingTokenRefused = "strictness/pending-token-refused"
    case redirectSessionVerified = "strictness/redirect-session-verified"
    case providerEnabled = "strictness/provider-enabled"
    case providerFlagsRead = "strictness/provider-flags-read"
    case samlRefused = "strictness/saml-refused"

    /// Whether a service of this strictness acts as the strict column says.
    func isEnforced(by strictness: Strictness) -> Bool { strictness == .strict }

    /// What each does, one clause: the two columns of the table.
    public var columns: (lenient: String, strict: String) {
        switch self {
        case .tokensSigned: ("ID tokens are unsigned unless asked for", "ID tokens are signed, RS256 with a key id")
        case .sessionsKept:
            (
                "a refresh token is the session itself as readable JSON, and nothing is kept",
                "a refresh token names a session that is kept, with a proof that nobody else can make"
            )
        case .disabledBeforeFactor:
            (
                "a disabled user is asked for a second factor first",
                "a disabled user is told so before any second factor"
            )
        case .initialEmailSearched:
            (
                "a look-up by first address answers 501, as the emulator does",
                "administrators look users up by their first address"
            )
        case .configurationWhole:
            (
                "the configuration shows three branches and no name, and is replaced as a whole without a mask; clients see the domain localhost alone",
                "the configuration is the whole resource, and changes only where the body says something; clients see its domains"
            )
        case .masksClear:
            ("a mask never clears anything", "a mask clears what it names and the body lacks")
        case .continueURLAuthorized:
            (
                "a link leads on to any absolute address, of any scheme",
                "a link leads on to http and https addresses of the project's authorized domains"
            )
        case .codeAddressesChecked:
            (
                "e-mail codes are given out for any text, and to set a password where passwords are off",
                "what is no address answers INVALID_EMAIL, a new one INVALID_NEW_EMAIL, a reset where passwords are off PASSWORD_LOGIN_DISABLED"
            )
        case .changeCodesRecoverable:
            (
                "an address that a code changed is not remembered",
                "an address that a code changed can be taken back by its owner"
            )
        case .signInCodeTellsEmail:
            (
                "the reply about a sign-in code leaves the address out",
                "the reply about a sign-in code has the address, which iOS needs"
            )
        case .accessTokenEchoed:
            (
                "a provider's access token is invented where none was sent",
                "a provider's access token is in the reply only when it was sent"
            )
        case .pendingTokenRefused:
            ("a pending token is ignored", "a pending token, which is never given out, is refused")
        case .redirectSessionVerified:
            (
                "a sign-in in the browser is ended with any sessionId",
                "a sign-in in the browser is ended only with the sessionId that it was begun with"
            )
        case .idTokenVerified:
            ("any decodable ID token counts", "signature, audience, issuer and times of ID tokens are verified")
        case .customTokenVerified:
            (
                "any signer and age, bare JSON too",
                "custom tokens need the service account's signature, iss = sub and exp within an hour"
            )
        case .sessionsRevoked:
            (
                "revoked refresh tokens keep working",
                "refresh answers TOKEN_EXPIRED once the account was revoked, as second factors revoke it too"
            )
        case .sessionFactorKept:
            (
                "tokens that a change re-issues forget the session's second factor",
                "tokens that a change re-issues name the session's second factor"
            )
        case .authTimePerSession:
            ("auth_time is the account's last sign-in", "auth_time is the session's own sign-in")
        case .recentSignIn:
            (
                "the age of a sign-in does not matter",
                "after five minutes sensitive changes answer CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
            )
        case .pendingCredentialExpires:
            (
                "a pending credential is readable and lasts for ever",
                "a pending credential is a random text for ten minutes and five tries"
            )
        case .phoneNumberFormat: ("a phone number begins with +", "a phone number is + and 7 to 15 digits (E.164)")
        case .emailFormat:
            ("an address is x@y", "an address has no blanks, a dot in its domain and at most 255 bytes")
        case .profileLimits:
            ("names and photo URLs have any length", "256 characters for a name, 2048 for a photo URL")
        case .passwordPolicy: ("a password has six characters", "a password obeys the project's policy")
        case .listLimits: ("lists have any length", "at most 100 identifiers a lookup, 500 rows a query, 1000 a batch")
        case .nullMeansUnset:
            (
                "null is refused but where official clients send it",
                "null means that a member is absent"
            )
        case .apiKeysKnown:
            ("any API key will do", "an API key is one of those that the configuration lists, if it lists any")
        case .appCheckRequired:
            (
                "App Check tokens are not looked at",
                "where the configuration requires App Check, an app shows a token that can be read"
            )
        case .quotasKept:
            (
                "quotas of the configuration are not looked at",
                "what the configuration limits answers QUOTA_EXCEEDED, TOO_MANY_ATTEMPTS_TRY_LATER or RESET_PASSWORD_EXCEED_LIMIT"
            )
        case .unknownNamesRefused:
            (
                "members of unknown names are ignored",
                "members of unknown names are refused, except by version 3's paths"
            )
        case .emailChangeNeedsVerification:
            ("any user may change the address", "a user with second factors must verify the new address first")
        case .emailPrivacyHidesAll:
            (
                "with e-mail privacy the address may still be changed and probed by a change",
                "with e-mail privacy only a verified address replaces the old one, and neither reply nor time tells a taken one"
            )
        case .unknownTenantRefused: ("an unknown tenant is made", "an unknown tenant answers TENANT_NOT_FOUND")
        case .hashesHidden:
            (
                "every lookup shows the password's hash and salt",
                "users see a constant in place of the hash, administrators see it"
            )
        case .secondFactorLimit: ("any number of second factors", "at most five second factors")
        case .secondFactorsProven:
            (
                "users write second factors into their accounts without proof",
                "only administrators write second factors without proof; users answer INSUFFICIENT_PERMISSION"
            )
        case .displayNameTold:
            ("a sign-in with a password does not tell the name", "a sign-in with a password tells the name")
        case .linkingAsksNoFactor:
            (
                "who links a provider or an e-mail link and has second factors is asked for one",
                "who links one gets tokens, without which iOS ends the app: they have signed in already"
            )
        case .tenantOfTokenNamed:
            (
                "an ID token without a tenant is looked up in the tenant that the request names",
                "an ID token without a tenant answers TENANT_ID_MISMATCH where the request names one"
            )
        case .numbersHidden:
            ("users see the numbers of their second factors", "users see the last four digits of them")
        case .factorsRevertible:
            (
                "an enrolled second factor leaves no code",
                "an enrolled second factor leaves a code with which the address's owner takes it away"
            )
        case .identitiesStay:
            (
                "an identity that is linked by its ids moves from the account that had it",
                "an identity that another account has answers FEDERATED_USER_ID_ALREADY_LINKED"
            )
        case .passkeysRefused:
            (
                "of a passkey only the id is looked at",
                "enrolling and using a passkey answers NOT_SIMULATED"
            )
        case .oobCodesExpire:
            ("e-mail codes last until used", "e-mail codes answer EXPIRED_OOB_CODE after an hour, six hours or days")
        case .phoneCodesExpire:
            (
                "message codes last until used, with any number of tries",
                "message codes end after ten minutes (SESSION_EXPIRED) or five tries (TOO_MANY_ATTEMPTS_TRY_LATER)"
            )
        case .totpCodesOnce: ("an authenticator's code may be used again", "an authenticator's code is good once")
        case .autoCreateObeyed:
            ("autoCreate is ignored", "with autoCreate false an unknown identity answers USER_NOT_FOUND")
        case .phoneOperationObeyed:
            ("operation is ignored", "REAUTH with an unknown number answers USER_NOT_FOUND")
        case .providerVerified:
            (
                "any decodable provider token counts",
                "expiry is, and signature and audience where a simulated provider answers"
            )
        case .providerEnabled:
            (
                "every provider id is enabled",
                "a provider that the configuration does not enable answers OPERATION_NOT_ALLOWED"
            )
        case .providerFlagsRead:
            (
                "a provider's email_verified counts as JavaScript sees it: the text false is true",
                "a provider's email_verified is true, \"true\" or a number other than zero"
            )
        case .samlRefused:
            (
                "a SAML response is JSON that nobody has signed, beside an ID token",
                "a sign-in with a SAML provider answers NOT_SIMULATED"
            )
        case .nonceVerified:
            (
                "nonces are not looked at",
                "a nonce in the token must be the SHA-256 of the raw one (MISSING_OR_INVALID_NONCE)"
            )
        }
    }

    public var meaning: String { "Lenient: \(columns.lenient)." }
    public var fix: String { "Strict: \(columns.strict)." }
}
