@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    /// Who may ask for what, and in which order it is told.
    static let update: [Statement] = [
        Statement("2.11-01", "Members that are not done answer 501 before everything else, whatever they hold.") {
            wire in
            let rows: [(String, JSONValue)] = [
                ("provider", []), ("provider", ["x"]), ("upgradeToFederatedLogin", false),
                ("upgradeToFederatedLogin", true),
            ]
            for (name, value) in rows {
                try await wire.post("accounts:update", .object(JSONObject([(name, value)])))
                    → .refused("NOT_IMPLEMENTED : \(name)", status: 501)
            }
        },
        Statement("2.11-02", "A user shows an ID token or a code.") { wire in
            for body in [[:], ["localId": "taro", "displayName": "T"], ["customAttributes": "{}"]] as [JSONValue] {
                try await wire.post("accounts:update", body)
                    → .refused("INVALID_REQ_TYPE : Unsupported request parameters.")
            }
        },
        Statement("2.11-03", "Claims are no user's to set, not even none.") { wire in
            for claims in ["{}", ""] as [JSONValue] {
                try await wire.post("accounts:update", ["idToken": "x", "customAttributes": claims])
                    → .refused("INSUFFICIENT_PERMISSION")
            }
        },
        Statement("2.11-04", "An administrator names a user, with an ID token or a code too.") { wire in
            for body in [[:], ["idToken": "x"], ["oobCode": "x"], ["localId": ""]] as [JSONValue] {
                try await wire.post("accounts:update", body, as: .admin) → .refused("MISSING_LOCAL_ID")
            }
            try await wire.post("accounts:update", ["localId": "nobody"], as: .admin) → .refused("USER_NOT_FOUND")
        },
        Statement("2.11-05", "An ID token names the user on the administrator's path too, before the uid.") { wire in
            let idToken = try await wire.taro()
            try await wire.user(["localId": "hana"])
            try await wire.post(
                "accounts:update", ["localId": "hana", "idToken": idToken, "displayName": "T"], as: .admin)
                → .answers(["localId": "taro", "displayName": "T"])
            try await wire.post("accounts:update", ["localId": "hana", "idToken": "x"], as: .admin)
                → .refused("INVALID_ID_TOKEN")
            try await wire.post(
                "accounts:update", ["localId": "hana", "idToken": idToken, "disableUser": false], as: .admin)
                → .refused("OPERATION_NOT_ALLOWED")
        },
        Statement("2.11-06", "A code comes before an ID token, on the administrator's path too.") { wire in
            let idToken = try await wire.taro(verified: false)
            try await wire.post("accounts:update", ["oobCode": "x", "idToken": "y"]) → .refused("INVALID_OOB_CODE")
            let code = try await wire.mailed(["requestType": "VERIFY_EMAIL", "idToken": idToken])
            try await wire.post(
                "accounts:update", ["localId": "anybody", "oobCode": code, "displayName": "T", "email": "no"],
                as: .admin) → .answers(["localId": "taro", "emailVerified": true, "displayName": "Taro"])
        },
        Statement("2.11-07", "Claims are a JSON object of at most a thousand characters, without reserved names.") {
            wire in
            try await wire.user(["localId": "hana"])
            let rows: [(String, String)] = [
                (String(repeating: "x", count: 1001), "CLAIMS_TOO_LARGE"), ("{", "INVALID_CLAIMS"),
                ("[]", "INVALID_CLAIMS"), ("1", "INVALID_CLAIMS"), (#"{"sub":1}"#, "FORBIDDEN_CLAIM : sub"),
            ]
            for (claims, message) in rows {
                // Claims are looked at before the user.
                try await wire.post(
                    "accounts:update", ["localId": "nobody", "customAttributes": .string(claims)], as: .admin)
                    → .refused(message)
            }
            for claims in [#"{"role": "x"}"#, ""] as [JSONValue] {
                try await wire.post("accounts:update", ["localId": "hana", "customAttributes": claims], as: .admin)
                    → .done
                #expect(try await wire.record(of: "hana")["customAttributes"] == claims)
            }
        },
        Statement("2.11-08", "The members that only administrators set are ignored from users.") { wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "accounts:update",
                [
                    "idToken": idToken, "phoneNumber": "no", "emailVerified": false, "createdAt": "1",
                    "lastLoginAt": "1",
                ]) → .answers(["emailVerified": true])
            let user = try await wire.record(of: "taro")
            #expect(user["phoneNumber"] == nil && user["createdAt"] != "1" && user["lastLoginAt"] != "1")
        },
        Statement("2.11-09", "A user cannot be disabled with an ID token, whatever the value.") { wire in
            let idToken = try await wire.taro()
            for value in [true, false] as [JSONValue] {
                try await wire.post("accounts:update", ["idToken": idToken, "disableUser": value, "email": "no"])
                    → .refused("OPERATION_NOT_ALLOWED")
            }
        },
        Statement("2.11-10", "Address, password, factors, number, identity: told in this order.") { wire in
            try await wire.user(["localId": "hana", "email": "hana@example.com", "phoneNumber": WireFixture.number])
            try await wire.user(["localId": "jiro"])
            var body: JSONValue = ["localId": "jiro", "linkProviderUserInfo": ["rawId": "r"]]
            var expected = ["MISSING_PROVIDER_ID"]
            let faults: [(String, JSONValue, String)] = [
                ("phoneNumber", WireFixture.number, "PHONE_NUMBER_EXISTS"),
                ("phoneNumber", "no", "INVALID_PHONE_NUMBER : Invalid format."),
                (
                    "mfa", ["enrollments": [["phoneInfo": "no"]]], "INVALID_MFA_PHONE_NUMBER : Invalid format."
                ),
                ("password", "short", "WEAK_PASSWORD : Password should be at least 6 characters"),
                ("email", "hana@example.com", "EMAIL_EXISTS"), ("email", "no", "INVALID_EMAIL"),
            ]
            try await wire.post("accounts:update", body, as: .admin) → .refused(expected[0])
            for (name, value, message) in faults {
                body = adding(name, value, to: body)
                expected.append(message)
                try await wire.post("accounts:update", body, as: .admin) → .refused(message)
            }
            try await wire.post(
                "accounts:update", ["localId": "jiro", "linkProviderUserInfo": ["providerId": "p"]], as: .admin)
                → .refused("MISSING_RAW_ID")
        },
        Statement("2.11-11", "PROVIDER and RAW_USER_INFO are no attributes to delete; the unspecified one is none.") {
            wire in
            let idToken = try await wire.taro()
            for name in ["PROVIDER", "RAW_USER_INFO"] {
                try await wire.post("accounts:update", ["idToken": "x", "deleteAttribute": [.string(name)]])
                    → .refused("NOT_IMPLEMENTED : \(name)", status: 501)
            }
            try await wire.post(
                "accounts:update", ["idToken": idToken, "deleteAttribute": ["USER_ATTRIBUTE_NAME_UNSPECIFIED"]])
                → .answers(["displayName": "Taro", "email": "taro@example.com"])
        },
        Statement("2.11-12", "Address and password need a sign-in of the last five minutes.", .strict) { wire in
            let idToken = try await wire.taro()
            wire.clock.advance(by: .seconds(301))
            let rows: [JSONValue] = [
                ["email": "n@example.com"], ["password": "battery-staple"], ["deleteAttribute": ["EMAIL"]],
            ]
            for members in rows {
                try await wire.post("accounts:update", adding("idToken", idToken, to: members))
                    → .refused("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            }
            try await wire.post("accounts:update", ["idToken": idToken, "displayName": "T"]) → .done
        },
    ]
}

extension StatementTests {
    @Test("2.11", arguments: Statement.trials(of: Statement.update))
    func whoUpdates(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.11, credentials", arguments: Statement.trials(of: Statement.updateCredentials))
    func updatingCredentials(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.11, profile", arguments: Statement.trials(of: Statement.updateProfile))
    func updatingProfiles(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.11, codes", arguments: Statement.trials(of: Statement.updateByCode))
    func updatingByCode(_ trial: Statement.Trial) async throws { try await trial.run() }
}
