@testable import AuthEmulator
import BridgePrimitives
import Testing

/// What the notes for implementers ask of the service as a whole.
extension Statement {
    static let notes: [Statement] = [
        Statement("8-01", "Times are written with milliseconds and a Z, always.") { wire in
            _ = try await wire.challenge()
            for step in [1, 999, 59_001] as [Int64] {
                wire.clock.advance(by: .milliseconds(step))
                try await wire.post("accounts:signUp") → .done
            }
            let users = try await wire.call("accounts:batchGet", admin: true)["users"]?.arrayValue ?? []
            let times =
                users.compactMap { $0["lastRefreshAt"]?.stringValue }
                + users.flatMap { $0["mfaInfo"]?.arrayValue ?? [] }.compactMap { $0["enrolledAt"]?.stringValue }
            #expect(times.count >= 3)
            for time in times {
                #expect(time.utf8.count == 24 && time.hasSuffix("Z"), "\(time)")
                #expect(time.utf8.dropFirst(19).first == UInt8(ascii: "."), "\(time)")
            }
        },
        Statement("8-02", "The replies that all clients get along with are whole.") { wire in
            let tokens = ["idToken", "refreshToken", "expiresIn"]
            func reply(_ endpoint: String, _ body: JSONValue, has names: [String]) async throws -> Asked {
                let asked = try await wire.post(endpoint, body)
                for name in names { #expect(asked.json[name] != nil, "\(endpoint): \(name)") }
                return asked
            }
            let password: JSONValue = ["email": "hana@example.com", "password": "correct-horse"]
            let hana = try await reply("accounts:signUp", password, has: tokens + ["kind", "localId", "email"])
            _ = try await reply(
                "accounts:signInWithPassword", password, has: tokens + ["kind", "localId", "email", "registered"])
            let custom = JSONValue.string(try wire.fixture.customToken("custom"))
            _ = try await reply(
                "accounts:signInWithCustomToken", ["token": custom], has: tokens + ["kind", "isNewUser"])
            let (session, code) = try await wire.sms()
            _ = try await reply(
                "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code],
                has: tokens + ["localId", "phoneNumber", "isNewUser"])
            let google = try await wire.signIn(["sub": "g", "email": "g@example.com", "email_verified": true])
            for name in tokens + ["kind", "providerId", "federatedId", "localId", "isNewUser", "rawUserInfo"] {
                #expect(google.json[name] != nil, "\(name)")
            }
            let idToken = hana["idToken"]
            let found = try await reply("accounts:lookup", ["idToken": idToken], has: ["kind", "users"])
            let user = found["users"].arrayValue?.first
            for name in [
                "localId", "email", "emailVerified", "passwordHash", "providerUserInfo", "createdAt", "lastLoginAt",
                "validSince",
            ] {
                #expect(user?[name] != nil, "\(name)")
            }
            _ = try await reply(
                "accounts:update", ["idToken": idToken, "displayName": "Hana"],
                has: ["kind", "localId", "email", "displayName", "emailVerified", "providerUserInfo"])
            _ = try await reply(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "hana@example.com"],
                has: ["kind", "email"])
            let oobCode = try await wire.latestOobCode()["oobCode"] ?? .null
            _ = try await reply(
                "accounts:resetPassword", ["oobCode": oobCode], has: ["kind", "requestType", "email"])
            _ = try await reply(
                "accounts:createAuthUri", ["identifier": "hana@example.com", "continueUri": "http://localhost"],
                has: ["kind", "registered", "allProviders", "signinMethods", "sessionId"])
            _ = try await reply("accounts:delete", ["idToken": idToken], has: ["kind"])
        },
        Statement("8-03", "Imports and pages have an empty list; look-ups and deletions have none.") { wire in
            try await wire.post("accounts:batchCreate", ["users": [["localId": "hana"]]], as: .admin)
                → .answers(["error": []])
            try await wire.get("accounts:batchGet", as: .admin, query: "nextPageToken=z") → .answers(["users": []])
            try await wire.post("accounts:lookup", ["localId": ["nobody"]], as: .admin) → .done → .lacks("users")
            try await wire.post("accounts:batchDelete", ["localIds": ["nobody"]], as: .admin)
                → .done → .lacks("errors")
        },
        Statement("8-04", "Names are told by snake case too, at every depth, and what texts hold is left as it is.") {
            wire in
            try await wire.post(
                "accounts:signUp",
                ["local_id": "hana", "display_name": "H", "mfa_info": [["phone_info": WireFixture.number]]], as: .admin)
                → .answers(["localId": "hana"])
            #expect(try await wire.record(of: "hana")["mfaInfo"]?.arrayValue?.count == 1)
            let attributes: JSONValue = #"{"snake_case":{"deep_er":1}}"#
            try await wire.post(
                "accounts:update", ["localId": "hana", "custom_attributes": attributes], as: .admin) → .done
            #expect(try await wire.record(of: "hana")["customAttributes"] == attributes)
        },
    ]
}

extension StatementTests {
    @Test("8", arguments: Statement.trials(of: Statement.notes))
    func notes(_ trial: Statement.Trial) async throws { try await trial.run() }
}
