@testable import AuthEmulator
import BridgePrimitives
import Testing

/// The providers of a project, beyond the emulator, which answers 501 to all of it.
extension Statement {
    static let oidc: JSONValue = [
        "displayName": "Mine", "enabled": true, "clientId": "client", "issuer": "https://issuer.example",
        "clientSecret": "secret", "responseType": ["code": true],
    ]
    static let saml: JSONValue = [
        "displayName": "Theirs", "enabled": true,
        "idpConfig": [
            "idpEntityId": "idp", "ssoUrl": "https://idp.example/sso", "signRequest": false,
            "idpCertificates": [["x509Certificate": "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"]],
        ],
        "spConfig": ["spEntityId": "sp", "callbackUri": "https://demo.example/__/auth/handler"],
    ]

    /// Collection, id's name in the query, an id, a resource.
    private static let kinds: [(String, String, String, JSONValue)] = [
        ("oauthIdpConfigs", "oauthIdpConfigId", "oidc.mine", oidc),
        ("inboundSamlConfigs", "inboundSamlConfigId", "saml.theirs", saml),
        (
            "defaultSupportedIdpConfigs", "idpId", "google.com",
            ["enabled": true, "clientId": "client", "clientSecret": "s"]
        ),
    ]

    static let providerConfigs: [Statement] = [
        Statement("11.1-01", "A provider is kept, shown, listed and deleted, per project and per tenant.") { wire in
            for (collection, name, id, resource) in kinds {
                for tenant in [nil, try await wire.tenant()] {
                    let parent = "projects/\(Fixture.project)" + (tenant.map { "/tenants/\($0)" } ?? "")
                    let whole = JSONValue.object(
                        JSONObject(
                            [("name", .string("\(parent)/\(collection)/\(id)"))]
                                + (resource.objectValue ?? JSONObject()).map { ($0.name, $0.value) }))
                    try await wire.post(
                        "\(collection):create", resource, as: .admin, tenant: tenant, query: "\(name)=\(id)")
                        → .answersOnly(whole)
                    try await wire.get("\(collection):get", as: .admin, tenant: tenant, path: ["id": id])
                        → .answersOnly(whole)
                    try await wire.get("\(collection):list", as: .admin, tenant: tenant)
                        → .answersOnly(.object(JSONObject([(collection, [whole])])))
                    try await wire.delete("\(collection):delete", tenant: tenant, path: ["id": id]) → .answersOnly([:])
                    try await wire.get("\(collection):list", as: .admin, tenant: tenant) → .answersOnly([:])
                }
            }
        },
        Statement("11.1-02", "What is not there is told; what is there is not made again.") { wire in
            for (collection, name, id, resource) in kinds {
                for endpoint in ["get", "patch", "delete"] {
                    let answer = try await wire.send(
                        "\(collection):\(endpoint)", resource, admin: true, path: ["id": id])
                    #expect(answer.json["error"]?["message"] == "CONFIGURATION_NOT_FOUND", "\(collection) \(endpoint)")
                }
                try await wire.post("\(collection):create", resource, as: .admin, query: "\(name)=\(id)") → .done
                try await wire.post("\(collection):create", resource, as: .admin, query: "\(name)=\(id)")
                    → .refused("CONFIGURATION_EXISTS")
                // One collection's id is unknown to another.
                for (other, _, _, _) in kinds where other != collection {
                    try await wire.get("\(other):get", as: .admin, path: ["id": id])
                        → .refused("CONFIGURATION_NOT_FOUND")
                }
            }
        },
        Statement("11.1-03", "Ids have the prefix of their collection; built-in ones are those that are known.") {
            wire in
            for (collection, query, message) in [
                ("oauthIdpConfigs", "", "MISSING_CONFIG_ID"),
                ("oauthIdpConfigs", "oauthIdpConfigId=", "MISSING_CONFIG_ID"),
                ("oauthIdpConfigs", "oauthIdpConfigId=mine", "INVALID_CONFIG_ID"),
                ("oauthIdpConfigs", "oauthIdpConfigId=oidc.", "INVALID_CONFIG_ID"),
                ("oauthIdpConfigs", "oauthIdpConfigId=saml.mine", "INVALID_CONFIG_ID"),
                ("oauthIdpConfigs", "oauthIdpConfigId=oidc.Mine", "INVALID_CONFIG_ID"),
                ("oauthIdpConfigs", "oauthIdpConfigId=oidc.a%2Fb", "INVALID_CONFIG_ID"),
                ("oauthIdpConfigs", "oauthIdpConfigId=oidc.\(String(repeating: "x", count: 124))", "INVALID_CONFIG_ID"),
                ("inboundSamlConfigs", "inboundSamlConfigId=oidc.x", "INVALID_CONFIG_ID"),
                ("defaultSupportedIdpConfigs", "idpId=oidc.x", "INVALID_PROVIDER_ID"),
                ("defaultSupportedIdpConfigs", "idpId=example.com", "INVALID_PROVIDER_ID"),
            ] {
                try await wire.post("\(collection):create", oidc, as: .admin, query: query) → .refused(message)
            }
        },
        Statement("11.1-04", "What sign-ins need must be there: the first thing that is missing or wrong is told.") {
            wire in
            for (member, value, message) in [
                ("clientId", nil, "MISSING_OAUTH_CLIENT_ID"), ("clientId", "", "MISSING_OAUTH_CLIENT_ID"),
                ("issuer", nil, "MISSING_ISSUER"), ("issuer", "issuer", "INVALID_CONFIG : issuer is no URL."),
                ("issuer", "ftp://x/", "INVALID_CONFIG : issuer is no URL."),
                ("clientSecret", nil, "INVALID_CONFIG : responseType.code needs a clientSecret."),
                (
                    "responseType", ["code": true, "idToken": true],
                    "INVALID_CONFIG : responseType has both code and idToken."
                ),
                ("displayName", .string(String(repeating: "x", count: 257)), "INVALID_DISPLAY_NAME"),
            ] as [(String, JSONValue?, String)] {
                try await wire.post(
                    "oauthIdpConfigs:create", adding(member, value, to: oidc), as: .admin,
                    query: "oauthIdpConfigId=oidc.mine") → .refused(message)
            }
            for (branch, member, value, message) in [
                ("idpConfig", nil, nil, "MISSING_CONFIG : idpConfig"),
                ("idpConfig", "idpEntityId", nil, "MISSING_CONFIG : idpConfig.idpEntityId"),
                ("idpConfig", "ssoUrl", "", "MISSING_CONFIG : idpConfig.ssoUrl"),
                ("idpConfig", "ssoUrl", "sso", "INVALID_CONFIG : idpConfig.ssoUrl is no URL."),
                ("idpConfig", "idpCertificates", [], "MISSING_CONFIG : idpConfig.idpCertificates"),
                (
                    "idpConfig", "idpCertificates", [["x509Certificate": "AA=="]],
                    "INVALID_CONFIG : idpConfig.idpCertificates has something else than certificates as PEM."
                ),
                ("spConfig", nil, nil, "MISSING_SAML_RELYING_PARTY_CONFIG"),
                ("spConfig", "spEntityId", nil, "MISSING_SAML_RELYING_PARTY_CONFIG"),
                ("spConfig", "callbackUri", "x", "INVALID_CONFIG : spConfig.callbackUri is no URL."),
            ] as [(String, String?, JSONValue?, String)] {
                let inner = member.map { adding($0, value, to: saml[branch] ?? [:]) } ?? value
                try await wire.post(
                    "inboundSamlConfigs:create", adding(branch, inner, to: saml), as: .admin,
                    query: "inboundSamlConfigId=saml.theirs") → .refused(message)
            }
            try await wire.post(
                "defaultSupportedIdpConfigs:create", ["enabled": true], as: .admin, query: "idpId=google.com")
                → .refused("MISSING_OAUTH_CLIENT_ID")
            try await wire.post(
                "defaultSupportedIdpConfigs:create", ["enabled": true], as: .admin, query: "idpId=apple.com") → .done
        },
        Statement("11.1-05", "A patch changes what its mask names, or all; it is checked as a whole.") { wire in
            try await wire.post("oauthIdpConfigs:create", oidc, as: .admin, query: "oauthIdpConfigId=oidc.mine") → .done
            let path = ["id": "oidc.mine"]
            try await wire.patch(
                "oauthIdpConfigs:patch", ["enabled": false, "clientId": "ignored"], query: "updateMask=enabled",
                path: path)
                → .answers(["enabled": false, "clientId": "client", "displayName": "Mine"])
            try await wire.patch(
                "oauthIdpConfigs:patch", ["responseType": ["idToken": true]], query: "updateMask=responseType",
                path: path)
                → .answers(["responseType": ["idToken": true]])
            try await wire.patch("oauthIdpConfigs:patch", ["issuer": "x"], query: "updateMask=issuer", path: path)
                → .refused("INVALID_CONFIG : issuer is no URL.")
            try await wire.patch("oauthIdpConfigs:patch", ["enabled": true], path: path)
                → .refused("MISSING_OAUTH_CLIENT_ID")
            try await wire.get("oauthIdpConfigs:get", as: .admin, path: path)
                → .answers(["enabled": false, "issuer": "https://issuer.example"])
        },
        Statement("11.1-06", "Unknown members are dropped, and so are certificates of ours that somebody sends.") {
            wire in
            var ours = saml["spConfig"]?.objectValue ?? JSONObject()
            ours["spCertificates"] = [["x509Certificate": "mine"]]
            let body = adding("spConfig", .object(ours), to: adding("name", "other", to: saml))
            let asked = try await wire.post(
                "inboundSamlConfigs:create", body, as: .admin, query: "inboundSamlConfigId=saml.theirs")
            #expect(asked["spConfig"]["spCertificates"] == nil && asked.text("name").hasSuffix("/saml.theirs"))
        },
        Statement(
            "11.1-07",
            "Lists have pages in the order of the ids: 20, at most 100; the token is there while more follow."
        ) { wire in
            for index in 0..<25 {
                try await wire.post(
                    "oauthIdpConfigs:create", oidc, as: .admin, query: "oauthIdpConfigId=oidc.n\(index + 10)") → .done
            }
            func ids(_ asked: Asked) -> [String] {
                asked["oauthIdpConfigs"].arrayValue?.compactMap { $0["name"]?.stringValue?.suffix(8) }.map(String.init)
                    ?? []
            }
            let first = try await wire.get("oauthIdpConfigs:list", as: .admin)
            #expect(ids(first).count == 20 && ids(first).first == "oidc.n10" && first["nextPageToken"] == "oidc.n29")
            let rest = try await wire.get(
                "oauthIdpConfigs:list", as: .admin, query: "pageToken=\(first.text("nextPageToken"))")
            rest → .lacks("nextPageToken")
            #expect(ids(rest) == ["oidc.n30", "oidc.n31", "oidc.n32", "oidc.n33", "oidc.n34"])
            let exact = try await wire.get("oauthIdpConfigs:list", as: .admin, query: "pageSize=25")
            exact → .lacks("nextPageToken")
            try await wire.get("oauthIdpConfigs:list", as: .admin, query: "pageSize=-1")
                → .refused("INVALID_PAGE_SELECTION")
        },
        Statement("11.1-08", "Only administrators see and change them.") { wire in
            for method in ["POST", "GET"] {
                let asked = await wire.raw(
                    method, "/identitytoolkit.googleapis.com/v2/projects/\(Fixture.project)/oauthIdpConfigs?key=k",
                    method == "POST" ? "{}" : "")
                #expect(asked.answer.status == 400 || asked.answer.status == 403 || asked.answer.status == 401)
                #expect(asked.json["error"] != nil)
            }
        },
        Statement("11.1-09", "A tenant's providers go with it.") { wire in
            let tenant = try await wire.tenant()
            try await wire.post(
                "oauthIdpConfigs:create", oidc, as: .admin, tenant: tenant, query: "oauthIdpConfigId=oidc.mine") → .done
            try await wire.delete("tenants:delete", path: ["id": tenant]) → .done
            #expect(wire.service.settings.providers(in: AuthScope(tenantID: tenant)).isEmpty)
        },
        Statement("11.1-10", "Exports carry them, and imports bring them back.") { wire in
            try await wire.post("oauthIdpConfigs:create", oidc, as: .admin, query: "oauthIdpConfigId=oidc.mine") → .done
            let state = try wire.service.exportedState()
            try wire.service.reset()
            try await wire.get("oauthIdpConfigs:list", as: .admin) → .answersOnly([:])
            try wire.service.importState(.object(state))
            try await wire.get("oauthIdpConfigs:get", as: .admin, path: ["id": "oidc.mine"])
                → .answers(["clientId": "client"])
        },
    ]

