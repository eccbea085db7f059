import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let data: [Statement] = [
        Statement("2.0-01", "Times are milliseconds as text, validSince seconds as text, passwordUpdatedAt a number.") {
            wire in
            try await wire.user(["localId": "hana", "email": "hana@example.com", "password": "correct-horse"])
            let record = try await wire.record(of: "hana")
            let now = Fixture.start
            #expect(record["createdAt"] == .string(String(now.millisecondsSinceEpoch)))
            #expect(record["lastLoginAt"] == .string(String(now.millisecondsSinceEpoch)))
            #expect(record["validSince"] == .string(String(now.secondsSinceEpoch)))
            #expect(record["passwordUpdatedAt"] == .integer(now.millisecondsSinceEpoch))
        },
        Statement("2.0-02", "emailVerified is absent while nobody ever said it.") { wire in
            let idToken = try await wire.post("accounts:signUp")["idToken"]
            let user = try await wire.post("accounts:lookup", ["idToken": idToken])["users"].arrayValue?.first
            #expect(user != nil && user?["emailVerified"] == nil)
        },
        Statement("2.0-03", "Addresses are kept and found in lower case.") { wire in
            try await wire.user(["localId": "hana", "email": "HANA@Example.COM", "password": "correct-horse"])
            #expect(try await wire.record(of: "hana")["email"] == "hana@example.com")
            try await wire.post(
                "accounts:signInWithPassword", ["email": "Hana@example.com", "password": "correct-horse"])
                → .answers(["email": "hana@example.com"])
        },
        Statement(
            "2.0-04",
            "A user with an address and a password has the row of a password, one with a number that of a phone."
        ) {
            wire in
            try await wire.user([
                "localId": "hana", "email": "hana@example.com", "password": "correct-horse", "displayName": "Hana",
                "phoneNumber": "+819000000001",
            ])
            #expect(
                try await wire.record(of: "hana")["providerUserInfo"] == [
                    [
                        "providerId": "password", "rawId": "hana@example.com", "federatedId": "hana@example.com",
                        "email": "hana@example.com", "displayName": "Hana",
                    ], ["providerId": "phone", "rawId": "+819000000001", "phoneNumber": "+819000000001"],
                ])
        },
        Statement("2.0-05", "Rows stand in the order in which they came, and a replaced one keeps its place.") { wire in
            try await wire.user(["localId": "hana", "email": "hana@example.com", "password": "correct-horse"])
            func link(_ provider: JSONValue, _ raw: JSONValue) async throws {
                try await wire.post(
                    "accounts:update",
                    ["localId": "hana", "linkProviderUserInfo": ["providerId": provider, "rawId": raw]],
                    as: .admin) → .done
            }
            try await link("google.com", "g")
            try await wire.post("accounts:update", ["localId": "hana", "phoneNumber": "+819000000001"], as: .admin)
                → .done
            try await link("apple.com", "a")
            try await link("google.com", "other")
            let rows = try await wire.record(of: "hana")["providerUserInfo"]?.arrayValue ?? []
            #expect(rows.map { $0["providerId"] } == ["password", "google.com", "phone", "apple.com"])
            #expect(rows.map { $0["rawId"] }[1] == "other")
        },
        Statement("2.0-06", "There is no list of rows before the first, and an empty one after the last.") { wire in
            try await wire.user(["localId": "hana"])
            #expect(try await wire.record(of: "hana")["providerUserInfo"] == nil)
            try await wire.post("accounts:update", ["localId": "hana", "phoneNumber": "+819000000001"], as: .admin)
                → .done
            try await wire.post("accounts:update", ["localId": "hana", "deleteProvider": ["phone"]], as: .admin) → .done
            #expect(try await wire.record(of: "hana")["providerUserInfo"] == [])
        },
        Statement("2.0-07", "Ids are 28 letters and digits.") { wire in
            let uid = try await wire.post("accounts:signUp").text("localId")
            #expect(uid.utf8.count == 28 && uid.utf8.allSatisfy { ASCIIText.isLetter($0) || ASCIIText.isDigit($0) })
        },
        Statement("2.0-08", "Tokens that are issued set lastRefreshAt, with three digits of a second and a Z.") {
            wire in
            _ = try await wire.taro()
            #expect(try await wire.record(of: "taro")["lastRefreshAt"] == "2026-11-21T09:00:00.000Z")
        },
        Statement(
            "2.0-09", "An ID token is refused in this order: unreadable, another tenant, nobody's, revoked, disabled."
        ) {
            wire in
            let idToken = try await wire.taro()
            wire.clock.advance(by: .seconds(1))
            let now = wire.clock.now.secondsSinceEpoch
            try await wire.post(
                "accounts:update", ["localId": "taro", "validSince": .string(String(now)), "disableUser": true],
                as: .admin)
                → .done
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .refused("TOKEN_EXPIRED")
            try await wire.post("accounts:update", ["localId": "taro", "validSince": "0"], as: .admin) → .done
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .refused("USER_DISABLED")
            try await wire.post("accounts:delete", ["localId": "taro"], as: .admin) → .done
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .refused("USER_NOT_FOUND")
        },
        Statement("2.0-10", "An ID token of the very second of a revocation is good.") { wire in
            let idToken = try await wire.taro()
            let now = wire.clock.now.secondsSinceEpoch
            try await wire.post("accounts:update", ["localId": "taro", "validSince": .string(String(now))], as: .admin)
                → .done
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .has("users")
        },
        Statement("2.0-11", "Neither signature, issuer, audience nor expiry of an ID token is looked at.", .lenient) {
            wire in
            try await wire.user(["localId": "taro"])
            // {"alg":"RS256"}, {"user_id":"taro","firebase":{},"exp":1}, and a signature that is none
            let token: JSONValue = "eyJhbGciOiJSUzI1NiJ9.eyJ1c2VyX2lkIjoidGFybyIsImZpcmViYXNlIjp7fSwiZXhwIjoxfQ.x"
            try await wire.post("accounts:lookup", ["idToken": token]) → .has("users")
        },
        Statement("2.0-12", "The user of an ID token is user_id; sub does not count.", .lenient) { wire in
            try await wire.user(["localId": "taro"])
            // {"alg":"none"}, {"sub":"taro","firebase":{}}
            let token: JSONValue = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ0YXJvIiwiZmlyZWJhc2UiOnt9fQ."
            try await wire.post("accounts:lookup", ["idToken": token]) → .refused("USER_NOT_FOUND")
        },
        Statement("2.0-13", "A token that does not say when it was issued is revoked with any validSince.", .lenient) {
            wire in
            try await wire.user(["localId": "taro"])
            try await wire.post("accounts:update", ["localId": "taro", "validSince": "0"], as: .admin) → .done
            // {"alg":"none"}, {"user_id":"taro","firebase":{}}
            let token: JSONValue = "eyJhbGciOiJub25lIn0.eyJ1c2VyX2lkIjoidGFybyIsImZpcmViYXNlIjp7fX0."
            try await wire.post("accounts:lookup", ["idToken": token]) → .refused("TOKEN_EXPIRED")
        },
        Statement("2.0-14", "A token whose signature is not the service's is none.", .strict) { wire in
            try await wire.user(["localId": "taro"])
            let token: JSONValue = "eyJhbGciOiJSUzI1NiJ9.eyJ1c2VyX2lkIjoidGFybyIsImZpcmViYXNlIjp7fSwiZXhwIjoxfQ.x"
            try await wire.post("accounts:lookup", ["idToken": token]) → .refused("INVALID_ID_TOKEN")
        },
    ]
}

extension StatementTests {
    @Test("2.0", arguments: Statement.trials(of: Statement.data))
    func data(_ trial: Statement.Trial) async throws { try await trial.run() }
}
