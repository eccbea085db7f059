import BridgePrimitives

extension EndpointTable {
    /// First factors, and the tokens that prolong a session.
    static let signIns: [Endpoint] =
        [
            password, customToken, emailLink, provider, sendVerificationCode, phoneNumber, token, revokeToken,
        ] + passkeys

    private static let signedIn =
        ([
            "kind": .text, "localId": .text, "email": .text, "displayName": .text, "registered": .flag,
            "isNewUser": .flag,
        ] as Shape).with(.tokens).with(.challenge)

    private static let password = Endpoint(
        "accounts:signInWithPassword", "POST", EndpointPath.user("signInWithPassword", "verifyPassword"),
        body: .required,
        request: ([
            "email": .text, "password": .text, "returnSecureToken": .flag, "idToken": .text, "pendingIdToken": .text,
            "captchaChallenge": .text, "instanceId": .text, "delegatedProjectNumber": .int64, "tenantId": .text,
        ] as Shape).with(.appVerification), reply: signedIn
    ) { call in
        try await call.service.callingFunctions {
            try call.service.signInWithPassword(PasswordSignInRequest(call.body), in: call.scope)
        }
    }

    private static let customToken = Endpoint(
        "accounts:signInWithCustomToken", "POST", EndpointPath.user("signInWithCustomToken", "verifyCustomToken"),
        body: .required,
        request: [
            "token": .text, "returnSecureToken": .flag, "instanceId": .text, "delegatedProjectNumber": .int64,
            "tenantId": .text,
        ],
        reply: (["kind": .text, "isNewUser": .flag] as Shape).with(.tokens)
    ) { call in
        try call.service.signInWithCustomToken(CustomTokenSignInRequest(call.body), in: call.scope)
    }

    private static let emailLink = Endpoint(
        "accounts:signInWithEmailLink", "POST", EndpointPath.user("signInWithEmailLink", "emailLinkSignin"),
        body: .required, request: ["email": .text, "oobCode": .text, "idToken": .text, "tenantId": .text],
        reply: signedIn
    ) { call in
        try await call.service.callingFunctions {
            try call.service.signInWithEmailLink(EmailLinkRequest(call.body), in: call.scope)
        }
    }

    private static let provider = Endpoint(
        "accounts:signInWithIdp", "POST", EndpointPath.user("signInWithIdp", "verifyAssertion"), body: .required,
        request: [
            "requestUri": .text, "postBody": .text, "idToken": .text, "returnSecureToken": .flag,
            "returnIdpCredential": .flag, "returnRefreshToken": .flag, "autoCreate": .flag, "sessionId": .text,
            "pendingToken": .text, "pendingIdToken": .text, "delegatedProjectNumber": .int64, "tenantId": .text,
        ],
        reply: signedIn.with([
            "context": .text, "providerId": .text, "federatedId": .text, "emailVerified": .flag, "fullName": .text,
            "screenName": .text, "photoUrl": .text, "rawUserInfo": .text, "oauthIdToken": .text,
            "oauthAccessToken": .text, "oauthTokenSecret": .text, "needConfirmation": .flag,
            "verifiedProvider": .list(.text), "errorMessage": .text, "emailRecycled": .flag,
        ])
    ) { call in
        try await call.service.signInWithProvider(ProviderSignInRequest(call.body), in: call.scope)
    }

    private static let sendVerificationCode = Endpoint(
        "accounts:sendVerificationCode", "POST",
        EndpointPath.user("sendVerificationCode", "sendVerificationCode"), body: .required,
        request: Shape.phoneVerification.with(["tenantId": .text]), reply: ["sessionInfo": .text]
    ) { call in
        try call.service.sendVerificationCode(to: call.body.nonEmptyString("phoneNumber"), in: call.scope)
    }

    private static let phoneNumber = Endpoint(
        "accounts:signInWithPhoneNumber", "POST", EndpointPath.user("signInWithPhoneNumber", "verifyPhoneNumber"),
        body: .required,
        request: [
            "sessionInfo": .text, "code": .text, "temporaryProof": .text, "phoneNumber": .text, "idToken": .text,
            "operation": .choice(["VERIFY_OP_UNSPECIFIED", "SIGN_UP_OR_IN", "REAUTH", "UPDATE", "LINK"]),
            "verificationProof": .text, "returnSecureToken": .flag, "tenantId": .text,
        ],
        reply: ([
            "isNewUser": .flag, "phoneNumber": .text, "localId": .text, "temporaryProof": .text,
            "temporaryProofExpiresIn": .text,
        ] as Shape).with(.tokens)
    ) { call in
        try await call.service.callingFunctions {
            try call.service.signInWithPhoneNumber(PhoneSignInRequest(call.body), in: call.scope)
        }
    }

    private static let token = Endpoint(
        "token", "POST", ["/securetoken.googleapis.com/v1/token"], access: .key, body: .required, takesForms: true,
        request: ["grant_type": .text, "refresh_token": .text, "scope": .text, "code": .text],
        reply: [
            "access_token": .text, "expires_in": .text, "token_type": .text, "refresh_token": .text,
            "id_token": .text, "user_id": .text, "project_id": .text,
        ]
    ) { call in
        try call.service.refresh(RefreshRequest(call.body))
    }

    /// Apple's tokens are not kept, so there is nothing to revoke.
    private static let revokeToken = Endpoint(
        "accounts:revokeToken", "POST", ["\(EndpointPath.toolkit)/v2/accounts:revokeToken"],
        request: [
            "providerId": .text,
            "tokenType": .choice(["TOKEN_TYPE_UNSPECIFIED", "REFRESH_TOKEN", "ACCESS_TOKEN", "CODE"]), "token": .text,
            "idToken": .text, "redirectUri": .text, "tenantId": .text,
        ]
    ) { _ in JSONObject() }

    private static let passkeys: [Endpoint] = [
        Endpoint(
            "passkeyEnrollment:start", "POST", ["\(EndpointPath.toolkit)/v2/accounts/passkeyEnrollment:start"],
            access: .key,
            request: ["idToken": .text, "tenantId": .text], reply: ["credentialCreationOptions": .anything]
        ) { call in
            try call.service.startPasskeyEnrollment(
                idToken: call.body.nonEmptyString("idToken"), in: call.scope)
        },
        Endpoint(
            "passkeyEnrollment:finalize", "POST",
            ["\(EndpointPath.toolkit)/v2/accounts/passkeyEnrollment:finalize"], access: .key, body: .required,
            request: [
                "idToken": .text, "authenticatorRegistrationResponse": .anything, "name": .text, "displayName": .text,
                "tenantId": .text,
            ],
            reply: ["localId": .text, "idToken": .text, "refreshToken": .text]
        ) { call in
            try call.service.finalizePasskeyEnrollment(call.body, in: call.scope)
        },
        Endpoint(
            "passkeySignIn:start", "POST", ["\(EndpointPath.toolkit)/v2/accounts/passkeySignIn:start"],
            access: .key,
            request: ["sessionId": .text, "tenantId": .text], reply: ["credentialRequestOptions": .anything]
        ) { call in
            try call.service.startPasskeySignIn(in: call.scope)
        },
        Endpoint(
            "passkeySignIn:finalize", "POST", ["\(EndpointPath.toolkit)/v2/accounts/passkeySignIn:finalize"],
            access: .key, body: .required,
            request: [
                "authenticatorAuthenticationResponse": .anything, "sessionId": .text, "tenantId": .text,
            ], reply: ["idToken": .text, "refreshToken": .text]
        ) { call in
            try call.service.finalizePasskeySignIn(call.body, in: call.scope)
        },
    ]
}
