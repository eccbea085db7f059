import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let tenants: [Statement] = [
        Statement("2.24-01", "A tenant begins with all switches off, each on its own.") { wire in
            let asked = try await wire.post("tenants:create", ["displayName": "Acme", "hashConfig": [:]], as: .admin)
            let id = asked.text("tenantId")
            asked
                → .answersOnly([
                    "name": .string("projects/demo-bridge/tenants/\(id)"), "tenantId": .string(id),
                    "displayName": "Acme",
                    "allowPasswordSignup": false, "enableEmailLinkSignin": false, "enableAnonymousUser": false,
                    "disableAuth": false, "mfaConfig": ["state": "DISABLED", "enabledProviders": []],
                ])
            try await wire.post(
                "tenants:create", ["mfaConfig": ["enabledProviders": ["PROVIDER_UNSPECIFIED"]]], as: .admin)
                → .answers(["mfaConfig": ["state": "DISABLED", "enabledProviders": ["PROVIDER_UNSPECIFIED"]]])
        },
        Statement("2.24-02", "A mask takes what it names and leaves the rest.") { wire in
            let id = try await wire.tenant(["displayName": "Acme", "enableAnonymousUser": true])
            try await wire.patch(
                "tenants:patch",
                ["displayName": "New", "allowPasswordSignup": true, "mfaConfig": ["state": "ENABLED"]],
                query: "updateMask=allowPasswordSignup,mfaConfig.state", path: ["id": id])
                → .answers([
                    "displayName": "Acme", "allowPasswordSignup": true, "enableAnonymousUser": true,
                    "mfaConfig": ["state": "ENABLED", "enabledProviders": []],
                ])
        },
        Statement("2.24-03", "Without a mask, or with an empty one, all is replaced.") { wire in
            for query in ["", "updateMask="] {
                let id = try await wire.tenant(["displayName": "Acme", "enableAnonymousUser": true])
                try await wire.patch("tenants:patch", ["allowPasswordSignup": true], query: query, path: ["id": id])
                    → .answers(["displayName": nil, "allowPasswordSignup": true, "enableAnonymousUser": false])
            }
        },
        Statement("2.24-04", "A mask never clears, nor does a path through what is no object.", .lenient) { wire in
            let id = try await wire.tenant(["displayName": "Acme", "enableAnonymousUser": true])
            for mask in ["displayName", "displayName.0", "mfaConfig.state.x", "nothing.at.all"] {
                try await wire.patch("tenants:patch", [:], query: "updateMask=\(mask)", path: ["id": id])
                    → .answers(["displayName": "Acme", "enableAnonymousUser": true])
            }
        },
        Statement("2.24-05", "A mask clears what the body lacks.", .strict) { wire in
            let id = try await wire.tenant(["displayName": "Acme", "enableAnonymousUser": true])
            try await wire.patch("tenants:patch", [:], query: "updateMask=displayName", path: ["id": id])
                → .answers(["displayName": nil, "enableAnonymousUser": true])
        },
        Statement("2.24-06", "Tenants are listed by their ids, twenty a page.") { wire in
            var ids: [String] = []
            for _ in 0..<21 { ids.append(try await wire.tenant()) }
            ids.sort()
            for (query, count) in [("", 20), ("pageSize=0", 20), ("pageSize=-1", 21), ("pageSize=2", 2)] {
                let asked = try await wire.get("tenants:list", as: .admin, query: query)
                #expect(asked["tenants"].arrayValue?.count == count)
                #expect(asked["nextPageToken"] == (count == 21 ? .null : .string(ids[count - 1])))
            }
        },
        Statement("2.24-07", "A tenant that is deleted is gone, with its users.") { wire in
            let id = try await wire.tenant()
            try await wire.delete("tenants:delete", path: ["id": id]) → .answersOnly([:])
            #expect(try await wire.get("tenants:list", as: .admin)["tenants"] == [])
        },
        Statement(
            "2.24-08", "The configuration is three branches without a name, replaced as a whole without a mask.",
            .lenient
        ) {
            wire in
            let plain: JSONValue = [
                "signIn": ["allowDuplicateEmails": false], "blockingFunctions": [:],
                "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
            ]
            try await wire.get("config:get", as: .admin) → .answersOnly(plain)
            try await wire.patch("config:patch", ["signIn": ["allowDuplicateEmails": true]])
                → .answers(["signIn": ["allowDuplicateEmails": true]])
            try await wire.patch("config:patch", [:]) → .answersOnly(plain)
        },
        Statement("2.24-09", "The configuration has a name, and changes only where the body says something.", .strict) {
            wire in
            try await wire.patch("config:patch", ["signIn": ["allowDuplicateEmails": true]]) → .done
            let asked = try await wire.patch(
                "config:patch", ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]])
            asked → .answers(["name": "projects/demo-bridge/config"])
            #expect(asked["signIn"]["allowDuplicateEmails"] == true)
        },
        Statement("2.24-10", "A mask of the configuration takes what it names.") { wire in
            let asked = try await wire.patch(
                "config:patch",
                ["signIn": ["allowDuplicateEmails": true], "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]],
                query: "updateMask=emailPrivacyConfig.enableImprovedEmailPrivacy")
            #expect(asked["signIn"]["allowDuplicateEmails"] == false)
            #expect(asked["emailPrivacyConfig"]["enableImprovedEmailPrivacy"] == true)
        },
        Statement("2.24-11", "Tenants inherit shared addresses and privacy from the project.") { wire in
            try wire.service.configure { $0.improvedEmailPrivacy = true }
            let tenant = try await wire.tenant()
            try await wire.post(
                "accounts:signInWithPassword", ["email": "nobody@example.com", "password": "secret"], tenant: tenant)
                → .refused("INVALID_LOGIN_CREDENTIALS")
        },
        Statement("2.24-12", "What is sent by its place among the allowed values is kept, and shown, by its name.") {
            wire in
            let factors: JSONValue = ["state": 3, "enabledProviders": ["1"], "providerConfigs": [["state": 0]]]
            let named: JSONValue = [
                "state": "MANDATORY", "enabledProviders": ["PHONE_SMS"],
                "providerConfigs": [["state": "MFA_STATE_UNSPECIFIED"]],
            ]
            let made = try await wire.post("tenants:create", ["mfaConfig": factors], as: .admin)
            made → .answers(["mfaConfig": named])
            let id = try await wire.tenant()
            try await wire.patch("tenants:patch", ["mfa_config": factors], path: ["id": id])
                → .answers(["mfaConfig": named])
        },
        Statement("2.24-13", "A whole number is one of 64 bits, however it is written; what is larger is none.") {
            wire in
            for (number, isTaken) in [
                (3.0, true), (-9_223_372_036_854_775_808, true), (9_223_372_036_854_775_808, false), (-1.3e28, false),
                (0.5, false),
            ] as [(Double, Bool)] {
                let factors: JSONValue = [
                    "providerConfigs": [["totpProviderConfig": ["adjacentIntervals": .number(number)]]]
                ]
                let made = try await wire.post("tenants:create", ["mfaConfig": factors], as: .admin)
                if isTaken {
                    made → .has("tenantId")
                } else {
                    made
                        → .refused(
                            "Invalid JSON payload received."
                                + " /mfaConfig/providerConfigs/0/totpProviderConfig/adjacentIntervals must be integer")
                }
            }
        },
    ]

    static let unavailable: [Statement] = [
        Statement("2.25-01", "What the emulator does not do answers 501 and names itself.") { wire in
            for name in ["signInWithGameCenter", "verifyIosClient", "issueSamlResponse"] {
                await wire.raw("POST", "/identitytoolkit.googleapis.com/v1/accounts:\(name)?key=k", "{}")
                    → .refused("NOT_IMPLEMENTED : accounts:\(name)", status: 501)
            }
        },
        Statement(
            "2.25-02", "Revoking Apple's tokens does nothing and says so, with JavaScript's and iOS's token types."
        ) { wire in
            for type in ["ACCESS_TOKEN", "3"] as [JSONValue] {
                try await wire.post(
                    "accounts:revokeToken",
                    ["providerId": "apple.com", "tokenType": type, "token": "t", "idToken": "x"])
                    → .answersOnly([:])
            }
        },
    ]

    static let control: [Statement] = [
        Statement("2.27-01", "Wiping users leaves other scopes' users and all codes.") { wire in
            let tenant = try await wire.tenant()
            _ = try await wire.taro()
            try await wire.user(["localId": "hana"], tenant: tenant)
            try await wire.post("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
                → .done
            await wire.raw("DELETE", "/emulator/v1/projects/demo-bridge/accounts") → .answersOnly([:])
            #expect(try await wire.record(of: "taro").isEmpty)
            #expect(try await !wire.record(of: "hana", tenant: tenant).isEmpty)
            try await wire.get("emulator:oobCodes") → .satisfies { $0["oobCodes"].arrayValue?.count == 1 }
        },
        Statement("2.27-02", "The configuration is two flags, and a patch takes those that are there.") { wire in
            try await wire.get("emulator:config:get")
                → .answersOnly([
                    "signIn": ["allowDuplicateEmails": false],
                    "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
                ])
            try await wire.patch("emulator:config:patch", ["signIn": ["allowDuplicateEmails": true]], as: .user) → .done
            try await wire.patch(
                "emulator:config:patch", ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]], as: .user)
                → .answersOnly([
                    "signIn": ["allowDuplicateEmails": true],
                    "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
                ])
        },
        Statement("2.27-03", "A patch with neither flag resets both.") { wire in
            try await wire.patch("emulator:config:patch", ["signIn": ["allowDuplicateEmails": true]], as: .user) → .done
            try await wire.patch("emulator:config:patch", [:], as: .user)
                → .answersOnly([
                    "signIn": ["allowDuplicateEmails": false],
                    "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
                ])
        },
        Statement("2.27-04", "There is no list of accounts, and no configuration of a tenant.") { wire in
            await wire.raw("GET", "/emulator/v1/projects/demo-bridge/accounts") → .satisfies { $0.status == 405 }
            await wire.raw("GET", "/emulator/v1/projects/demo-bridge/tenants/t/config")
                → .refused("Not Found", status: 404)
        },
    ]
}

extension StatementTests {
    @Test("2.24", arguments: Statement.trials(of: Statement.tenants))
    func tenants(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.25", arguments: Statement.trials(of: Statement.unavailable))
    func unavailable(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.27", arguments: Statement.trials(of: Statement.control))
    func control(_ trial: Statement.Trial) async throws { try await trial.run() }
}
