/// What the reasons say, in the order of the SDK's numbers.
extension AuthErrorReason {
    /// What is the case, and what to do about it.
    static func texts(of code: AuthErrorCode) -> (meaning: String, fix: String) {
        switch code {
        case .invalidCustomToken: ("The custom token is malformed, expired or wrongly signed.", "Mint a new one.")
        case .customTokenMismatch:
            ("The custom token is for another project.", "Use one project in the app and in the backend.")
        case .invalidCredential: ("The credential is wrong or too old.", "Sign in with a fresh one.")
        case .userDisabled: ("An administrator disabled the account.", "Enable it, or use another.")
        case .operationNotAllowed: ("The project has this kind of sign-in switched off.", "Switch it on.")
        case .emailAlreadyInUse: ("Another account has the address.", "Sign in to that account.")
        case .invalidEmail: ("The address is none.", "Correct the address.")
        case .wrongPassword: ("The password is wrong.", "Correct the password.")
        case .tooManyRequests: ("There were too many tries.", "Wait, then try again.")
        case .userNotFound: ("There is no such account.", "Create it, or correct the address.")
        case .accountExistsWithDifferentCredential:
            (
                "The address belongs to an account that signs in another way.",
                "Sign in that way, then link this credential."
            )
        case .requiresRecentLogin: ("The sign-in is more than five minutes old.", "Re-authenticate first.")
        case .providerAlreadyLinked: ("The account has an identity at that provider already.", "Unlink that one first.")
        case .noSuchProvider: ("The account has no identity at that provider.", "Look at the user's providerData.")
        case .invalidUserToken: ("The service does not know the user's token.", "Sign in again.")
        case .networkError: ("The auth service gave no answer.", "Check that it runs and where the app looks.")
        case .userTokenExpired: ("The user's token was revoked or is over.", "Sign in again.")
        case .invalidAPIKey: ("The API key is not valid.", "Use the project's key.")
        case .userMismatch: ("The credential is another user's.", "Re-authenticate as the same user.")
        case .credentialAlreadyInUse: ("The credential is linked to another account.", "Unlink it there.")
        case .weakPassword: ("The password is too short.", "Choose six characters or more.")
        case .appNotAuthorized: ("The API key is not for this app.", "Allow the app's bundle id for the key.")
        case .expiredActionCode: ("The code from the e-mail is too old.", "Ask for a new one.")
        case .invalidActionCode: ("The code is unknown or used up.", "Ask for a new one.")
        case .invalidMessagePayload:
            ("The e-mail template has something that must not be sent.", "Correct the template.")
        case .invalidSender: ("The e-mail template has a sender that must not be used.", "Correct the sender.")
        case .invalidRecipientEmail: ("The e-mail has no valid recipient.", "Correct the address.")
        case .missingEmail: ("There is no address.", "Give one.")
        case .missingIosBundleID: ("The link's settings name no iOS bundle.", "Set iOSBundleID.")
        case .missingAndroidPackageName:
            ("The link's settings name no Android package.", "Name one when Android must install the app.")
        case .unauthorizedDomain: ("The link leads to a domain that the project does not allow.", "Allow the domain.")
        case .invalidContinueURI: ("The link's address is no URL.", "Give an absolute URL.")
        case .missingContinueURI: ("The link has nowhere to lead.", "Set the url of the settings.")
        case .missingPhoneNumber: ("There is no phone number.", "Give one.")
        case .invalidPhoneNumber:
            (
                "The phone number is not in the form +COUNTRY NUMBER.",
                "Write it as in E.164, without the zero of the country."
            )
        case .missingVerificationCode: ("There is no code.", "Give the code of the message.")
        case .invalidVerificationCode: ("The code is not the one that was sent.", "Read it again.")
        case .missingVerificationID: ("There is no verification id.", "Keep the one that verifyPhoneNumber gave.")
        case .invalidVerificationID: ("The service does not know the verification id.", "Ask for a new code.")
        case .missingAppCredential:
            ("The request does not prove which app sends it.", "Register for push messages or reCAPTCHA.")
        case .invalidAppCredential: ("The proof of which app sends the request is wrong.", "Upload the app's push key.")
        case .sessionExpired: ("The code was sent too long ago.", "Ask for a new one.")
        case .quotaExceeded: ("The project's quota is used up.", "Wait, or raise it.")
        case .missingAppToken: ("The app has no push token.", "Register for push messages.")
        case .notificationNotForwarded: ("The app keeps push messages from the client.", "Forward them.")
        case .appNotVerified: ("The service could not verify the app.", "Check its push key.")
        case .captchaCheckFailed: ("The reCAPTCHA answer is wrong.", "Solve it again.")
        case .webContextAlreadyPresented: ("A web sign-in is on the screen already.", "Finish or cancel that one.")
        case .webContextCancelled: ("The user closed the web sign-in.", "Offer it again.")
        case .appVerificationUserInteractionFailure: ("The reCAPTCHA ended without an answer.", "Offer it again.")
        case .invalidClientID:
            ("The OAuth client id is not this project's.", "Take the one of GoogleService-Info.plist.")
        case .webNetworkRequestFailed: ("The web sign-in could not reach its server.", "Check the connection.")
        case .webInternalError: ("The web sign-in failed inside.", "Read the message beside the code.")
        case .webSignInUserInteractionFailure:
            ("The web sign-in came back without an identity.", "Read the message beside the code.")
        case .localPlayerNotAuthenticated: ("Nobody is signed in to Game Center.", "Sign in there first.")
        case .nullUser: ("Nobody is signed in.", "Sign in first.")
        case .dynamicLinkNotActivated: ("The project has no Dynamic Links.", "Use a hosting domain for links.")
        case .invalidProviderID: ("There is no such provider.", "Correct its id.")
        case .tenantIDMismatch: ("User and client belong to different tenants.", "Use one tenant for both.")
        case .unsupportedTenantOperation: ("Tenants cannot do this.", "Do it without a tenant.")
        case .invalidDynamicLinkDomain:
            ("The domain is none of the project's Dynamic Link domains.", "Use one that is.")
        case .rejectedCredential: ("The credential was refused as malformed.", "Make a new one.")
        case .gameKitNotLinked: ("The app does not link GameKit.", "Link it.")
        case .secondFactorRequired: ("The account has a second factor.", "Finish the sign-in with it.")
        case .missingMultiFactorSession:
            ("The request names no second-factor session.", "Take the one of the resolver.")
        case .missingMultiFactorInfo: ("The request names no second factor.", "Take one of the resolver's hints.")
        case .invalidMultiFactorSession:
            ("The second-factor session is unknown or over.", "Sign in with the first factor again.")
        case .multiFactorInfoNotFound: ("The account has no such second factor.", "Take one of the enrolled ones.")
        case .adminRestrictedOperation: ("Only administrators may do this.", "Switch it on for users.")
        case .unverifiedEmail: ("The address is not verified.", "Verify it before enrolling a second factor.")
        case .secondFactorAlreadyEnrolled:
            ("The account has that second factor already.", "Use another number, or remove the factor first.")
        case .maximumSecondFactorCountExceeded:
            ("The account has as many second factors as it may.", "Remove one first.")
        case .unsupportedFirstFactor:
            ("This way of signing in takes no second factor.", "Sign in with an address or a provider.")
        case .emailChangeNeedsVerification:
            (
                "An account with second factors changes its address by e-mail only.",
                "Use sendEmailVerification(beforeUpdatingEmail:)."
            )
        case .missingClientIdentifier: ("The request does not say which app sends it.", "Send the app's proof.")
        case .missingOrInvalidNonce:
            ("The nonce is not the one in the identity token.", "Hash it for the provider, and send it raw here.")
        case .blockingCloudFunctionError: ("A blocking function refused.", "Read the function's message.")
        case .recaptchaNotEnabled: ("The project has no reCAPTCHA Enterprise.", "Enable it.")
        case .missingRecaptchaToken: ("The request has no reCAPTCHA token.", "Send one.")
        case .invalidRecaptchaToken: ("The reCAPTCHA token is wrong.", "Get a new one.")
        case .invalidRecaptchaAction: ("The reCAPTCHA token is for another action.", "Get one for this action.")
        case .missingClientType: ("The request names no client type.", "Send one.")
        case .missingRecaptchaVersion: ("The request names no reCAPTCHA version.", "Send one.")
        case .invalidRecaptchaVersion: ("The service does not know the reCAPTCHA version.", "Send another.")
        case .invalidReqType: ("The service does not take requests of that type.", "Correct the request.")
        case .recaptchaSDKNotLinked: ("The app does not link the reCAPTCHA SDK.", "Link it.")
        case .recaptchaSiteKeyMissing: ("The project has no reCAPTCHA key for the app.", "Make one.")
        case .recaptchaActionCreationFailed: ("The reCAPTCHA SDK could not start its action.", "Update it.")
        case .passwordDoesNotMeetRequirements:
            ("The password breaks the project's policy.", "Choose one that the policy allows.")
        case .invalidHostingLinkDomain:
            ("The link's domain is none of the project's hosting domains.", "Use one that is.")
        case .keychainError: ("The keychain refused.", "Read the keychain's reason beside the code.")
        case .internalError: ("The service answered what the client does not know.", "Read the server's code.")
        case .malformedJWT: ("A token in the answer is no JWT.", "Look at what stands between the app and the service.")
        }
    }
}