    static let providerSwitches: [Statement] = [
        Statement("11.2-01", "Every provider is enabled, whatever is configured.", .lenient) { wire in
            try await wire.post(
                "oauthIdpConfigs:create", adding("enabled", false, to: oidc), as: .admin,
                query: "oauthIdpConfigId=oidc.mine")
                → .done
            for provider in ["google.com", "oidc.mine", "saml.other", "example.com"] {
                try await wire.signIn(at: provider, ["sub": "x"]) → .answers(["providerId": .string(provider)])
            }
        },
        Statement("11.2-02", "Built-in providers are enabled in a project until they are switched off.", .strict) {
            wire in
            try await wire.signIn(["sub": "x"]) → .done
            try await wire.post(
                "defaultSupportedIdpConfigs:create", ["enabled": false, "clientId": "c"], as: .admin,
                query: "idpId=google.com")
                → .done
            try await wire.signIn(["sub": "x"]) → .refused("OPERATION_NOT_ALLOWED")
        },
        Statement("11.2-03", "One's own providers, and those of a tenant, are off until they are enabled.", .strict) {
            wire in
            let tenant = try await wire.tenant()
            for scope in [nil, tenant] {
                try await wire.signIn(at: "oidc.mine", ["sub": "x"], tenant: scope) → .refused("OPERATION_NOT_ALLOWED")
                try await wire.post(
                    "oauthIdpConfigs:create", adding("enabled", false, to: oidc), as: .admin, tenant: scope,
                    query: "oauthIdpConfigId=oidc.mine") → .done
                try await wire.signIn(at: "oidc.mine", ["sub": "x"], tenant: scope) → .refused("OPERATION_NOT_ALLOWED")
                try await wire.patch(
                    "oauthIdpConfigs:patch", ["enabled": true], tenant: scope, query: "updateMask=enabled",
                    path: ["id": "oidc.mine"]) → .done
                try await wire.signIn(at: "oidc.mine", ["sub": "x"], tenant: scope) → .done
            }
            try await wire.signIn(["sub": "x"], tenant: tenant) → .refused("OPERATION_NOT_ALLOWED")
            try await wire.signIn(at: "example.com", ["sub": "x"]) → .refused("OPERATION_NOT_ALLOWED")
        },
    ]

