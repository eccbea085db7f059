@testable import AuthEmulator
import BridgePrimitives
import Testing

/// Something that may end sessions, shown to Taro, who is signed in twice: with the second session it is done, with the
/// first one's refresh token it is tried who is still in.
private struct SessionEvent: Sendable {
    /// What services make of it.
    struct Outcome: Hashable, Sendable {
        var setsValidSince = false
        /// What the other session's refresh token is answered with; empty for fresh tokens.
        var refresh = ""

        static let nothing = Outcome()
        static let validSinceAlone = Outcome(setsValidSince: true)
        static let sessionsEnd = Outcome(setsValidSince: true, refresh: "TOKEN_EXPIRED")

        var text: String {
            (setsValidSince ? "sets validSince" : "leaves validSince as it is")
                + (refresh.isEmpty ? "; other sessions go on." : "; other sessions end with \(refresh).")
        }
    }

    /// The beginning of a sentence.
    let name: String
    let lenient: Outcome
    let strict: Outcome
    /// Done with the ID token of the second session.
    let act: @Sendable (WireFixture, JSONValue) async throws -> Void

    init(
        _ name: String, lenient: Outcome, strict: Outcome,
        _ act: @escaping @Sendable (WireFixture, JSONValue) async throws -> Void
    ) {
        (self.name, self.lenient, self.strict, self.act) = (name, lenient, strict, act)
    }

    /// One statement where both services make the same of it, else two.
    func statements(_ number: Int) -> [Statement] {
        let isSame = lenient == strict
        let all: [(Statement.Mode, Outcome)] = isSame ? [(.both, lenient)] : [(.lenient, lenient), (.strict, strict)]
        return all.enumerated().map { place, row in
            let letter = isSame ? "" : place == 0 ? "a" : "b"
            let id = "3.7-\(number < 10 ? "0" : "")\(number)\(letter)"
            return Statement(id, "\(name) \(row.1.text)", row.0) { try await check(row.1, with: $0) }
        }
    }

    private func check(_ outcome: Outcome, with wire: WireFixture) async throws {
        let other = try await wire.signInTaro()
        wire.clock.advance(by: .seconds(10))
        let idToken = try await wire.taro()
        let before = try await wire.record(of: "taro")["validSince"]
        wire.clock.advance(by: .seconds(10))
        try await act(wire, idToken)
        let after = try await wire.record(of: "taro")["validSince"]
        let now = JSONValue.string(String(wire.clock.now.secondsSinceEpoch))
        #expect(outcome.setsValidSince ? after == now : after == before, "\(String(describing: after))")
        let refreshed = try await wire.post(
            "token", ["grantType": "refresh_token", "refreshToken": other["refreshToken"] ?? .null])
        if outcome.refresh.isEmpty { refreshed → .has("id_token") } else { refreshed → .refused(outcome.refresh) }
    }

    /// As an administrator changes Taro.
    private static func update(_ members: JSONValue, _ wire: WireFixture) async throws {
        try await wire.post("accounts:update", adding("localId", "taro", to: members), as: .admin) → .done
    }

