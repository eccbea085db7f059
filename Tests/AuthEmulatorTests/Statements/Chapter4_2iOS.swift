@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let iosReplies: [Statement] = [
        Statement("4.2-01", "Every factor has an id, and a date with three digits and a zone where it has one.") {
            wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            try await wire.post("mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info]) → .done
            let factor = try await wire.signInTaro()["mfaInfo"]?.arrayValue?.first
            #expect(factor?["mfaEnrollmentId"]?.stringValue?.isEmpty == false)
            #expect(factor?["enrolledAt"] == "2026-11-21T09:00:00.000Z")
        },
        Statement("4.2-02", "How long a token lives is told as text.") { wire in
            for reply in [try await wire.signInTaro(), try await wire.phoneUser()] {
                #expect(reply["expiresIn"] == "3600")
            }
        },
        Statement("4.2-03", "An identity tells its provider; a number has no federated id, an address has.") { wire in
            _ = try await wire.taro()
            try await wire.post(
                "accounts:update", ["localId": "taro", "phoneNumber": WireFixture.number], as: .admin) → .done
            let rows = try await wire.record(of: "taro")["providerUserInfo"]?.arrayValue ?? []
            #expect(rows.map { $0["providerId"] } == ["password", "phone"])
            #expect(rows.map { $0["federatedId"] } == ["taro@example.com", nil])
        },
        Statement("4.2-04", "Times of a record are text, and a password shows.") { wire in
            let idToken = try await wire.taro()
            let user = try await wire.call("accounts:lookup", ["idToken": idToken])["users"]?.arrayValue?.first
            for name in ["createdAt", "lastLoginAt", "passwordHash"] {
                #expect(user?[name]?.stringValue?.isEmpty == false, "\(name)")
            }
        },
        Statement("4.2-05", "A code that changes or verifies an address tells the address when it is looked at.") {
            wire in
            let idToken = try await wire.taro()
            for body in [
                ["requestType": "VERIFY_EMAIL", "idToken": idToken],
                ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "n@example.com"],
            ] as [JSONValue] {
                let code = try await wire.mailed(body)
                try await wire.post("accounts:resetPassword", ["oobCode": code])
                    → .answers(["email": "taro@example.com"])
            }
        },
    ]
}

extension StatementTests {
    @Test("4.2", arguments: Statement.trials(of: Statement.iosReplies))
    func iosReplies(_ trial: Statement.Trial) async throws { try await trial.run() }
}
