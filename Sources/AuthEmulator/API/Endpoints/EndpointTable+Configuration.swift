import BridgePrimitives

extension EndpointTable {
    /// What clients ask of the project, and what administrators set.
    static let configuration: [Endpoint] = [
        projects, recaptchaParams, recaptchaConfig, passwordPolicy, config, patchConfig, createTenant, listTenants,
        getTenant, patchTenant, deleteTenant,
    ]

    private static let projects = Endpoint(
        "projects", "GET", ["\(EndpointPath.toolkit)/v1/projects", "\(EndpointPath.legacy)/getProjectConfig"],
        body: .none, reply: ["projectId": .text, "authorizedDomains": .list(.text)]
    ) { call in
        guard call.scope == .project else { throw AuthRefusal(.unsupportedTenantOperation) }
        // All that e-mail links may lead to: JavaScript compares its page with them before it opens a pop-up.
        let domains = call.service.enforces(.configurationWhole) ? call.service.authorizedDomains : ["localhost"]
        return JSONObject([
            ("projectId", .string(AuthService.projectNumber)),
            ("authorizedDomains", .array(domains.map { .string($0) })),
        ])
    }

    /// JavaScript needs a key that is not empty, and uses it for nothing in an emulator.
    private static let recaptchaParams = Endpoint(
        "recaptchaParams", "GET",
        ["\(EndpointPath.toolkit)/v1/recaptchaParams", "\(EndpointPath.legacy)/getRecaptchaParam"], body: .none,
        reply: ["kind": .text, "recaptchaStoken": .text, "recaptchaSiteKey": .text]
    ) { _ in
        JSONObject([
            ("kind", "identitytoolkit#GetRecaptchaParamResponse"),
            (
                "recaptchaStoken",
                "Fake-token__Do-not-send-this-to-Recaptcha_"
            ),
            ("recaptchaSiteKey", "Fake-key__Do-not-send-this-to-Recaptcha_"),
        ])
    }

    private static let recaptchaConfig = Endpoint(
        "recaptchaConfig", "GET", ["\(EndpointPath.toolkit)/v2/recaptchaConfig"], body: .none,
        query: ["clientType", "version", "tenantId"],
        reply: [
            "recaptchaKey": .text,
            "recaptchaEnforcementState": .list(["provider": .text, "enforcementState": .text]),
        ]
    ) { _ in
        JSONObject([
            ("recaptchaKey", "projects/local/keys/none"),
            (
                "recaptchaEnforcementState",
                [
                    ["provider": "PHONE_PROVIDER", "enforcementState": "OFF"],
                    ["provider": "EMAIL_PASSWORD_PROVIDER", "enforcementState": "OFF"],
                ]
            ),
        ])
    }

    private static let passwordPolicy = Endpoint(
        "passwordPolicy", "GET", ["\(EndpointPath.toolkit)/v2/passwordPolicy"], body: .none, query: ["tenantId"],
        reply: [
            "customStrengthOptions": .anything, "allowedNonAlphanumericCharacters": .list(.text),
            "enforcementState": .text, "forceUpgradeOnSignin": .flag, "schemaVersion": .number,
        ]
    ) { call in
        try call.service.settings(of: call.scope).passwordPolicy.clientForm
    }

    private static let project = "\(EndpointPath.toolkit)/v2/projects/{project}"
    private static let branches: Shape = [
        "signIn": ["allowDuplicateEmails": .flag],
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": .flag], "blockingFunctions": .anything,
    ]

    private static let config = Endpoint(
        "config:get", "GET", ["\(project)/config"], access: .admin, body: .none,
        reply: branches.with(["name": .text])
    ) { call in call.service.configurationResource }

    private static let patchConfig = Endpoint(
        "config:patch", "PATCH", ["\(project)/config"], access: .admin, query: ["updateMask"], request: branches,
        reply: branches.with(["name": .text])
    ) { call in
        try call.service.updateConfiguration(call.body, mask: call.query["updateMask"])
    }

    private static let tenantShape: Shape = [
        "displayName": .text, "allowPasswordSignup": .flag, "enableEmailLinkSignin": .flag,
        "enableAnonymousUser": .flag, "disableAuth": .flag,
        "mfaConfig": [
            "state": .choice(["STATE_UNSPECIFIED", "DISABLED", "ENABLED", "MANDATORY"]),
            "enabledProviders": .list(.choice(["PROVIDER_UNSPECIFIED", "PHONE_SMS"])),
            "providerConfigs": .list([
                "state": .choice(["MFA_STATE_UNSPECIFIED", "DISABLED", "ENABLED", "MANDATORY"]),
                "totpProviderConfig": ["adjacentIntervals": .integer],
            ]),
        ],
    ]
    private static let tenantReply = tenantShape.with(["name": .text, "tenantId": .text])

    private static let createTenant = Endpoint(
        "tenants:create", "POST", ["\(project)/tenants"], access: .admin, request: tenantShape, reply: tenantReply
    ) { call in try call.service.createTenant(tenant(in: call)) }

    private static let listTenants = Endpoint(
        "tenants:list", "GET", ["\(project)/tenants"], access: .admin, body: .none,
        query: [QueryParameter("pageSize", .integer), "pageToken"],
        reply: ["tenants": .list(tenantReply), "nextPageToken": .text]
    ) { call in
        call.service.tenants(pageSize: try call.integer("pageSize"), pageToken: call.query["pageToken"])
    }

    private static let getTenant = Endpoint(
        "tenants:get", "GET", ["\(project)/tenants/{id}"], access: .admin, body: .none, reply: tenantReply
    ) { call in try call.service.tenant(id: call.parameters["id"] ?? "") }

    private static let patchTenant = Endpoint(
        "tenants:patch", "PATCH", ["\(project)/tenants/{id}"], access: .admin, query: ["updateMask"],
        request: tenantShape, reply: tenantReply
    ) { call in
        try call.service.updateTenant(
            id: call.parameters["id"] ?? "", tenant(in: call), mask: call.query["updateMask"])
    }

    /// A tenant is kept as it was sent, but for members of enumerations that were sent by their places.
    private static func tenant(in call: Call) -> WireBody {
        WireBody(tenantShape.naming(.object(call.body.checkedForm)).objectValue ?? JSONObject())
    }

    private static let deleteTenant = Endpoint(
        "tenants:delete", "DELETE", ["\(project)/tenants/{id}"], access: .admin, body: .none
    ) { call in
        try call.service.deleteTenant(id: call.parameters["id"] ?? "")
        return JSONObject()
    }

    /// What the emulator answers with 501, and this service too.
    static let unavailable: [Endpoint] = [
        .notImplemented("accounts:signInWithGameCenter", "POST", EndpointPath.user("signInWithGameCenter")),
        .notImplemented("accounts:verifyIosClient", "POST", EndpointPath.user("verifyIosClient")),
        .notImplemented("accounts:issueSamlResponse", "POST", EndpointPath.user("issueSamlResponse")),
        .notImplemented("signOutUser", "POST", ["\(EndpointPath.legacy)/signOutUser"], access: .open),
        .notImplemented(
            "identityPlatform:initializeAuth", "POST", ["\(project)/identityPlatform:initializeAuth"],
            access: .admin),
    ]
}
