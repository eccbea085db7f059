import BridgePrimitives

extension EndpointTable {
    /// The emulator's own endpoints: no credentials, for tests and their tools.
    static let control: [Endpoint] =
        [
            Endpoint(
                "emulator:status", "GET", ["/"], access: .open, body: .none,
                reply: ["authEmulator": ["ready": .flag, "docs": .text, "apiSpec": .text]]
            ) { _ in
                JSONObject([
                    (
                        "authEmulator",
                        [
                            "ready": true, "docs": "https://firebase.google.com/docs/emulator-suite",
                            "apiSpec": "/emulator/openapi.json",
                        ]
                    )
                ])
            },
            Endpoint("emulator:openapi", "GET", ["/emulator/openapi.json"], access: .open, body: .none) { call in
                OpenAPIDocument.json(of: emulated, refusesUnknownNames: call.service.enforces(.unknownNamesRefused))
            },
            Endpoint(
                "emulator:deleteAccounts", "DELETE", EndpointPath.control("accounts"), access: .open, body: .none
            ) { call in
                try call.service.deleteAccounts(in: call.scope)
                return JSONObject()
            },
            Endpoint(
                "emulator:oobCodes", "GET", EndpointPath.control("oobCodes"), access: .open, body: .none,
                reply: [
                    "oobCodes": .list([
                        "email": .text, "newEmail": .text, "requestType": .text, "oobCode": .text, "oobLink": .text,
                    ])
                ]
            ) { call in
                try call.service.oobCodes(in: call.scope, origin: call.origin)
            },
            Endpoint(
                "emulator:verificationCodes", "GET", EndpointPath.control("verificationCodes"), access: .open,
                body: .none,
                reply: ["verificationCodes": .list(["phoneNumber": .text, "sessionInfo": .text, "code": .text])]
            ) { call in
                try call.service.verificationCodes(in: call.scope)
            },
            Endpoint(
                "emulator:totpCodes", "GET", EndpointPath.control("totpCodes"), access: .open, body: .none,
                reply: [
                    "totpCodes": .list([
                        "localId": .text, "mfaEnrollmentId": .text, "sessionInfo": .text, "code": .text,
                    ])
                ]
            ) { call in
                try call.service.totpCodes(in: call.scope)
            },
            Endpoint(
                "emulator:config:get", "GET", ["/emulator/v1/projects/{project}/config"], access: .open, body: .none,
                reply: emulatorConfig
            ) { call in call.service.emulatorConfiguration },
            Endpoint(
                "emulator:config:patch", "PATCH", ["/emulator/v1/projects/{project}/config"], access: .open,
                request: emulatorConfig, reply: emulatorConfig
            ) { call in
                try call.service.updateEmulatorConfiguration(call.body)
            },
            Endpoint(
                "emulator:action", "GET", ["/emulator/action", "/__/auth/action"], access: .open, body: .none,
                query: ["mode", "oobCode", "apiKey", "continueUrl", "tenantId", "lang", "newPassword"],
                reply: ["authEmulator": .anything], answering: { try ActionPage.answer($0) }),
            Endpoint(
                "emulator:handler", "GET", ["/emulator/auth/handler", RedirectPage.path], access: .open, body: .none,
                query: [
                    "apiKey", "providerId", "appName", "clientId", "appId", "apn", "ibi", "redirectUrl", "eventId",
                    "authType", "sessionId", "tid", "tenantId", "scopes", "customParameters", "v", "state",
                ],
                reply: ["authEmulator": .anything], answering: { try await HandlerPage.answer($0) }),
            Endpoint(
                "emulator:handler:post", "POST", [RedirectPage.path], access: .open, body: .required, takesForms: true,
                request: ["state": .text, "code": .text, "user": .text, "error": .text],
                reply: ["authEmulator": .anything], answering: { try RedirectPage.posted($0) }),
            Endpoint(
                "emulator:iframe", "GET", ["/emulator/auth/iframe", "/__/auth/iframe"], access: .open, body: .none,
                query: ["apiKey", "appName", "v", "eid", "fw"], answering: { _ in FramePage.answer }),
        ]
        + PageScript.allCases.map(\.endpoint)

    private static let emulatorConfig: Shape = [
        "signIn": ["allowDuplicateEmails": .flag],
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": .flag],
    ]
}
