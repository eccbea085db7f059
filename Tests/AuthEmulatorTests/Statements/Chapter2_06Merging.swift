@testable import AuthEmulator
import BridgePrimitives
import Testing

/// Whose account an identity leads to, and what linking does.
extension Statement {
    static let providerMerging: [Statement] = [
        Statement("2.6-40", "A known identity signs its user in; its row is renewed, the user's profile stays.") {
            wire in
            let first = try await wire.signIn(["sub": "g1", "email": "a@x.test", "name": "Old"])
            try await wire.signIn(["sub": "g1", "email": "b@x.test", "name": "New", "picture": "p"])
                → .answers(["localId": first["localId"], "isNewUser": .null])
            let record = try await wire.record(of: first.text("localId"))
            #expect(record["displayName"] == "Old" && record["email"] == "a@x.test" && record["photoUrl"] == nil)
            #expect(record["providerUserInfo"]?.arrayValue?.first?["email"] == "b@x.test")
        },
        Statement("2.6-41", "A verified address merges: the profile is replaced, what is missing is removed.") { wire in
            _ = try await wire.taro(verified: true)
            try await wire.signIn([
                "sub": "g1", "email": "taro@example.com", "email_verified": true, "picture": "p", "screen_name": "s",
            ]) → .answers(["localId": "taro", "isNewUser": .null, "emailRecycled": .null])
            let record = try await wire.record(of: "taro")
            #expect(record["displayName"] == nil && record["photoUrl"] == "p" && record["screenName"] == "s")
            #expect(record["emailVerified"] == true && record["passwordHash"] != nil)
        },
        Statement("2.6-42", "Merging into an unproven address takes password and number away, and revokes.") { wire in
            try await wire.user([
                "localId": "taro", "email": "taro@example.com", "password": "correct-horse",
                "phoneNumber": "+819012345678",
            ])
            wire.clock.advance(by: .seconds(10))
            try await wire.signIn(["sub": "g1", "email": "taro@example.com", "email_verified": true])
                → .answers(["localId": "taro", "emailVerified": true])
            let record = try await wire.record(of: "taro")
            #expect(record["passwordHash"] == nil && record["phoneNumber"] == nil && record["emailVerified"] == true)
            #expect(record["validSince"]?.stringValue == String(wire.clock.now.secondsSinceEpoch))
        },
        Statement("2.6-43", "Merging keeps the rows of other providers.") { wire in
            try await wire.user(["localId": "taro", "email": "taro@example.com", "password": "correct-horse"])
            try await wire.post(
                "accounts:update",
                ["localId": "taro", "linkProviderUserInfo": ["providerId": "apple.com", "rawId": "a"]], as: .admin)
                → .done
            try await wire.signIn(["sub": "g1", "email": "taro@example.com", "email_verified": true]) → .done
            let rows = try await wire.record(of: "taro")["providerUserInfo"]?.arrayValue ?? []
            #expect(rows.compactMap { $0["providerId"]?.stringValue } == ["apple.com", "google.com"])
        },
        Statement("2.6-44", "emailRecycled is told when the owner had another identity of that provider.") { wire in
            let first = try await wire.signIn(["sub": "g1", "email": "a@x.test", "email_verified": true])
            try await wire.signIn(["sub": "g2", "email": "a@x.test", "email_verified": true])
                → .answers(["localId": first["localId"], "emailRecycled": true])
        },
        Statement("2.6-45", "An unverified address of somebody needs confirmation, and gives no tokens.") { wire in
            _ = try await wire.taro(verified: true)
            try await wire.post(
                "accounts:update",
                ["localId": "taro", "linkProviderUserInfo": ["providerId": "apple.com", "rawId": "a"]], as: .admin)
                → .done
            try await wire.signIn(at: "twitter.com", ["sub": "t1", "email": "taro@example.com"])
                → .answers([
                    "needConfirmation": true, "localId": "taro", "verifiedProvider": ["apple.com"],
                    "emailVerified": false, "idToken": .null, "mfaPendingCredential": .null, "isNewUser": .null,
                ])
        },
        Statement("2.6-46", "Where addresses may be shared they stay with the provider, and nothing merges.") { wire in
            try await wire.patch("config:patch", ["signIn": ["allowDuplicateEmails": true]], query: "updateMask=signIn")
                → .done
            _ = try await wire.taro(verified: true)
            let asked = try await wire.signIn(["sub": "g1", "email": "taro@example.com", "email_verified": true])
            asked → .answers(["isNewUser": true, "email": "taro@example.com"])
            let record = try await wire.record(of: asked.text("localId"))
            #expect(record["email"] == nil && record["emailVerified"] == nil)
            #expect(record["providerUserInfo"]?.arrayValue?.first?["email"] == "taro@example.com")
        },
        Statement("2.6-47", "A disabled user is refused; what the provider said is stored all the same.") { wire in
            let first = try await wire.signIn(["sub": "g1", "name": "Old"])
            let uid = first.text("localId")
            try await wire.post("accounts:update", ["localId": .string(uid), "disableUser": true], as: .admin) → .done
            wire.clock.advance(by: .seconds(60))
            try await wire.signIn(["sub": "g1", "name": "New"], members: ["returnIdpCredential": true])
                → .refused("USER_DISABLED")
            let record = try await wire.record(of: uid)
            #expect(record["providerUserInfo"]?.arrayValue?.first?["displayName"] == "New")
            #expect(record["lastLoginAt"]?.stringValue == String(wire.clock.now.millisecondsSinceEpoch))
        },
        Statement("2.6-48", "A user with second factors is asked for one.") { wire in
            let idToken = try await wire.taro()
            try await wire.signIn(["sub": "g1"], linking: idToken) → .has("idToken")
            _ = try await wire.taroWithFactor()
            let asked = try await wire.signIn(["sub": "g1"])
            asked → .has("mfaPendingCredential", "mfaInfo", "localId")
            asked → .lacks("idToken", "refreshToken", "expiresIn")
        },
        Statement("2.6-49", "A disabled user with second factors is asked for one first.", .lenient) { wire in
            try await wire.signIn(["sub": "g1"], linking: try await wire.taro()) → .done
            _ = try await wire.taroWithFactor()
            try await wire.post("accounts:update", ["localId": "taro", "disableUser": true], as: .admin) → .done
            try await wire.signIn(["sub": "g1"]) → .has("mfaPendingCredential")
        },
    ]