    private static func form(_ response: JSONValue) -> [(String, String)] { [("SAMLResponse", response.text())] }

    static let samlEmulated: [Statement] = [
        Statement("11.2-20", "SAMLResponse is optional; an address of a SAML provider is always verified.", .lenient) {
            wire in
            let asked = try await wire.signIn(at: "saml.theirs", ["sub": "s1", "email": "a@x.test", "name": "N"])
            asked
                → .answers([
                    "emailVerified": true, "email": "a@x.test", "displayName": "N", "federatedId": "s1",
                    "rawUserInfo": .null,
                ])
            #expect(try await wire.record(of: asked.text("localId"))["emailVerified"] == true)
        },
        Statement(
            "11.2-21", "A name identifier that looks like an address is the address, letter for letter.", .lenient
        ) { wire in
            try await wire.signIn(
                at: "saml.theirs", ["sub": "s1", "email": "a@x.test"],
                form: form(["assertion": ["subject": ["nameId": "Taro@X.test"]]])) → .answers(["email": "Taro@X.test"])
            try await wire.signIn(
                at: "saml.theirs", ["sub": "s2", "email": "b@x.test"],
                form: form(["assertion": ["subject": ["nameId": "taro"]]])) → .answers(["email": "b@x.test"])
        },
        Statement("11.2-22", "Attribute statements are rawUserInfo, and go into the token, as they are.", .lenient) {
            wire in
            let attributes: JSONValue = ["groups": ["a", "b"], "deep": ["er": 1]]
            let asked = try await wire.signIn(
                at: "saml.theirs", ["sub": "s1"],
                form: form(["assertion": ["subject": ["nameId": "n"], "attributeStatements": attributes]]))
            #expect(try JSONValue(parsing: asked.text("rawUserInfo")) == attributes)
            #expect(asked.claims["firebase"]?["sign_in_attributes"] == attributes)
        },
        Statement("11.2-23", "The response is read whatever the provider is called; what is missing is told.", .lenient)
        { wire in
            for provider in ["saml.theirs", "google.com"] {
                for (response, missing) in [
                    ([:], "assertion"), (["assertion": ["x": 1]], "assertion.subject"),
                    (["assertion": ["subject": ["x": 1]]], "assertion.subject.nameId"),
                ] as [(JSONValue, String)] {
                    try await wire.signIn(at: provider, ["sub": "s"], form: form(response))
                        → .refused("INVALID_IDP_RESPONSE ((Missing \(missing) in SAMLResponse.))")
                }
                try await wire.signIn(at: provider, ["sub": "s"], form: [("SAMLResponse", "<xml/>")])
                    → .refused("INVALID_IDP_RESPONSE ((SAMLResponse is no JSON.))")
            }
        },
        Statement("11.2-24", "A SAML sign-in with a known address merges, and never asks for confirmation.", .lenient) {
            wire in
            _ = try await wire.taro(verified: true)
            try await wire.signIn(
                at: "saml.theirs", ["sub": "s1", "email": "taro@example.com", "email_verified": false])
                → .answers(["localId": "taro", "needConfirmation": .null])
        },
    ]

