// What several requests and replies share, in the protocol's names.
extension Shape {
    static let tokens: Shape = ["idToken": .text, "refreshToken": .text, "expiresIn": .text]

    static let factors = Shape.list([
        "mfaEnrollmentId": .text, "displayName": .nullable(.text), "enrolledAt": .text, "phoneInfo": .text,
        "unobfuscatedPhoneInfo": .text, "totpInfo": .anything,
    ])

    static let challenge: Shape = ["mfaPendingCredential": .text, "mfaInfo": factors]

    static let identity: Shape = [
        "providerId": .text, "rawId": .text, "federatedId": .text, "email": .text, "displayName": .text,
        "photoUrl": .text, "screenName": .text, "phoneNumber": .text,
    ]

    static let identities = Shape.list(identity)

    static let user: Shape = [
        "localId": .text, "email": .text, "emailVerified": .flag, "displayName": .text, "photoUrl": .text,
        "phoneNumber": .text, "disabled": .flag, "passwordHash": .text, "salt": .text,
        "passwordUpdatedAt": .number, "validSince": .int64, "createdAt": .int64, "lastLoginAt": .int64,
        "lastRefreshAt": .text, "providerUserInfo": identities, "customAttributes": .text, "customAuth": .flag,
        "emailLinkSignin": .flag, "initialEmail": .text, "tenantId": .text, "mfaInfo": factors,
    ]

    static let error: Shape = [
        "error": [
            "code": .number, "message": .text,
            "errors": .list([
                "message": .text, "reason": .text, "domain": .text, "location": .text, "locationType": .text,
            ]),
            "status": .text,
        ]
    ]

    static let clientType = Shape.choice([
        "CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS",
    ])

    /// How a client shows that it is the app and no robot; read, and never looked at.
    static let appVerification: Shape = [
        "captchaResponse": .text, "clientType": clientType,
        "recaptchaVersion": .choice(["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"]),
    ]

    /// The same for messages to phones, which have more ways.
    static let phoneVerification = appVerification.with([
        "phoneNumber": .text, "recaptchaToken": .text, "iosReceipt": .text, "iosSecret": .text,
        "safetyNetToken": .text, "playIntegrityToken": .text, "autoRetrievalInfo": ["appSignatureHash": .text],
    ])

    /// A code that was sent to a phone.
    static let phoneCode: Shape = [
        "sessionInfo": .text, "code": .text, "phoneNumber": .text, "androidVerificationProof": .text,
    ]
}
