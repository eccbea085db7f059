@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    /// Profile, factors, identities and passkeys.
    static let updateProfile: [Statement] = [
        Statement("2.11-50", "Name and photo are taken when they are sent, empty too.") { wire in
            let idToken = try await wire.taro()
            try await wire.post("accounts:update", ["idToken": idToken, "displayName": "", "photoUrl": "p"])
                → .answers(["displayName": "", "photoUrl": "p"])
            try await wire.post("accounts:update", ["idToken": idToken])
                → .answers(["displayName": "", "photoUrl": "p"])
        },
        Statement("2.11-51", "What is deleted wins over what is sent beside it.") { wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "accounts:update",
                [
                    "idToken": idToken, "displayName": "T", "photoUrl": "p",
                    "deleteAttribute": ["DISPLAY_NAME", "PHOTO_URL"],
                ]) → .lacks("displayName", "photoUrl")
        },
        Statement("2.11-52", "A deleted password takes its row along; the address stays.") { wire in
            let idToken = try await wire.taro()
            try await wire.post("accounts:update", ["idToken": idToken, "deleteAttribute": ["PASSWORD"]])
                → .answers(["email": "taro@example.com", "passwordHash": .null])
            let user = try await wire.record(of: "taro")
            #expect(user.providers == [] && user["salt"] == nil)
        },
        Statement("2.11-53", "A deleted address takes its flag along; the password stays.") { wire in
            let idToken = try await wire.taro()
            try await wire.post("accounts:update", ["idToken": idToken, "deleteAttribute": ["EMAIL"]]) → .lacks("email")
            let user = try await wire.record(of: "taro")
            #expect(user.providers == [] && user["passwordHash"] != nil)
            #expect(try wire.service.account(localID: "taro")?.emailVerified == nil)
        },
        Statement("2.11-54", "Unlinking the password takes address and hash away.") { wire in
            let idToken = try await wire.taro()
            try await wire.identity("google.com", "g")
            let reply = try await wire.post(
                "accounts:update", ["idToken": idToken, "deleteProvider": ["password"]])
            reply → .satisfies { $0.json.providers == ["google.com"] }
            reply → .lacks("email", "passwordHash")
        },
        Statement("2.11-55", "Unlinking the phone takes the number away, and another provider its row.") { wire in
            let idToken = try await wire.taro()
            try await wire.identity("google.com", "g")
            try await wire.post(
                "accounts:update", ["localId": "taro", "phoneNumber": WireFixture.number], as: .admin) → .done
            try await wire.post("accounts:update", ["idToken": idToken, "deleteProvider": ["phone", "google.com"]])
                → .satisfies { $0.json.providers == ["password"] }
            #expect(try await wire.record(of: "taro")["phoneNumber"] == nil)
        },
        Statement("2.11-56", "A linked identity is stored as it is sent.") { wire in
            let idToken = try await wire.taro()
            let row: JSONValue = [
                "providerId": "google.com", "rawId": "g", "federatedId": "f", "email": "G@Example.com",
                "displayName": "G", "photoUrl": "p", "screenName": "s", "phoneNumber": "n",
            ]
            try await wire.post("accounts:update", ["idToken": idToken, "linkProviderUserInfo": row])
                → .satisfies { $0["providerUserInfo"].arrayValue?.contains(row) == true }
        },
        Statement("2.11-57", "A second identity of a provider takes the place of the first.") { wire in
            _ = try await wire.taro()
            for (provider, raw) in [("a.test", "1"), ("b.test", "2"), ("a.test", "3")] as [(JSONValue, JSONValue)] {
                try await wire.identity(provider, raw)
            }
            let user = try await wire.record(of: "taro")
            #expect(user.providers == ["password", "a.test", "b.test"])
            #expect(user["providerUserInfo"]?.arrayValue?[1]["rawId"] == "3")
        },
        Statement("2.11-58", "An identity that another user has is theirs who linked it last.", .lenient) { wire in
            _ = try await wire.taro()
            try await wire.user(["localId": "hana"])
            try await wire.identity("a.test", "1", of: "hana")
            try await wire.identity("a.test", "1")
            try await wire.post(
                "accounts:lookup", ["federatedUserId": [["providerId": "a.test", "rawId": "1"]]], as: .admin)
                → .satisfies { $0["users"].arrayValue?.compactMap { $0["localId"] } == ["taro"] }
        },
        Statement("2.11-59", "An identity that another user has stays theirs.", .strict) { wire in
            let idToken = try await wire.taro()
            try await wire.user(["localId": "hana"])
            try await wire.identity("a.test", "1", of: "hana")
            try await wire.post(
                "accounts:update",
                ["idToken": idToken, "linkProviderUserInfo": ["providerId": "a.test", "rawId": "1"]])
                → .refused("FEDERATED_USER_ID_ALREADY_LINKED")
        },
        Statement("2.11-60", "Second factors are replaced as they are sent: ids, names, and dates only when sent.") {
            wire in
            _ = try await wire.taro()
            let rows: JSONValue = [
                ["mfaEnrollmentId": "a", "phoneInfo": WireFixture.number, "displayName": "A"],
                [
                    "mfaEnrollmentId": "b", "phoneInfo": WireFixture.otherNumber,
                    "enrolledAt": "2026-01-02T03:04:05.678Z",
                ],
            ]
            try await wire.post("accounts:update", ["localId": "taro", "mfa": ["enrollments": rows]], as: .admin)
                → .done
            let factors = try await wire.record(of: "taro")["mfaInfo"]?.arrayValue ?? []
            #expect(factors.map { $0["mfaEnrollmentId"] } == ["a", "b"])
            #expect(factors.map { $0["displayName"] } == ["A", nil])
            #expect(factors.map { $0["enrolledAt"] } == [nil, "2026-01-02T03:04:05.678Z"])
        },
        Statement("2.11-61", "A factor needs a number, then, if that is new in the list, an id of its own.") { wire in
            _ = try await wire.taro()
            let first: JSONValue = ["mfaEnrollmentId": "a", "phoneInfo": WireFixture.number]
            let rows: [([JSONValue], String?)] = [
                ([[:]], "INVALID_MFA_PHONE_NUMBER : Invalid format."),
                ([["mfaEnrollmentId": "t", "totpInfo": [:]]], "INVALID_MFA_PHONE_NUMBER : Invalid format."),
                (
                    [["phoneInfo": WireFixture.number]],
                    "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined."
                ),
                (
                    [first, ["mfaEnrollmentId": "a", "phoneInfo": WireFixture.otherNumber]],
                    "DUPLICATE_MFA_ENROLLMENT_ID"
                ),
                // A number that was there is dropped before its id is looked at.
                (
                    [
                        first, ["phoneInfo": WireFixture.number],
                        ["mfaEnrollmentId": "a", "phoneInfo": WireFixture.number],
                    ], nil
                ),
            ]
            for (factors, message) in rows {
                let reply = try await wire.post(
                    "accounts:update", ["localId": "taro", "mfa": ["enrollments": .array(factors)]], as: .admin)
                if let message { reply → .refused(message) } else { reply → .done }
            }
            #expect(try await wire.record(of: "taro")["mfaInfo"]?.arrayValue?.count == 1)
        },
        Statement("2.11-62", "Clearing the factors removes the member; saying nothing leaves them.") { wire in
            for empty in [[:], ["enrollments": []]] as [JSONValue] {
                try await wire.factor()
                try await wire.post("accounts:update", ["localId": "taro", "displayName": "T"], as: .admin) → .done
                #expect(try await wire.record(of: "taro")["mfaInfo"]?.arrayValue?.count == 1)
                try await wire.post("accounts:update", ["localId": "taro", "mfa": empty], as: .admin) → .done
                #expect(try await wire.record(of: "taro")["mfaInfo"] == nil)
            }
        },
        Statement("2.11-63", "Users write second factors without proof.", .lenient) { wire in
            let idToken = try await wire.taro()
            let factor: JSONValue = ["mfaEnrollmentId": "a", "phoneInfo": WireFixture.number]
            try await wire.post("accounts:update", ["idToken": idToken, "mfa": ["enrollments": [factor]]]) → .done
            #expect(try await wire.record(of: "taro")["mfaInfo"]?.arrayValue?.count == 1)
        },
        Statement("2.11-64", "Users neither write nor clear second factors without proof.", .strict) { wire in
            let idToken = try await wire.taro()
            let factor: JSONValue = ["mfaEnrollmentId": "a", "phoneInfo": WireFixture.number]
            for mfa in [["enrollments": [factor]], [:]] as [JSONValue] {
                try await wire.post("accounts:update", ["idToken": idToken, "mfa": mfa])
                    → .refused("INSUFFICIENT_PERMISSION : mfa")
            }
        },
        Statement("2.11-65", "An account has at most five second factors.", .strict) { wire in
            _ = try await wire.taro()
            let rows = (1...6).map { number -> JSONValue in
                ["mfaEnrollmentId": .string("\(number)"), "phoneInfo": .string("+81900000000\(number)")]
            }
            try await wire.post(
                "accounts:update", ["localId": "taro", "mfa": ["enrollments": .array(rows)]], as: .admin)
                → .refused("SECOND_FACTOR_LIMIT_EXCEEDED : at most 5")
        },
        Statement("2.11-66", "A removed passkey leaves an empty list.", .lenient) { wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "passkeyEnrollment:finalize",
                ["idToken": idToken, "authenticatorRegistrationResponse": ["id": "c"]]) → .done
            try await wire.post("accounts:update", ["idToken": idToken, "deletePasskey": ["x", "c"]]) → .done
            #expect(try await wire.record(of: "taro")["passkeyInfo"] == [])
        },
        Statement("2.11-67", "An administrator sets times, number, flags; the number must be free.") { wire in
            _ = try await wire.taro()
            try await wire.user(["localId": "hana", "phoneNumber": WireFixture.number])
            try await wire.post(
                "accounts:update",
                [
                    "localId": "taro", "phoneNumber": WireFixture.otherNumber, "createdAt": "1000", "lastLoginAt": 2000,
                    "emailVerified": false, "disableUser": true,
                ], as: .admin) → .answers(["emailVerified": false])
            let user = try await wire.record(of: "taro")
            #expect(user["phoneNumber"] == WireFixture.otherNumber && user["disabled"] == true)
            #expect(user["createdAt"] == "1000" && user["lastLoginAt"] == "2000")
        },
    ]
}
