import BridgePrimitives

extension EndpointTable {
    /// Accounts, by their owners and by administrators.
    static let accounts: [Endpoint] = [signUp, lookup, update, delete, createAuthURI]

    private static let signUp = Endpoint(
        "accounts:signUp", "POST", EndpointPath.user("signUp", "signupNewUser") + EndpointPath.admin(nil),
        request: [
            "email": .text, "password": .text, "displayName": .text, "idToken": .text, "returnSecureToken": .flag,
            "localId": .text, "phoneNumber": .text, "photoUrl": .text, "emailVerified": .flag, "disabled": .flag,
            "mfaInfo": .list(["phoneInfo": .text, "displayName": .text]), "tenantId": .text,
        ],
        reply: (["kind": .text, "localId": .text, "email": .text, "displayName": .text] as Shape).with(.tokens)
    ) { call in
        try call.service.signUp(SignUpRequest(call.body), as: call.caller, in: call.scope)
    }

    private static let lookup = Endpoint(
        "accounts:lookup", "POST", EndpointPath.user("lookup", "getAccountInfo") + EndpointPath.admin("lookup"),
        request: [
            "idToken": .text, "localId": .list(.text), "email": .list(.text), "phoneNumber": .list(.text),
            "federatedUserId": .list(["providerId": .text, "rawId": .text]), "tenantId": .text,
        ],
        reply: ["kind": .text, "users": .list(.user)]
    ) { call in
        try call.service.lookup(LookupRequest(call.body), as: call.caller, in: call.scope)
    }

    private static let update = Endpoint(
        "accounts:update", "POST", EndpointPath.user("update", "setAccountInfo") + EndpointPath.admin("update"),
        request: [
            "idToken": .text, "oobCode": .text, "localId": .text, "email": .text, "password": .text,
            "displayName": .text, "photoUrl": .text, "returnSecureToken": .flag,
            "deleteAttribute": .list(.choice(["DISPLAY_NAME", "PHOTO_URL", "PASSWORD", "EMAIL"])),
            "deleteProvider": .list(.text), "deletePasskey": .list(.text),
            "linkProviderUserInfo": [
                "providerId": .text, "rawId": .text, "email": .text, "displayName": .text, "photoUrl": .text,
            ],
            "mfa": [
                "enrollments": .list(["mfaEnrollmentId": .text, "phoneInfo": .text, "displayName": .text])
            ],
            "emailVerified": .flag, "customAttributes": .text, "createdAt": .int64, "lastLoginAt": .int64,
            "validSince": .int64, "phoneNumber": .text, "disableUser": .flag, "tenantId": .text,
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
        request: ["idToken": .text, "localId": .text, "tenantId": .text], reply: ["kind": .text]
    ) { call in
        try call.service.delete(DeleteRequest(call.body), as: call.caller, in: call.scope)
    }

    private static let createAuthURI = Endpoint(
        "accounts:createAuthUri", "POST", EndpointPath.user("createAuthUri", "createAuthUri"), body: .required,
        request: ["identifier": .text, "continueUri": .text, "sessionId": .text, "tenantId": .text],
        reply: [
            "kind": .text, "sessionId": .text, "registered": .flag, "allProviders": .list(.text),
            "signinMethods": .list(.text),
        ]
    ) { call in
        try call.service.createAuthURI(call.body, in: call.scope)
    }
}
