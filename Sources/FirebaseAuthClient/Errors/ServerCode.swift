import BridgePrimitives

/// What the SDKs make of the server's codes; a code that is not listed is `internalError` to iOS.
enum ServerCode: Sendable {
    /// JavaScript's name without `auth/`; nil where it is the code itself in small letters and hyphens.
    static let table: [String: (javaScript: String?, code: AuthErrorCode)] = [
        "ADMIN_ONLY_OPERATION": ("admin-restricted-operation", .adminRestrictedOperation),
        "APP_NOT_VERIFIED": (nil, .appNotVerified),
        "BLOCKING_FUNCTION_ERROR_RESPONSE": ("internal-error", .blockingCloudFunctionError),
        "CAPTCHA_CHECK_FAILED": (nil, .captchaCheckFailed),
        "CREDENTIAL_MISMATCH": ("custom-token-mismatch", .customTokenMismatch),
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": ("requires-recent-login", .requiresRecentLogin),
        "EMAIL_CHANGE_NEEDS_VERIFICATION": (nil, .emailChangeNeedsVerification),
        "EMAIL_EXISTS": ("email-already-in-use", .emailAlreadyInUse),
        "EMAIL_NOT_FOUND": ("user-not-found", .userNotFound),
        "EXPIRED_OOB_CODE": ("expired-action-code", .expiredActionCode),
        "FEDERATED_USER_ID_ALREADY_LINKED": ("credential-already-in-use", .credentialAlreadyInUse),
        "INVALID_APP_CREDENTIAL": (nil, .invalidAppCredential),
        "INVALID_CODE": ("invalid-verification-code", .invalidVerificationCode),
        "INVALID_CONTINUE_URI": (nil, .invalidContinueURI),
        "INVALID_CUSTOM_TOKEN": (nil, .invalidCustomToken),
        "INVALID_EMAIL": (nil, .invalidEmail),
        "INVALID_HOSTING_LINK_DOMAIN": (nil, .invalidHostingLinkDomain),
        "INVALID_IDENTIFIER": ("invalid-email", .invalidEmail),
        "INVALID_IDP_RESPONSE": ("invalid-credential", .invalidCredential),
        "INVALID_ID_TOKEN": ("invalid-user-token", .invalidUserToken),
        "INVALID_LOGIN_CREDENTIALS": ("invalid-credential", .invalidCredential),
        "INVALID_MESSAGE_PAYLOAD": (nil, .invalidMessagePayload),
        "INVALID_MFA_PENDING_CREDENTIAL": ("invalid-multi-factor-session", .invalidMultiFactorSession),
        "INVALID_OAUTH_CLIENT_ID": ("invalid-oauth-client-id", .internalError),
        "INVALID_OOB_CODE": ("invalid-action-code", .invalidActionCode),
        "INVALID_PASSWORD": ("wrong-password", .wrongPassword),
        "INVALID_PENDING_TOKEN": ("invalid-credential", .invalidCredential),
        "INVALID_PHONE_NUMBER": (nil, .invalidPhoneNumber),
        "INVALID_PROVIDER_ID": (nil, .invalidProviderID),
        "INVALID_RECAPTCHA_ACTION": ("invalid-recaptcha-action", .internalError),
        "INVALID_RECAPTCHA_TOKEN": ("invalid-recaptcha-token", .internalError),
        "INVALID_RECAPTCHA_VERSION": ("invalid-recaptcha-version", .internalError),
        "INVALID_RECIPIENT_EMAIL": (nil, .invalidRecipientEmail),
        "INVALID_REQ_TYPE": ("invalid-req-type", .internalError),
        "INVALID_SENDER": (nil, .invalidSender),
        "INVALID_SESSION_INFO": ("invalid-verification-id", .invalidVerificationID),
        "INVALID_TEMPORARY_PROOF": ("invalid-credential", .internalError),
        "MFA_ENROLLMENT_NOT_FOUND": ("multi-factor-info-not-found", .multiFactorInfoNotFound),
        "MISSING_ANDROID_PACKAGE_NAME": ("missing-android-pkg-name", .missingAndroidPackageName),
        "MISSING_APP_CREDENTIAL": (nil, .missingAppCredential),
        "MISSING_CLIENT_IDENTIFIER": (nil, .missingClientIdentifier),
        "MISSING_CLIENT_TYPE": ("missing-client-type", .internalError),
        "MISSING_CONTINUE_URI": ("internal-error", .missingContinueURI),
        "MISSING_CUSTOM_TOKEN": ("internal-error", .internalError),
        "MISSING_EMAIL": (nil, .missingEmail),
        "MISSING_IOS_APP_TOKEN": (nil, .missingAppToken),
        "MISSING_IOS_BUNDLE_ID": (nil, .missingIosBundleID),
        "MISSING_MFA_ENROLLMENT_ID": ("missing-multi-factor-info", .missingMultiFactorInfo),
        "MISSING_MFA_PENDING_CREDENTIAL": ("missing-multi-factor-session", .missingMultiFactorSession),
        "MISSING_OOB_CODE": ("internal-error", .internalError),
        "MISSING_OR_INVALID_NONCE": (nil, .missingOrInvalidNonce),
        "MISSING_PASSWORD": ("missing-password", .internalError),
        "MISSING_RECAPTCHA_TOKEN": ("missing-recaptcha-token", .internalError),
        "MISSING_RECAPTCHA_VERSION": ("missing-recaptcha-version", .internalError),
        "MISSING_REQ_TYPE": ("internal-error", .internalError),
        "MISSING_SESSION_INFO": ("missing-verification-id", .internalError),
        "OPERATION_NOT_ALLOWED": (nil, .operationNotAllowed),
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": (nil, .passwordDoesNotMeetRequirements),
        "PASSWORD_LOGIN_DISABLED": ("operation-not-allowed", .operationNotAllowed),
        "QUOTA_EXCEEDED": (nil, .quotaExceeded),
        "RECAPTCHA_NOT_ENABLED": ("recaptcha-not-enabled", .internalError),
        "RESET_PASSWORD_EXCEED_LIMIT": ("too-many-requests", .internalError),
        "SECOND_FACTOR_EXISTS": ("second-factor-already-in-use", .secondFactorAlreadyEnrolled),
        "SECOND_FACTOR_LIMIT_EXCEEDED": ("maximum-second-factor-count-exceeded", .maximumSecondFactorCountExceeded),
        "SESSION_EXPIRED": ("code-expired", .sessionExpired),
        "TENANT_ID_MISMATCH": (nil, .tenantIDMismatch),
        "TOKEN_EXPIRED": ("user-token-expired", .userTokenExpired),
        "TOO_MANY_ATTEMPTS_TRY_LATER": ("too-many-requests", .tooManyRequests),
        "UNAUTHORIZED_DOMAIN": ("unauthorized-continue-uri", .unauthorizedDomain),
        "UNSUPPORTED_FIRST_FACTOR": (nil, .unsupportedFirstFactor),
        "UNSUPPORTED_TENANT_OPERATION": (nil, .unsupportedTenantOperation),
        "UNVERIFIED_EMAIL": (nil, .unverifiedEmail),
        "USER_DISABLED": (nil, .userDisabled),
        "USER_NOT_FOUND": ("user-token-expired", .userNotFound),
        "WEAK_PASSWORD": (nil, .weakPassword),
    ]

    /// `CODE` or `CODE : detail`, split at the first colon.
    static func split(_ text: String) -> (code: String, detail: String?) {
        let bytes = text.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let detail = end == bytes.endIndex ? nil : String(text[bytes.index(after: end)...]).trimmingSpaces
        return (String(text[..<end]).trimmingSpaces, detail)
    }

    /// `INVALID_REFRESH_TOKEN` as `invalid-refresh-token`: runs of `_` and blanks become one hyphen.
    static func hyphenated(_ code: String) -> String {
        let words = code.utf8.split { $0 == UInt8(ascii: "_") || $0 == 0x20 }
        return words.map { ASCIIText.lowercased($0) }.joined(separator: "-")
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let tail = utf8.drop { $0 == 0x20 }
        return String(decoding: tail.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
    }
}