    static let providerLinking: [Statement] = [
        Statement("2.6-60", "Linking adds a row and keeps the user; isNewUser is not told.") { wire in
            let anonymous = try await wire.post("accounts:signUp")
            try await wire.signIn(["sub": "g1", "name": "N"], linking: anonymous["idToken"])
                → .answers(["localId": anonymous["localId"], "isNewUser": .null])
            let record = try await wire.record(of: anonymous.text("localId"))
            #expect(record["displayName"] == nil && record["providerUserInfo"]?.arrayValue?.count == 1)
        },
        Statement("2.6-61", "A user without address gets the provider's, with its flag.") { wire in
            for (index, isVerified) in [true, false].enumerated() {
                let anonymous = try await wire.post("accounts:signUp")
                let address = JSONValue.string("own\(index)@example.com")
                try await wire.signIn(
                    ["sub": .string("g\(index)"), "email": address, "email_verified": .bool(isVerified)],
                    linking: anonymous["idToken"]) → .answers(["email": address, "emailVerified": .bool(isVerified)])
                let record = try await wire.record(of: anonymous.text("localId"))
                #expect(record["email"] == address && record["emailVerified"] == .bool(isVerified))
            }
        },
        Statement("2.6-62", "A verified address equal to the account's verifies it, shared addresses or not.") { wire in
            for isShared in [false, true] {
                try await wire.patch(
                    "config:patch", ["signIn": ["allowDuplicateEmails": .bool(isShared)]], query: "updateMask=signIn")
                    → .done
                let uid = JSONValue.string("u-\(isShared)"), address = JSONValue.string("u-\(isShared)@example.com")
                try await wire.user(["localId": uid, "email": address, "password": "correct-horse"])
                let signedIn = try await wire.post(
                    "accounts:signInWithPassword", ["email": address, "password": "correct-horse"])
                try await wire.signIn(
                    ["sub": uid, "email": address, "email_verified": true], linking: signedIn["idToken"])
                    → .answers(["emailVerified": true])
                #expect(try await wire.record(of: uid.stringValue ?? "")["emailVerified"] == true)
            }
        },
        Statement("2.6-63", "An identity that is linked already, to whomever, is refused.") { wire in
            let first = try await wire.signIn(["sub": "g1"])
            let idToken = try await wire.taro()
            for token in [idToken, first["idToken"]] {
                try await wire.signIn(["sub": "g1"], linking: token) → .refused("FEDERATED_USER_ID_ALREADY_LINKED")
            }
        },
        Statement("2.6-64", "An address of another user is refused.") { wire in
            try await wire.user(["localId": "hana", "email": "hana@example.com", "password": "correct-horse"])
            try await wire.signIn(["sub": "g1", "email": "hana@example.com"], linking: try await wire.taro())
                → .refused("EMAIL_EXISTS")
        },
        Statement("2.6-65", "With returnIdpCredential conflicts come back with the credential, without a user.") {
            wire in
            _ = try await wire.signIn(["sub": "g1"])
            try await wire.user(["localId": "hana", "email": "hana@example.com", "password": "correct-horse"])
            let idToken = try await wire.taro()
            for (claims, code) in [
                (["sub": "g1"], "FEDERATED_USER_ID_ALREADY_LINKED"),
                (["sub": "g2", "email": "hana@example.com"], "EMAIL_EXISTS"),
            ] as [(JSONValue, JSONValue)] {
                try await wire.signIn(claims, linking: idToken, members: ["returnIdpCredential": true])
                    → .answers([
                        "errorMessage": code, "providerId": "google.com", "oauthIdToken": .string(claims.text()),
                        "localId": .null, "idToken": .null, "refreshToken": .null,
                    ])
            }
        },
        Statement("2.6-66", "A row of the same provider is replaced and keeps its place.") { wire in
            let idToken = try await wire.taro()
            try await wire.signIn(["sub": "g1"], linking: idToken) → .done
            try await wire.signIn(at: "apple.com", ["sub": "a1"], linking: idToken) → .done
            try await wire.signIn(["sub": "g2"], linking: idToken) → .done
            let rows = try await wire.record(of: "taro")["providerUserInfo"]?.arrayValue ?? []
            #expect(rows.compactMap { $0["rawId"]?.stringValue } == ["taro@example.com", "g2", "a1"])
        },
        Statement("2.6-67", "The ID token is looked at after the credential.") { wire in
            try await wire.signIn(["sub": 1], linking: "x")
                → .satisfies { asked in
                    asked.json["error"]?["message"]?.stringValue?.hasPrefix("INVALID_IDP_RESPONSE") == true
                }
            try await wire.signIn(["sub": "g1"], linking: "x") → .refused("INVALID_ID_TOKEN")
        },
        Statement("2.6-68", "Who links and has second factors is asked for one.", .lenient) { wire in
            let idToken = try await wire.taroWithFactor()
            let asked = try await wire.signIn(["sub": "g1"], linking: idToken)
            asked → .answers(["localId": "taro", "idToken": .null, "refreshToken": .null])
            asked → .has("mfaPendingCredential", "mfaInfo")
            let rows = try await wire.record(of: "taro")["providerUserInfo"]?.arrayValue ?? []
            #expect(rows.contains { $0["rawId"] == "g1" })
        },
        Statement("2.6-69", "Who links has signed in already, and gets tokens: iOS ends the app without.", .strict) {
            wire in
            let idToken = try await wire.taroWithFactor()
            let asked = try await wire.signIn(["sub": "g1"], linking: idToken)
            asked → .has("idToken")
            asked → .lacks("mfaPendingCredential")
        },
        Statement("2.6-70", "In a tenant the reply names it.") { wire in
            let tenant = try await wire.tenant()
            try await wire.post(
                "defaultSupportedIdpConfigs:create", ["enabled": true, "clientId": "c"], as: .admin, tenant: tenant,
                query: "idpId=google.com") → .done
            try await wire.signIn(["sub": "g1"], tenant: tenant) → .answers(["tenantId": .string(tenant)])
        },
    ]
}

extension StatementTests {
    @Test("2.6: whose account", arguments: Statement.trials(of: Statement.providerMerging))
    func providerMerging(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.6: linking", arguments: Statement.trials(of: Statement.providerLinking))
    func providerLinking(_ trial: Statement.Trial) async throws { try await trial.run() }
}
