extension AuthReason {
    /// ``texts`` of codes, second factors, providers and administration.
    var moreTexts: (meaning: String, fix: String)? {
        switch self {
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
        case .tooManyAttempts: ("Too many wrong codes were tried.", "Begin anew.")
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
        case .credentialAlreadyInUse: ("The passkey is another account's.", "Make a new passkey.")
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
        case .invalidBlockingFunction:
            ("A trigger has no function to call.", "Send `functionUri` for beforeCreate or beforeSignIn.")
        case .injectedFault:
            ("A fault that somebody put in force answered.", "Take it out with DELETE /__bridge/faults.")
        default: nil
        }
    }
}