    static let all: [SessionEvent] = [
        SessionEvent("A new password", lenient: .validSinceAlone, strict: .sessionsEnd) { wire, idToken in
            let reply = try await wire.post("accounts:update", ["idToken": idToken, "password": "battery-staple"])
            // Whoever changed it stays signed in.
            try await wire.post("accounts:lookup", ["idToken": reply["idToken"]]) → .has("users")
            try await wire.post("token", ["grantType": "refresh_token", "refreshToken": reply["refreshToken"]]) → .done
        },
        SessionEvent("A new address", lenient: .validSinceAlone, strict: .sessionsEnd) { wire, idToken in
            try await wire.post("accounts:update", ["idToken": idToken, "email": "new@example.com"])
                → .has("refreshToken")
        },
        SessionEvent("A password that a sign-up links", lenient: .validSinceAlone, strict: .sessionsEnd) {
            wire, idToken in
            try await wire.post(
                "accounts:signUp",
                ["idToken": idToken, "email": "new@example.com", "password": "battery-staple"]) → .has("refreshToken")
        },
        SessionEvent("A user's own validSince", lenient: .validSinceAlone, strict: .sessionsEnd) { wire, idToken in
            try await wire.post("accounts:update", ["idToken": idToken, "validSince": "0"]) → .has("refreshToken")
        },
        SessionEvent("An administrator's validSince", lenient: .validSinceAlone, strict: .sessionsEnd) { wire, _ in
            try await update(["validSince": .integer(wire.clock.now.secondsSinceEpoch)], wire)
        },
        SessionEvent("A password that a code sets", lenient: .validSinceAlone, strict: .sessionsEnd) { wire, _ in
            let code = try await wire.mailed(["requestType": "PASSWORD_RESET", "email": "taro@example.com"])
            try await wire.post("accounts:resetPassword", ["oobCode": code, "newPassword": "battery-staple"]) → .done
        },
        SessionEvent("An address that a code verifies", lenient: .nothing, strict: .nothing) { wire, idToken in
            let code = try await wire.mailed(["requestType": "VERIFY_EMAIL", "idToken": idToken])
            try await wire.post("accounts:update", ["oobCode": code]) → .done
        },
        SessionEvent("An address that a code changes", lenient: .nothing, strict: .sessionsEnd) { wire, idToken in
            let code = try await wire.mailed([
                "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "new@example.com",
            ])
            try await wire.post("accounts:update", ["oobCode": code]) → .done
        },
        SessionEvent("A number that is linked", lenient: .nothing, strict: .nothing) { wire, idToken in
            let (session, code) = try await wire.sms()
            try await wire.post(
                "accounts:signInWithPhoneNumber", ["idToken": idToken, "sessionInfo": session, "code": code]) → .done
        },
        SessionEvent("An identity that is taken away", lenient: .nothing, strict: .nothing) { wire, idToken in
            try await wire.identity("google.com", "g")
            try await wire.post("accounts:update", ["idToken": idToken, "deleteProvider": ["google.com"]]) → .done
        },
        SessionEvent("A profile that is deleted", lenient: .nothing, strict: .nothing) { wire, idToken in
            try await wire.post("accounts:update", ["idToken": idToken, "deleteAttribute": ["DISPLAY_NAME"]]) → .done
        },
        SessionEvent(
            "A disabled account", lenient: Outcome(refresh: "USER_DISABLED"), strict: Outcome(refresh: "USER_DISABLED")
        ) { wire, _ in
            try await update(["disableUser": true], wire)
        },
        SessionEvent("A second factor that is enrolled", lenient: .nothing, strict: .sessionsEnd) { wire, idToken in
            let info = try await wire.enrolment(idToken)
            try await wire.post("mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info]) → .done
        },
        SessionEvent("A second factor that is withdrawn", lenient: .nothing, strict: .sessionsEnd) { wire, idToken in
            try await update(
                ["mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": WireFixture.number]]]], wire)
            try await wire.post("mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": "f"])
                → .has("refreshToken")
        },
    ]
}

extension Statement {
    static let revocation: [Statement] =
        SessionEvent.all.enumerated().flatMap { $1.statements($0 + 1) } + [
            Statement("3.7-20", "A sign-up with a password and an import set it, to their own time.") { wire in
                let now = JSONValue.string(String(wire.clock.now.secondsSinceEpoch))
                try await wire.post("accounts:signUp", ["email": "a@example.com", "password": "correct-horse"]) → .done
                try await wire.post(
                    "accounts:batchCreate", ["users": [["localId": "hana", "validSince": "1"]]], as: .admin) → .done
                let users = try await wire.call(
                    "accounts:lookup", ["email": ["a@example.com"], "localId": ["hana"]], admin: true)["users"]
                #expect(users?.arrayValue?.map { $0["validSince"] } == [now, now])
            }
        ]
}

extension StatementTests {
    @Test("3.7", arguments: Statement.trials(of: Statement.revocation))
    func revocation(_ trial: Statement.Trial) async throws { try await trial.run() }
}
