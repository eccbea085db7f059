extension AuthReason {
    /// What holds, and what to do about it: one short sentence each.
    var texts: (meaning: String, fix: String) {
        switch self {
        case .emailExists: ("Another account has this address.", "Sign in to that account, or use another address.")
        case .emailNotFound: ("No account has this address.", "Create the user first, or correct the address.")
        case .invalidEmail: ("This is not an e-mail address.", "Send an address such as taro@example.com.")
        case .missingEmail: ("The request has no e-mail address.", "Send `email` with the password.")
        case .missingPassword: ("The request has no password.", "Send `password` with the address.")
        case .invalidPassword: ("The password is wrong, or the user has none.", "Use the account's password.")
        case .invalidLoginCredentials:
            ("Address and password do not belong together.", "Correct the address or the password.")
        case .passwordResetNeeded:
            (
                "The password was imported as a bcrypt or Argon2 hash, which is not verified here.",
                "Reset the password: `updateUser(uid, { password })` in an Admin SDK, or send a reset e-mail."
            )
        case .weakPassword: ("The password has fewer than six characters.", "Choose a longer password.")
        case .passwordDoesNotMeetRequirements:
            ("The password breaks the project's policy.", "Choose a password that the policy allows.")
        case .passwordLoginDisabled:
            ("The project does not allow password sign-in.", "Enable password sign-in in the configuration.")
        case .operationNotAllowed:
            ("This operation is switched off or not open to users.", "Enable it, or send it as an administrator.")
        case .adminOnlyOperation:
            ("Anonymous users are switched off.", "Enable anonymous sign-in, or sign up with an address.")
        case .invalidDisplayName: ("The display name is too long.", "Use at most 256 characters.")
        case .invalidPhoneNumber: ("This is not a phone number.", "Send it as + and digits, +819012345678 say.")
        case .phoneNumberExists: ("Another account has this phone number.", "Remove it there first.")
        case .duplicateLocalID: ("Another account has this uid.", "Leave `localId` out, or choose another.")
        case .missingLocalID: ("An administrator's request names no user.", "Send `localId`.")
        case .unexpectedParameter:
            ("A parameter is not allowed here.", "Remove it, or send the request as an administrator.")
        case .userDisabled:
            (
                "An administrator disabled the account.",
                "Enable the account: `updateUser(uid, { disabled: false })` in an Admin SDK."
            )
        case .userNotFound: ("No account has this uid.", "Sign in again; the account may have been deleted.")
        case .missingProviderID: ("An identity to link has no provider.", "Send `providerId`.")
        case .missingRawID: ("An identity to link has no id of its own.", "Send `rawId`.")
        case .federatedUserIDAlreadyLinked:
            ("Another account is linked to this identity.", "Unlink it there first.")
        case .invalidRequestType:
            ("An update says neither who nor by which code.", "Send `idToken` or `oobCode`.")
        case .invalidOobCode: ("The code is unknown or used up.", "Ask for a new one.")
        case .missingIDToken: ("The request has no ID token.", "Send `idToken`.")
        case .invalidIDToken:
            ("The ID token is not one of this project's.", "Send the token as the client got it, for the same project.")
        case .tokenExpired:
            ("The token is past its expiry or was revoked.", "Refresh the token; if that fails too, sign in again.")
        case .credentialTooOldLoginAgain:
            ("The sign-in is more than five minutes old.", "Re-authenticate, then repeat the request.")
        case .tenantIDMismatch:
            ("Token and request name different tenants.", "Use the tenant that the token was issued for.")
        case .tenantNotFound: ("The project has no such tenant.", "Make the tenant first, or leave `tenantId` out.")
        case .missingCustomToken: ("The request has no custom token.", "Send `token`.")
        case .invalidCustomToken:
            ("The custom token is malformed, expired or wrongly signed.", "Get a fresh one from the backend.")
        case .credentialMismatch:
            (
                "The custom token was signed for another project.",
                "Mint it with this project's service account: see `token verify`."
            )
        case .missingIdentifier: ("The custom token names no user.", "Put a `uid` into it.")
        case .invalidClaims: ("The custom claims are not a JSON object.", "Send one JSON object.")
        case .forbiddenClaim: ("A custom claim has a reserved name.", "Choose another name.")
        case .claimsTooLarge: ("The custom claims exceed 1000 characters.", "Keep less in the token.")
        case .missingGrantType: ("The request has no grant type.", "Send `grant_type=refresh_token`.")
        case .invalidGrantType: ("Only refresh tokens are exchanged here.", "Send `grant_type=refresh_token`.")
        case .missingRefreshToken: ("The request has no refresh token.", "Send `refresh_token`.")
        case .invalidRefreshToken:
            ("The refresh token was not issued here.", "Sign in again; a token of another run or project is useless.")
        case .missingOobCode: ("The request has no code.", "Send `oobCode`.")
        case .expiredOobCode: ("The code is older than production takes it.", "Ask for a new one.")
        case .missingRequestType: ("The request does not say what the code is for.", "Send `requestType`.")
        case .missingContinueURI: ("The request has no URL to go on to.", "Send `continueUri`.")
        case .invalidContinueURI: ("The URL to go on to is not absolute.", "Send scheme, host and path.")
        case .unauthorizedDomain:
            (
                "The URL to go on to is on a domain that the project does not authorize.",
                "Add the domain to `authorizedDomains`: PATCH /identitytoolkit.googleapis.com/admin/v2/projects/PROJECT/config."
            )
        case .missingNewEmail: ("The request has no new address.", "Send `newEmail`.")
        case .invalidNewEmail:
            ("The new address is not an e-mail address.", "Send an address such as taro@example.com.")
        case .invalidIdentifier: ("The identifier is not an e-mail address.", "Send an address as `identifier`.")
        case .emailChangeNeedsVerification:
            (
                "A user with second factors may not change the address unverified.",
                "Send a VERIFY_AND_CHANGE_EMAIL code first."
            )
        case .missingPhoneNumber:
            ("The proof comes without its phone number.", "Send `phoneNumber` with `temporaryProof`.")
        case .invalidTemporaryProof: ("The proof is unknown, or of another number.", "Verify the number again.")
        case .missingSessionInfo: ("The request does not say which message the code is from.", "Send `sessionInfo`.")
        case .missingCode: ("The request has no code.", "Send the code of the message.")
        case .invalidSessionInfo: ("The session is unknown or used up.", "Send a new message.")
        case .invalidCode: ("The code is wrong.", "Type the code of the latest message, or of the app now.")
        case .sessionExpired: ("The code came more than ten minutes ago.", "Send a new message.")
        case .tooManyAttempts:
            (
                "Too much was tried: codes, passwords, new accounts or messages.",
                "Begin anew; where the message names a quota, wait or raise it in the configuration."
            )
        case .quotaExceeded:
            (
                "As many messages or e-mails as the configuration allows have been sent.",
                "Wait, or raise the quota that the message names: `sessionBridge.quotas` of the configuration."
            )
        case .resetPasswordExceedLimit:
            (
                "As many e-mails to reset a password as the configuration allows have been sent.",
                "Wait, or raise `sessionBridge.quotas.passwordResetMailsPerDay` of the configuration."
            )
        case .unsupportedFirstFactor:
            ("Second factors do not go with this first factor.", "Sign in with a password or a provider.")
        case .unverifiedEmail:
            ("The address must be verified before a second factor is enrolled.", "Verify the address first.")
        case .secondFactorExists: ("The factor is enrolled already.", "Use it, or withdraw it first.")
        case .secondFactorLimitExceeded: ("The account has as many second factors as it may.", "Withdraw one first.")
        case .mfaEnrollmentNotFound: ("The account has no such second factor.", "Use an id of `mfaInfo`.")
        case .missingMFAPendingCredential:
            ("The request does not say which sign-in it goes on with.", "Send `mfaPendingCredential`.")
        case .invalidMFAPendingCredential:
            ("The sign-in is unknown, over or too old.", "Sign in with the first factor again.")
        case .missingCredential: ("The request does not say which sign-in it ends.", "Send `mfaPendingCredential`.")
        case .missingMFAEnrollmentID: ("The request names no second factor.", "Send `mfaEnrollmentId`.")
        case .unsupportedMFAProvider:
            (
                "The request names no second factor of a kind that is known.",
                "Send `phoneVerificationInfo` or `totpVerificationInfo`."
            )
        case .invalidMFAPhoneNumber: ("A second factor's number is not a phone number.", "Send it as + and digits.")
        case .invalidMFAEnrollmentID: ("A second factor has no id.", "Send `mfaEnrollmentId` with each.")
        case .duplicateMFAEnrollmentID: ("Two second factors have one id.", "Give each an id of its own.")
        case .missingRequestURI:
            ("The request has no URI that the provider answered to.", "Send `requestUri`, http://localhost say.")
        case .invalidRequestURI: ("The request's URI is not absolute.", "Send `requestUri` with scheme and host.")
        case .invalidCredentialOrProviderID: ("The request names no provider.", "Send `providerId` in `postBody`.")
        case .invalidIDPResponse: ("The provider's token is not a good one.", "Get a fresh token from the provider.")
        case .missingOrInvalidNonce:
            (
                "The raw nonce does not hash to the one in the provider's token.",
                "Give the provider the SHA-256 of the nonce, and the service the raw one."
            )
        case .invalidPendingToken: ("The pending token is unknown.", "Ask the provider again.")
        case .missingAuthenticatorResponse:
            ("The request has no answer of an authenticator.", "Send the authenticator's response.")
        case .invalidCredentialID: ("The passkey has no id.", "Send `id` in the authenticator's response.")
        case .credentialAlreadyInUse: ("The passkey is enrolled already, by whomever.", "Make a new passkey.")
        case .passkeyNotFound: ("No account has this passkey.", "Enrol it first.")
        case .missingUserAccount: ("The import has no users.", "Send `users`.")
        case .duplicateEmail: ("Two users of the import share an address.", "Remove one of them.")
        case .duplicateRawID: ("Two users of the import share an identity.", "Remove one of them.")
        case .localIDListExceedsLimit: ("The list is empty or longer than 1000.", "Send 1 to 1000 ids.")
        case .invalidPageSelection: ("The page asked for is beyond what the service gives.", "Ask for fewer at once.")
        case .invalidDuration:
            ("The duration is not between five minutes and two weeks.", "Send 300 to 1209600 seconds.")
        case .unsupportedTenantOperation: ("Tenants cannot do this.", "Send it without a tenant.")
        case .projectDisabled: ("The tenant's sign-in is switched off.", "Set `disableAuth` to false.")
        case .invalidPhotoURL: ("The photo's URL is too long.", "Use at most 2048 characters.")
        case .missingConfigID: ("The new provider has no id.", "Name it in the query: `oauthIdpConfigId=oidc.mine`.")
        case .invalidConfigID:
            (
                "The id is none of this kind of provider.",
                "Begin with `oidc.` or `saml.`, and go on in small letters, digits, hyphens and dots."
            )
        case .invalidProviderID: ("No built-in provider has this id.", "Use google.com, apple.com and the like.")
        case .configurationExists: ("The provider is configured already.", "Patch it, or delete it first.")
        case .configurationNotFound: ("No such provider is configured.", "Create it first, for the same tenant.")
        case .missingConfig: ("The provider lacks a member.", "Send what the message names.")
        case .invalidConfig: ("The provider cannot work as it is described.", "Correct what the message names.")
        case .missingOauthClientID: ("The provider has no client id.", "Send `clientId`.")
        case .missingIssuer: ("The provider has no issuer.", "Send `issuer`, the URL that its discovery is below.")
        case .missingSamlRelyingPartyConfig:
            ("The provider does not say who you are to it.", "Send `spConfig.spEntityId`.")
        case .invalidBlockingFunction:
            ("A trigger has no function to call.", "Send `functionUri` for beforeCreate or beforeSignIn.")
        case .blockingFunctionErrorResponse:
            ("A blocking function refused the sign-in.", "Read its answer in the message; the function decides.")
        case .blockingFunctionFailed:
            ("A blocking function gave no answer that can be read.", "See whether it runs, and what it answers.")
        case .injectedFault:
            ("A fault that somebody put in force answered.", "Take it out with DELETE /__bridge/faults.")
        case .insufficientPermission:
            ("An API key alone does not allow this.", "Send `Authorization: Bearer owner`.")
        case .invalidProjectID:
            ("The project's id is none, or not the one that is meant.", "Use the project id that it was started with.")
        case .tooManyProjects:
            ("Requests have named more projects than the service keeps.", "Reset the service, or name fewer projects.")
        case .singleProject:
            (
                "A request names another project than the one that the service was started for.",
                "Use one project id in the app, the backend and the service."
            )
        case .invalidArgument:
            ("A member of the request is unknown or has the wrong type.", "Correct the member that is named.")
        case .invalidContentType:
            ("The body's type is neither JSON nor what the endpoint takes.", "Send `Content-Type: application/json`.")
        case .methodNotAllowed: ("The path is there, but not for this method.", "Use a method that `Allow` names.")
        case .malformedPayload: ("The body is not a JSON object.", "Send valid JSON.")
        case .payloadTooLarge: ("The body is larger than the service takes.", "Send less.")
        case .unauthenticated:
            ("The bearer token opens nothing here.", "Send `Authorization: Bearer owner`, or an API key and no bearer.")
        case .invalidAPIKey:
            ("The API key is none of those that the configuration lists.", "Use one of them, or list none.")
        case .invalidAppCheckToken:
            (
                "The configuration requires App Check, and the app shows no token that can be read.",
                "Initialise App Check before Auth, with its debug provider; or set `sessionBridge.appCheck` to `off`."
            )
        case .permissionDenied: ("The request has no API key.", "Add `?key=` with any value.")
        case .foreignRequest:
            (
                "A page of another site, or under a name that is not this machine's, asks for what is the administrator's.",
                "Ask from this machine, as localhost or 127.0.0.1."
            )
        case .notFound: ("No endpoint has this path and method.", "Compare the path and the method with the protocol.")
        case .notImplemented: ("The service does not do this, as the emulator does not.", "Use another call.")
        case .notSimulated:
            (
                "Production verifies what was sent, and the service does not simulate that.",
                "Use lenient mode, which verifies as little as the Auth Emulator, or a sign-in that is simulated."
            )
        case .internalError: ("A promise of the service's own was broken.", "Report it with the request.")
        }
    }
}
