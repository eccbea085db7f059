import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let delete: [Statement] = [
        Statement("2.12-01", "A user deletes with an ID token, and without one nobody.") { wire in
            try await wire.post("accounts:delete") → .refused("MISSING_ID_TOKEN")
            try await wire.post("accounts:delete", ["idToken": ""]) → .refused("MISSING_ID_TOKEN")
        },
        Statement("2.12-02", "The reply is the kind and nothing else.") { wire in
            let idToken = try await wire.taro()
            try await wire.post("accounts:delete", ["idToken": idToken])
                → .answersOnly(["kind": "identitytoolkit#DeleteAccountResponse"])
        },
        Statement("2.12-03", "What a user sends as localId is ignored.") { wire in
            try await wire.user(["localId": "hana"])
            let idToken = try await wire.taro()
            try await wire.post("accounts:delete", ["idToken": idToken, "localId": "hana"]) → .done
            #expect(try await wire.record(of: "taro").isEmpty)
            #expect(try await !wire.record(of: "hana").isEmpty)
        },
        Statement("2.12-04", "An ID token is refused as everywhere: unreadable, then of a user who is gone.") { wire in
            try await wire.post("accounts:delete", ["idToken": "x"]) → .refused("INVALID_ID_TOKEN")
            let idToken = try await wire.taro()
            try await wire.post("accounts:delete", ["idToken": idToken]) → .done
            try await wire.post("accounts:delete", ["idToken": idToken]) → .refused("USER_NOT_FOUND")
        },
        Statement("2.12-05", "An administrator names the user by uid.") { wire in
            try await wire.post("accounts:delete", as: .admin) → .refused("MISSING_LOCAL_ID")
            try await wire.post("accounts:delete", ["localId": "nobody"], as: .admin) → .refused("USER_NOT_FOUND")
            try await wire.user(["localId": "hana"])
            try await wire.post("accounts:delete", ["localId": "hana"], as: .admin)
                → .answersOnly(["kind": "identitytoolkit#DeleteAccountResponse"])
        },
        Statement("2.12-06", "Codes that were given out outlive the user.") { wire in
            try await wire.user(["localId": "hana", "email": "hana@example.com", "password": "correct-horse"])
            try await wire.post(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "hana@example.com"]) → .done
            try await wire.post("accounts:delete", ["localId": "hana"], as: .admin) → .done
            #expect(try await wire.latestOobCode()["email"] == "hana@example.com")
        },
        Statement("2.12-07", "Deleting needs a sign-in of the last five minutes.", .strict) { wire in
            let idToken = try await wire.taro()
            wire.clock.advance(by: .seconds(301))
            try await wire.post("accounts:delete", ["idToken": idToken]) → .refused("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        },
        Statement("2.12-08", "An old sign-in is enough to delete.", .lenient) { wire in
            let idToken = try await wire.taro()
            wire.clock.advance(by: .seconds(301))
            try await wire.post("accounts:delete", ["idToken": idToken]) → .done
        },
    ]
}

extension StatementTests {
    @Test("2.12", arguments: Statement.trials(of: Statement.delete))
    func deleting(_ trial: Statement.Trial) async throws { try await trial.run() }
}
