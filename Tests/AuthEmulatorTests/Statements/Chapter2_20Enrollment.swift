@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let off = "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."
    private static let unsuitable = "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor."
    private static let exists =
        "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."

    static let enrollment: [Statement] = [
        Statement("2.20-01", "A number is enrolled by its code: the reply has tokens that name it, no expiry.") {
            wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            let reply = try await wire.post(
                "mfaEnrollment:finalize",
                ["idToken": idToken, "displayName": "Phone", "phoneVerificationInfo": info])
            #expect(reply.json.names == ["idToken", "refreshToken"])
            let factor = try #require(try await wire.record(of: "taro")["mfaInfo"]?.arrayValue?.first)
            #expect(factor["phoneInfo"] == WireFixture.number && factor["unobfuscatedPhoneInfo"] == WireFixture.number)
            #expect(factor["displayName"] == "Phone" && factor["enrolledAt"] == "2026-11-21T09:00:00.000Z")
            let firebase = reply.claims["firebase"]
            #expect(firebase?["sign_in_second_factor"] == "phone" && firebase?["sign_in_provider"] == "password")
            #expect(firebase?["second_factor_identifier"] == factor["mfaEnrollmentId"])
        },
        Statement(
            "2.20-02",
            "Starting: off, no token, a bad one, first factor, address, object, number, known: in this order."
        ) { wire in
            let idToken = try await wire.taro()
            func start(_ body: JSONValue) async throws -> Asked { try await wire.post("mfaEnrollment:start", body) }
            try await start([:]) → .refused("MISSING_ID_TOKEN")
            try await start(["idToken": "x"]) → .refused("INVALID_ID_TOKEN")
            let anonymous = try await wire.call("accounts:signUp")["idToken"] ?? .null
            try await start(["idToken": anonymous]) → .refused(unsuitable)
            try await start(["idToken": idToken]) → .refused("INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))")
            for number in ["no", ""] as [JSONValue] {
                try await start(["idToken": idToken, "phoneEnrollmentInfo": ["phoneNumber": number]])
                    → .refused("INVALID_PHONE_NUMBER : Invalid format.")
            }
            try await wire.factor()
            try await start(["idToken": idToken, "phoneEnrollmentInfo": ["phoneNumber": WireFixture.number]])
                → .refused(exists)
            try await wire.post("accounts:update", ["localId": "taro", "emailVerified": false], as: .admin) → .done
            try await start(["idToken": idToken])
                → .refused("UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.")
            try wire.service.configure { $0.secondFactors = .disabled }
            try await start([:]) → .refused(off)
        },
        Statement("2.20-03", "Anonymous, phone and custom sign-ins have no second factor, at the end neither.") {
            wire in
            _ = try await wire.taro()
            let custom = JSONValue.string(try wire.fixture.customToken("taro"))
            let tokens = [
                try await wire.call("accounts:signUp")["idToken"] ?? .null,
                try await wire.phoneUser()["idToken"] ?? .null,
                try await wire.call("accounts:signInWithCustomToken", ["token": custom])["idToken"] ?? .null,
            ]
            for idToken in tokens {
                for end in ["start", "finalize"] {
                    try await wire.post("mfaEnrollment:\(end)", ["idToken": idToken]) → .refused(unsuitable)
                }
            }
        },
        Statement("2.20-04", "Ending: object, proof of Android, code, session, then what they are: in this order.") {
            wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            let rows: [(JSONValue?, String, Int)] = [
                (nil, "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))", 400),
                (["androidVerificationProof": "x"], "NOT_IMPLEMENTED : androidVerificationProof", 501),
                ([:], "MISSING_CODE", 400), (["sessionInfo": "x"], "MISSING_CODE", 400),
                (["code": "x"], "MISSING_SESSION_INFO", 400),
                (["sessionInfo": "x", "code": "x"], "INVALID_SESSION_INFO", 400),
                (["sessionInfo": info["sessionInfo"] ?? .null, "code": "x"], "INVALID_CODE", 400),
            ]
            for (info, message, status) in rows {
                try await wire.post(
                    "mfaEnrollment:finalize", adding("phoneVerificationInfo", info, to: ["idToken": idToken]))
                    → .refused(message, status: status)
            }
            try await wire.post("mfaEnrollment:finalize") → .refused("MISSING_ID_TOKEN")
            try wire.service.configure { $0.secondFactors = .disabled }
            try await wire.post("mfaEnrollment:finalize") → .refused(off)
        },
        Statement("2.20-05", "A number that is enrolled meanwhile uses the session up.") { wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            try await wire.factor()
            for message in [exists, "INVALID_SESSION_INFO"] {
                try await wire.post(
                    "mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info]) → .refused(message)
            }
            #expect(try wire.waitingMessages() == 0)
        },
        Statement("2.20-06", "The address need not be verified any more when the enrolment ends.") { wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            try await wire.post("accounts:update", ["localId": "taro", "emailVerified": false], as: .admin) → .done
            try await wire.post("mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info]) → .done
        },
        Statement("2.20-07", "A withdrawn factor leaves an empty list and tokens that name none.") { wire in
            let idToken = try await wire.taro()
            try await wire.factor()
            try wire.service.configure { $0.secondFactors = .disabled }
            try await wire.post("mfaEnrollment:withdraw") → .refused("MISSING_ID_TOKEN")
            for id in [nil, "x"] as [JSONValue?] {
                try await wire.post("mfaEnrollment:withdraw", adding("mfaEnrollmentId", id, to: ["idToken": idToken]))
                    → .refused("MFA_ENROLLMENT_NOT_FOUND")
            }
            let reply = try await wire.post("mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": "f"])
            reply → .answers(["expiresIn": "3600"])
            reply → .satisfies { $0.claims["firebase"]?["sign_in_second_factor"] == nil }
            #expect(try await wire.record(of: "taro")["mfaInfo"] == [])
        },
        Statement("2.20-08", "Enrolling and withdrawing leave ID tokens from before alone.", .lenient) { wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            wire.clock.advance(by: .seconds(1))
            try await wire.post("mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info]) → .done
            try await wire.factor()
            wire.clock.advance(by: .seconds(1))
            try await wire.post("mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": "f"]) → .done
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .done
            #expect(try wire.waitingMails() == 0)
        },
        Statement("2.20-09", "Enrolling and withdrawing end all other sessions.", .strict) { wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            wire.clock.advance(by: .seconds(1))
            let enrolled = try await wire.post(
                "mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info])
            try await wire.post("accounts:lookup", ["idToken": idToken]) → .refused("TOKEN_EXPIRED")
            let id = enrolled.claims["firebase"]?["second_factor_identifier"] ?? .null
            wire.clock.advance(by: .seconds(1))
            try await wire.post("mfaEnrollment:withdraw", ["idToken": enrolled["idToken"], "mfaEnrollmentId": id])
                → .done
            try await wire.post("accounts:lookup", ["idToken": enrolled["idToken"]]) → .refused("TOKEN_EXPIRED")
        },
        Statement("2.20-10", "Enrolling and withdrawing need a sign-in of the last five minutes.", .strict) { wire in
            let idToken = try await wire.taro()
            wire.clock.advance(by: .seconds(301))
            for verb in ["start", "withdraw"] {
                try await wire.post("mfaEnrollment:\(verb)", ["idToken": idToken])
                    → .refused("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            }
        },
        Statement("2.20-11", "A sixth factor is refused before its message, and at its end.", .strict) { wire in
            let idToken = try await wire.taro()
            let info = try await wire.enrolment(idToken)
            let rows = (1...5).map { number -> JSONValue in
                ["mfaEnrollmentId": .string("\(number)"), "phoneInfo": .string("+81900000000\(number)")]
            }
            try await wire.post(
                "accounts:update", ["localId": "taro", "mfa": ["enrollments": .array(rows)]], as: .admin) → .done
            try await wire.post("mfaEnrollment:finalize", ["idToken": idToken, "phoneVerificationInfo": info])
                → .refused("SECOND_FACTOR_LIMIT_EXCEEDED : at most 5")
            try await wire.post(
                "mfaEnrollment:start",
                ["idToken": idToken, "phoneEnrollmentInfo": ["phoneNumber": WireFixture.otherNumber]])
                → .refused("SECOND_FACTOR_LIMIT_EXCEEDED : at most 5")
        },
        Statement("2.20-12", "An authenticator app gets its key as the SDKs read it.") { wire in
            let reply = try await wire.post(
                "mfaEnrollment:start", ["idToken": try await wire.taro(), "totpEnrollmentInfo": [:]])
            let info = reply["totpSessionInfo"]
            #expect(info["verificationCodeLength"] == 6 && info["periodSec"] == 30)
            #expect(info["hashingAlgorithm"] == "SHA1" && info["sharedSecretKey"]?.stringValue?.utf8.count == 32)
            #expect(info["finalizeEnrollmentTime"] == "2026-11-21T09:10:00.000Z")
        },
        Statement("2.20-13", "An app is enrolled by a code that it shows within five steps, once.") { wire in
            let idToken = try await wire.taro()
            let info = try await wire.call("mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [:]])[
                "totpSessionInfo"]
            let secret = try #require(info?["sharedSecretKey"]?.stringValue.flatMap(TOTPSecret.init(base32:)))
            let step = TOTPSecret.step(at: wire.clock.now)
            func end(_ step: Int64) async throws -> Asked {
                try await wire.post(
                    "mfaEnrollment:finalize",
                    [
                        "idToken": idToken,
                        "totpVerificationInfo": [
                            "sessionInfo": info?["sessionInfo"] ?? .null,
                            "verificationCode": .string(secret.code(step: step)),
                        ],
                    ])
            }
            try await end(step + 6) → .refused("INVALID_CODE")
            let reply = try await end(step - 5)
            reply → .answers(["totpAuthInfo": [:], "expiresIn": .null])
            #expect(reply.claims["firebase"]?["sign_in_second_factor"] == "totp")
            let factor = try await wire.record(of: "taro")["mfaInfo"]?.arrayValue?.first
            #expect(factor?["totpInfo"] == [:] && factor?["phoneInfo"] == nil)
        },
        Statement("2.20-14", "An app that is not enrolled within ten minutes starts anew.") { wire in
            let idToken = try await wire.taro()
            let info = try await wire.call("mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [:]])[
                "totpSessionInfo"]
            wire.clock.advance(by: .seconds(600))
            try await wire.post(
                "mfaEnrollment:finalize",
                [
                    "idToken": idToken,
                    "totpVerificationInfo": ["sessionInfo": info?["sessionInfo"] ?? .null, "verificationCode": "x"],
                ]) → .refused("SESSION_EXPIRED")
        },
    ]
}

extension StatementTests {
    @Test("2.20", arguments: Statement.trials(of: Statement.enrollment))
    func enrolling(_ trial: Statement.Trial) async throws { try await trial.run() }
}