    static let samlRefused: [Statement] = [
        Statement("11.2-40", "A SAML provider signs nobody in, whatever is sent and configured.", .strict) { wire in
            let message =
                "NOT_SIMULATED : saml.theirs is a SAML provider. Use lenient mode, or a provider that is simulated."
            try await wire.signIn(at: "saml.theirs", ["sub": "s1"]) → .refused(message, status: 501)
            try await wire.post(
                "inboundSamlConfigs:create", saml, as: .admin, query: "inboundSamlConfigId=saml.theirs") → .done
            let assertion = form(["assertion": ["subject": ["nameId": "taro"]]])
            for sent in [[], [("SAMLResponse", "PHNhbWwvPg==")], assertion] {
                try await wire.signIn(at: "saml.theirs", ["sub": "s1"], form: sent) → .refused(message, status: 501)
                #expect(wire.lastReasons == ["auth/not-simulated"])
            }
        }
    ]
}

extension StatementTests {
    @Test("11: configurations", arguments: Statement.trials(of: Statement.providerConfigs))
    func providerConfigs(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("11: which providers are enabled", arguments: Statement.trials(of: Statement.providerSwitches))
    func providerSwitches(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("11: the emulator's SAML", arguments: Statement.trials(of: Statement.samlEmulated))
    func samlEmulated(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("11: strict SAML", arguments: Statement.trials(of: Statement.samlRefused))
    func samlRefused(_ trial: Statement.Trial) async throws { try await trial.run() }
}
