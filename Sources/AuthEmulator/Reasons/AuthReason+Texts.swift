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
        case .insufficientPermission:
            ("An API key alone does not allow this.", "Send `Authorization: Bearer owner`.")
        case .invalidProjectID: ("The service serves another project.", "Use the project id that it was started with.")
        case .invalidArgument: ("A member of the request has the wrong type.", "Correct the member that is named.")
        case .malformedPayload: ("The body is not a JSON object.", "Send valid JSON.")
        case .payloadTooLarge: ("The body is larger than the service takes.", "Send less.")
        case .unauthenticated:
            ("The bearer token opens nothing here.", "Send `Authorization: Bearer owner`, or an API key and no bearer.")
        case .permissionDenied: ("The request has no API key.", "Add `?key=` with any value.")
        case .notFound: ("No endpoint has this path and method.", "Compare the path and the method with the protocol.")
        case .notImplemented: ("The service does not do this, as the emulator does not.", "Use another call.")
        case .internalError: ("A promise of the service's own was broken.", "Report it with the request.")
        default: moreTexts ?? ("", "")
        }
    }
}
