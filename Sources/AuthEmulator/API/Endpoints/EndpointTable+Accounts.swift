import BridgePrimitives

extension EndpointTable {
    /// Accounts, by their owners and by administrators.
    static let accounts: [Endpoint] = [signUp, lookup, update, delete, createAuthURI]

    private static let signUp = Endpoint(
        "accounts:signUp", "POST", EndpointPath.user("signUp", "signupNewUser") + EndpointPath.admin(nil),
        request: ([
            "email": .text, "password": .text, "displayName": .text, "idToken": .text, "returnSecureToken": .flag,
            "localId": .text, "phoneNumber": .text, "photoUrl": .text, "emailVerified": .flag, "disabled": .flag,
            "mfaInfo": .factors, "captchaChallenge": .text, "instanceId": .text, "tenantId": .text,
        ] as Shape).with(.appVerification),
        reply: (["kind": .text, "localId": .text, "email": .text, "displayName": .text] as Shape).with(.tokens)
    ) { call in
        try await call.service.callingFunctions {
            try call.service.signUp(SignUpRequest(call.body), as: call.caller, in: call.scope)
        }
    }

    private static let lookup = Endpoint(
        "accounts:lookup", "POST", EndpointPath.user("lookup", "getAccountInfo") + EndpointPath.admin("lookup"),
        request: [
            "idToken": .text, "localId": .list(.text), "email": .list(.text), "phoneNumber": .list(.text),
            "federatedUserId": .list(["providerId": .text, "rawId": .text]), "initialEmail": .list(.text),
            "delegatedProjectNumber": .int64, "tenantId": .text,
        ],
        reply: ["kind": .text, "users": .list(.user)]
    ) { call in
        try call.service.lookup(LookupRequest(call.body), as: call.caller, in: call.scope)
    }

    private static let update = Endpoint(
        "accounts:update", "POST", EndpointPath.user("update", "setAccountInfo") + EndpointPath.admin("update"),
        request: [
            "idToken": .text, "oobCode": .text, "localId": .text, "email": .text, "password": .text,
            "displayName": .nullable(.text), "photoUrl": .nullable(.text), "returnSecureToken": .flag,
            "deleteAttribute": .nullable(
                .list(
                    .choice([
                        "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD",
                        "RAW_USER_INFO",
                    ]))),
            "deleteProvider": .list(.text), "deletePasskey": .list(.text), "linkProviderUserInfo": .identity,
            "mfa": ["enrollments": .factors], "emailVerified": .flag, "customAttributes": .text, "createdAt": .int64,
            "lastLoginAt": .int64, "validSince": .int64, "phoneNumber": .text, "disableUser": .flag,
            "provider": .list(.text), "upgradeToFederatedLogin": .flag, "captchaChallenge": .text,
            "captchaResponse": .text, "instanceId": .text, "delegatedProjectNumber": .int64, "tenantId": .text,
        ],
        reply: ([
            "kind": .text, "localId": .text, "email": .text, "displayName": .text, "photoUrl": .text,
            "newEmail": .text, "passwordHash": .text, "emailVerified": .flag, "providerUserInfo": .identities,
        ] as Shape).with(.tokens)
    ) { call in
        try call.service.update(UpdateRequest(call.body), as: call.caller, in: call.scope)
    }

    private static let delete = Endpoint(
        "accounts:delete", "POST", EndpointPath.user("delete", "deleteAccount") + EndpointPath.admin("delete"),
        request: ["idToken": .text, "localId": .text, "delegatedProjectNumber": .int64, "tenantId": .text],
        reply: ["kind": .text]
    ) { call in
        try call.service.delete(DeleteRequest(call.body), as: call.caller, in: call.scope)
    }

    private static let createAuthURI = Endpoint(
        "accounts:createAuthUri", "POST", EndpointPath.user("createAuthUri", "createAuthUri"), body: .required,
        request: [
            "identifier": .text, "continueUri": .text, "sessionId": .text, "providerId": .text, "openidRealm": .text,
            "oauthConsumerKey": .text, "oauthScope": .text, "context": .text, "otaApp": .text, "appId": .text,
            "hostedDomain": .text, "authFlowType": .text, "customParameter": .anything, "tenantId": .text,
        ],
        reply: [
            "kind": .text, "sessionId": .text, "registered": .flag, "allProviders": .list(.text),
            "signinMethods": .list(.text),
        ]
    ) { call in
        try call.service.createAuthURI(call.body, in: call.scope)
    }
}
