import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let signUp: [Statement] = [
        Statement("2.1-01", "Without anything a user signs up anonymously, and has no profile whatever was sent.") {
            wire in
            let asked = try await wire.post(
                "accounts:signUp",
                ["displayName": "Hana", "photoUrl": "https://x.test/", "phoneNumber": "+819000000001"])
            asked → .answers(["kind": "identitytoolkit#SignupNewUserResponse", "displayName": nil, "email": nil])
            asked → .has("localId", "idToken", "refreshToken") → .answers(["expiresIn": "3600"])
            asked → .claims(["provider_id": "anonymous", "name": nil])
            let record = try await wire.record(of: asked.text("localId"))
            #expect(record["displayName"] == nil && record["phoneNumber"] == nil && record["photoUrl"] == nil)
        },
        Statement("2.1-02", "With address and password the name is kept, and the address is not verified.") { wire in
            try await wire.post(
                "accounts:signUp",
                ["email": "A@example.com", "password": "secret", "displayName": "A", "photoUrl": "p"])
                → .answers(["email": "a@example.com", "displayName": "A"])
                → .claims(["email_verified": false, "name": "A", "picture": nil])
        },
        Statement("2.1-03", "A uid is the administrator's to choose, and not beside an ID token.") { wire in
            try await wire.post("accounts:signUp", ["localId": "x"]) → .refused("UNEXPECTED_PARAMETER : User ID")
            try await wire.post("accounts:signUp", ["localId": "x", "idToken": "y"], as: .admin)
                → .refused("UNEXPECTED_PARAMETER : User ID")
            try await wire.user(["localId": "x"])
            try await wire.post("accounts:signUp", ["localId": "x", "phoneNumber": "1"], as: .admin)
                → .refused("DUPLICATE_LOCAL_ID")
        },
        Statement("2.1-04", "A number is looked at before the address.") { wire in
            try await wire.post("accounts:signUp", ["phoneNumber": "1", "email": "x"], as: .admin)
                → .refused("INVALID_PHONE_NUMBER : Invalid format.")
            try await wire.user(["phoneNumber": "+819000000001"])
            try await wire.post("accounts:signUp", ["phoneNumber": "+819000000001", "email": "x"], as: .admin)
                → .refused("PHONE_NUMBER_EXISTS")
        },
        Statement("2.1-05", "Address and password go together; empty is as good as missing.") { wire in
            try await wire.post("accounts:signUp", ["password": "secret"]) → .refused("MISSING_EMAIL")
            try await wire.post("accounts:signUp", ["email": "", "password": "secret"]) → .refused("MISSING_EMAIL")
            try await wire.post("accounts:signUp", ["email": "a@example.com"]) → .refused("MISSING_PASSWORD")
            try await wire.post("accounts:signUp", ["email": "a@example.com", "password": ""])
                → .refused("MISSING_PASSWORD")
            try await wire.post("accounts:signUp", ["idToken": "x"]) → .refused("MISSING_EMAIL")
        },
        Statement("2.1-06", "An empty address alone is a wrong one, for a user; an administrator's is none.") { wire in
            try await wire.post("accounts:signUp", ["email": ""]) → .refused("INVALID_EMAIL")
            try await wire.post("accounts:signUp", ["email": ""], as: .admin) → .answers(["email": nil])
        },
        Statement("2.1-07", "A tenant's switches are looked at before the address.") { wire in
            let tenant = try await wire.tenant([:])
            try await wire.post("accounts:signUp", ["email": "x", "password": "s"], tenant: tenant)
                → .refused("OPERATION_NOT_ALLOWED")
            try await wire.post("accounts:signUp", tenant: tenant) → .refused("ADMIN_ONLY_OPERATION")
        },
        Statement("2.1-08", "Then come the address, its owner, and the password.") { wire in
            try await wire.post("accounts:signUp", ["email": "x", "password": "s"]) → .refused("INVALID_EMAIL")
            _ = try await wire.taro()
            try await wire.post("accounts:signUp", ["email": "TARO@example.com", "password": "s"])
                → .refused("EMAIL_EXISTS")
            for caller in [AuthCaller.user, .admin] {
                try await wire.post("accounts:signUp", ["email": "a@example.com", "password": "short"], as: caller)
                    → .refused("WEAK_PASSWORD : Password should be at least 6 characters")
            }
        },
        Statement("2.1-09", "Second factors get ids of the service's own, and a number counts once.") { wire in
            let rows: JSONValue = [
                ["mfaEnrollmentId": "mine", "phoneInfo": "+819000000001", "enrolledAt": "2020-01-01T00:00:00.000Z"],
                ["phoneInfo": "+819000000001", "displayName": "again"],
                ["phoneInfo": "+819000000002", "displayName": "second"],
            ]
            try await wire.post("accounts:signUp", ["localId": "hana", "mfaInfo": rows], as: .admin) → .done
            let factors = try await wire.record(of: "hana")["mfaInfo"]?.arrayValue ?? []
            #expect(factors.map { $0["phoneInfo"] } == ["+819000000001", "+819000000002"])
            #expect(factors.map { $0["displayName"] } == [nil, "second"])
            #expect(factors.first?["mfaEnrollmentId"] != "mine")
            #expect(factors.first?["enrolledAt"] == "2020-01-01T00:00:00.000Z")
            try await wire.post("accounts:signUp", ["mfaInfo": [["phoneInfo": "1"]]], as: .admin)
                → .refused("INVALID_MFA_PHONE_NUMBER : Invalid format.")
        },
        Statement("2.1-10", "Users give themselves second factors as they sign up.", .lenient) { wire in
            let asked = try await wire.post(
                "accounts:signUp",
                ["email": "a@example.com", "password": "secret", "mfaInfo": [["phoneInfo": "+819000000001"]]])
            asked → .has("idToken")
            #expect(try await wire.record(of: asked.text("localId"))["mfaInfo"]?.arrayValue?.count == 1)
            try await wire.post("accounts:signUp", ["mfaInfo": [["phoneInfo": "1"]]])
                → .refused("INVALID_MFA_PHONE_NUMBER : Invalid format.")
        },
        Statement("2.1-11", "Second factors in a user's own sign-up are refused.", .strict) { wire in
            try await wire.post("accounts:signUp", ["mfaInfo": [["phoneInfo": "+819000000001"]]])
                → .refused("INSUFFICIENT_PERMISSION : mfaInfo")
        },
        Statement("2.1-12", "Linking keeps the uid, forgets the name and ends older ID tokens.") { wire in
            let anonymous = try await wire.post("accounts:signUp")
            wire.clock.advance(by: .seconds(2))
            let asked = try await wire.post(
                "accounts:signUp",
                ["idToken": anonymous["idToken"], "email": "a@example.com", "password": "secret"])
            asked → .answers(["localId": anonymous["localId"], "email": "a@example.com", "displayName": nil])
            asked → .claims(["provider_id": nil, "email_verified": false])
            try await wire.post("accounts:lookup", ["idToken": anonymous["idToken"]]) → .refused("TOKEN_EXPIRED")
            let record = try await wire.record(of: asked.text("localId"))
            #expect(record["initialEmail"] == nil && record["emailVerified"] == false)
        },
        Statement("2.1-13", "An address that the linking user has already exists.") { wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "accounts:signUp", ["idToken": idToken, "email": "taro@example.com", "password": "secret"])
                → .refused("EMAIL_EXISTS")
        },
        Statement("2.1-14", "What is wrong with an ID token is told last.") { wire in
            try await wire.post("accounts:signUp", ["idToken": "x", "email": "a@example.com", "password": "short"])
                → .refused("WEAK_PASSWORD : Password should be at least 6 characters")
            for caller in [AuthCaller.user, .admin] {
                try await wire.post(
                    "accounts:signUp", ["idToken": "x", "email": "a@example.com", "password": "secret"], as: caller)
                    → .refused("INVALID_ID_TOKEN")
            }
        },
        Statement("2.1-15", "An administrator makes users with anything or nothing, and gets no tokens.") { wire in
            let asked = try await wire.post("accounts:signUp", as: .admin)
            asked → .has("localId") → .lacks("idToken", "refreshToken", "expiresIn")
            let record = try await wire.record(of: asked.text("localId"))
            #expect(record["emailVerified"] == false && record["lastLoginAt"] != nil && record["validSince"] == nil)
        },
        Statement(
            "2.1-16", "An administrator may give an account an address by its ID token; only a password ends tokens."
        ) {
            wire in
            let anonymous = try await wire.post("accounts:signUp")
            wire.clock.advance(by: .seconds(2))
            try await wire.post(
                "accounts:signUp", ["idToken": anonymous["idToken"], "email": "a@example.com"], as: .admin)
                → .answers(["localId": anonymous["localId"]]) → .lacks("idToken")
            try await wire.post("accounts:lookup", ["idToken": anonymous["idToken"]]) → .has("users")
        },
    ]
}

extension StatementTests {
    @Test("2.1", arguments: Statement.trials(of: Statement.signUp))
    func signUp(_ trial: Statement.Trial) async throws { try await trial.run() }
}
