import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let unknownPassword: JSONValue = ["email": "taro@example.com", "password": "wrong-horse"]

    static let quotas: [Statement] = [
        Statement("7.2-01", "Nothing has a quota until the configuration names one.") { wire in
            for number in 0..<120 {
                try await wire.post("accounts:signUp") → .done
                try await wire.post(
                    "accounts:sendOobCode",
                    ["requestType": "EMAIL_SIGNIN", "email": .string("a\(number)@example.com")]) → .done
            }
        },
        Statement("7.2-02", "A lenient service looks at none.", .lenient) { wire in
            try wire.service.configure { $0.limits.quotas = [.newAccounts: 0, .messagesPerMinute: 0] }
            try await wire.post("accounts:signUp") → .done
            _ = try await wire.sms()
        },
        Statement("7.2-03", "New accounts are counted by the hour, and the hour slides.", .strict) { wire in
            try await wire.quotas(["newAccountsPerHour": 2])
            try await wire.post("accounts:signUp") → .done
            wire.clock.advance(by: .seconds(1800))
            try await wire.post("accounts:signUp", ["email": "a@example.com", "password": "correct-horse"]) → .done
            try await wire.post("accounts:signUp")
                → .refused(
                    "TOO_MANY_ATTEMPTS_TRY_LATER : ((sessionBridge.quotas.newAccountsPerHour is 2; try again in 1800 s.))"
                )
            // Neither an administrator nor a link to an account that is there makes one by this count.
            try await wire.user(["localId": "hana"])
            wire.clock.advance(by: .seconds(1799))
            try await wire.post("accounts:signUp") → .satisfies { $0.status == 400 }
            wire.clock.advance(by: .seconds(1))
            try await wire.post("accounts:signUp") → .done
            try await wire.post("accounts:signUp") → .satisfies { $0.status == 400 }
        },
        Statement("7.2-04", "What is refused makes no account, and counts for none.", .strict) { wire in
            try await wire.quotas(["newAccountsPerHour": 1])
            try await wire.post("accounts:signUp", ["email": "a@example.com", "password": "x"])
                → .satisfies { $0.status == 400 }
            try await wire.post("accounts:signUp", ["email": "a@example.com", "password": "correct-horse"]) → .done
            try await wire.post("accounts:signUp", ["email": "b@example.com", "password": "correct-horse"])
                → .satisfies { $0.status == 400 }
            try await wire.post("accounts:lookup", ["email": ["b@example.com"]], as: .admin) → .lacks("users")
        },
        Statement("7.2-05", "An account that a number makes is one of them; signing in again makes none.", .strict) {
            wire in
            try await wire.quotas(["newAccountsPerHour": 1])
            _ = try await wire.phoneUser()
            _ = try await wire.phoneUser()
            let (session, code) = try await wire.sms(to: WireFixture.otherNumber)
            try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
                → .satisfies { $0.json["error"]?["message"]?.stringValue?.hasPrefix("TOO_MANY_ATTEMPTS") == true }
        },
        Statement("7.2-06", "Messages are counted by the minute, those of second factors too.", .strict) { wire in
            try await wire.quotas(["messagesPerMinute": 2])
            let challenge = try await wire.challenge()
            _ = try await wire.sms(to: WireFixture.otherNumber)
            _ = try await wire.message(for: challenge)
            try await wire.post("accounts:sendVerificationCode", ["phoneNumber": WireFixture.otherNumber])
                → .refused("QUOTA_EXCEEDED : ((sessionBridge.quotas.messagesPerMinute is 2; try again in 60 s.))")
            #expect(try wire.waitingMessages() == 2, "nothing was sent")
            wire.clock.advance(by: .seconds(60))
            _ = try await wire.sms(to: WireFixture.otherNumber)
        },
        Statement("7.2-07", "A test number gets no message, so none is counted.", .strict) { wire in
            try wire.service.configure { $0.testPhoneNumbers = ["+819012345678": "123456"] }
            try await wire.quotas(["messagesPerHour": 0])
            _ = try await wire.sms()
            try await wire.post("accounts:sendVerificationCode", ["phoneNumber": WireFixture.otherNumber])
                → .refused("TOO_MANY_ATTEMPTS_TRY_LATER : ((sessionBridge.quotas.messagesPerHour is 0.))")
        },
        Statement("7.2-08", "E-mails are counted by the day, each kind for itself.", .strict) { wire in
            let idToken = try await wire.taro()
            try await wire.quotas([
                "passwordResetMailsPerDay": 1, "verificationMailsPerDay": 1, "signInMailsPerDay": 1,
            ])
            let kinds: [(body: JSONValue, refusal: String)] = [
                (
                    ["requestType": "PASSWORD_RESET", "email": "taro@example.com"],
                    "RESET_PASSWORD_EXCEED_LIMIT : ((sessionBridge.quotas.passwordResetMailsPerDay is 1;"
                ),
                (
                    ["requestType": "VERIFY_EMAIL", "idToken": idToken],
                    "QUOTA_EXCEEDED : ((sessionBridge.quotas.verificationMailsPerDay is 1;"
                ),
                (
                    ["requestType": "EMAIL_SIGNIN", "email": "taro@example.com"],
                    "QUOTA_EXCEEDED : ((sessionBridge.quotas.signInMailsPerDay is 1;"
                ),
            ]
            for kind in kinds {
                try await wire.post("accounts:sendOobCode", kind.body) → .done
                try await wire.post("accounts:sendOobCode", kind.body)
                    → .refused("\(kind.refusal) try again in 86400 s.))")
            }
            #expect(try wire.waitingMails() == 3)
            // A change of address sends one to verify the new one.
            try await wire.post(
                "accounts:sendOobCode",
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "new@example.com"])
                → .satisfies { $0.status == 400 }
        },
        Statement("7.2-09", "An administrator who asks for the link sends no e-mail.", .strict) { wire in
            _ = try await wire.taro()
            try await wire.quotas(["passwordResetMailsPerDay": 0])
            let body: JSONValue = ["requestType": "PASSWORD_RESET", "email": "taro@example.com"]
            try await wire.post("accounts:sendOobCode", adding("returnOobLink", true, to: body), as: .admin)
                → .has("oobLink")
            try await wire.post("accounts:sendOobCode", body, as: .admin)
                → .refused("RESET_PASSWORD_EXCEED_LIMIT : ((sessionBridge.quotas.passwordResetMailsPerDay is 0.))")
        },
        Statement("7.2-10", "With e-mail privacy a quota does not tell which addresses have accounts.", .strict) {
            wire in
            _ = try await wire.taro()
            try wire.service.configure { $0.improvedEmailPrivacy = true }
            try await wire.quotas(["passwordResetMailsPerDay": 1, "failedPasswordsPerHour": 1])
            try await wire.post(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "nobody@example.com"]) → .done
            for email in ["nobody@example.com", "taro@example.com"] as [JSONValue] {
                try await wire.post("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": email])
                    → .satisfies { $0.status == 400 }
                let body: JSONValue = ["email": email, "password": "wrong-horse"]
                try await wire.post("accounts:signInWithPassword", body) → .refused("INVALID_LOGIN_CREDENTIALS")
                try await wire.post("accounts:signInWithPassword", body)
                    → .refused(
                        "TOO_MANY_ATTEMPTS_TRY_LATER"
                            + " : ((sessionBridge.quotas.failedPasswordsPerHour is 1; try again in 3600 s.))")
            }
        },
        Statement("7.2-11", "Wrong passwords shut out the right one too, for this address alone.", .strict) { wire in
            _ = try await wire.taro()
            try await wire.user(["email": "hana@example.com", "password": "correct-horse"])
            try await wire.quotas(["failedPasswordsPerHour": 2])
            let right: JSONValue = ["email": "TARO@example.com", "password": "correct-horse"]
            try await wire.post("accounts:signInWithPassword", unknownPassword) → .refused("INVALID_PASSWORD")
            try await wire.post("accounts:signInWithPassword", right) → .done
            try await wire.post("accounts:signInWithPassword", unknownPassword) → .refused("INVALID_PASSWORD")
            try await wire.post("accounts:signInWithPassword", right) → .satisfies { $0.status == 400 }
            try await wire.post(
                "accounts:signInWithPassword", ["email": "hana@example.com", "password": "correct-horse"]) → .done
            wire.clock.advance(by: .seconds(3600))
            try await wire.post("accounts:signInWithPassword", right) → .done
        },
        Statement("7.2-12", "A reset of the service forgets what was counted.", .strict) { wire in
            try await wire.quotas(["newAccountsPerHour": 1])
            try await wire.post("accounts:signUp") → .done
            try wire.service.reset()
            try await wire.quotas(["newAccountsPerHour": 1])
            try await wire.post("accounts:signUp") → .done
        },
        Statement("7.2-13", "Codes that are typed are counted, right or wrong, those of test numbers are not.", .strict)
        {
            wire in
            try wire.service.configure { $0.testPhoneNumbers = ["+819012345678": "123456"] }
            let (test, fixed) = try await wire.sms()
            let (session, code) = try await wire.sms(to: WireFixture.otherNumber)
            try await wire.quotas(["phoneAttemptsPerHour": 1])
            try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": "000000x"])
                → .refused("INVALID_CODE")
            try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
                → .refused(
                    "TOO_MANY_ATTEMPTS_TRY_LATER"
                        + " : ((sessionBridge.quotas.phoneAttemptsPerHour is 1; try again in 3600 s.))")
            try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": test, "code": fixed]) → .done
        },
        Statement("7.2-14", "Deletions are counted by the second, lists of them apart.", .strict) { wire in
            for uid in ["a", "b", "c"] { try await wire.user(["localId": .string(uid)]) }
            try await wire.quotas(["deletionsPerSecond": 1, "batchDeletionsPerSecond": 1])
            try await wire.post("accounts:delete", ["localId": "nobody"], as: .admin) → .refused("USER_NOT_FOUND")
            try await wire.post("accounts:delete", ["localId": "a"], as: .admin) → .done
            let refusal = "QUOTA_EXCEEDED : ((sessionBridge.quotas.deletionsPerSecond is 1; try again in 1 s.))"
            try await wire.post("accounts:delete", ["localId": "b"], as: .admin) → .refused(refusal)
            let list: JSONValue = ["localIds": ["b"], "force": true]
            try await wire.post("accounts:batchDelete", list, as: .admin) → .done
            try await wire.post("accounts:batchDelete", list, as: .admin)
                → .refused("QUOTA_EXCEEDED : ((sessionBridge.quotas.batchDeletionsPerSecond is 1; try again in 1 s.))")
            wire.clock.advance(by: .seconds(1))
            try await wire.post("accounts:delete", ["localId": "c"], as: .admin) → .done
        },
        Statement("7.2-15", "An administrator's operations are counted, users' are not, and it can be undone.", .strict)
        {
            wire in
            try await wire.user(["localId": "hana"])
            try await wire.quotas(["adminOperationsPerSecond": 1])
            let body: JSONValue = ["localId": ["hana"]]
            try await wire.post("accounts:lookup", body, as: .admin) → .done
            try await wire.post("accounts:lookup", body, as: .admin)
                → .refused("QUOTA_EXCEEDED : ((sessionBridge.quotas.adminOperationsPerSecond is 1; try again in 1 s.))")
            try await wire.post("accounts:signUp") → .done
            try await wire.quotas([:])
            try await wire.post("accounts:lookup", body, as: .admin) → .done
        },
    ]
}

extension WireFixture {
    /// Sets these quotas, and no others, as an administrator does.
    fileprivate func quotas(_ quotas: JSONValue) async throws {
        try await patch("config:patch", ["sessionBridge": ["quotas": quotas]], query: "updateMask=sessionBridge.quotas")
            → .done
    }
}

extension StatementTests {
    @Test("7.2", arguments: Statement.trials(of: Statement.quotas))
    func quotas(_ trial: Statement.Trial) async throws { try await trial.run() }
}
