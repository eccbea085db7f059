@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let off = "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."
    private static let unsupported = "INVALID_ARGUMENT : MFA provider not supported!"

    static let secondFactor: [Statement] = [
        Statement("2.21-01", "The message's code ends the sign-in: tokens that name both factors, no expiry.") { wire in
            let challenge = try await wire.challenge()
            let (session, code) = try await wire.message(for: challenge)
            wire.clock.advance(by: .seconds(5))
            let reply = try await wire.post(
                "mfaSignIn:finalize",
                [
                    "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null,
                    "phoneVerificationInfo": ["sessionInfo": session, "code": code],
                ])
            #expect(reply.json.names == ["idToken", "refreshToken"])
            let firebase = reply.claims["firebase"]
            #expect(firebase?["sign_in_provider"] == "password" && firebase?["sign_in_second_factor"] == "phone")
            #expect(firebase?["second_factor_identifier"] == "f")
            #expect(
                try await wire.record(of: "taro")["lastLoginAt"]
                    == .string(String(wire.clock.now.millisecondsSinceEpoch)))
        },
        Statement("2.21-02", "Starting: off, no sign-in, no factor, an unknown one: in this order.") { wire in
            let pending = try await wire.challenge()["mfaPendingCredential"] ?? .null
            func start(_ body: JSONValue) async throws -> Asked { try await wire.post("mfaSignIn:start", body) }
            try await start(["mfaEnrollmentId": "f"])
                → .refused("MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential.")
            try await start(["mfaPendingCredential": "x"])
                → .refused("MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.")
            try await start(["mfaPendingCredential": "x", "mfaEnrollmentId": "x"])
                → .satisfies { ($0["error"]["message"]?.stringValue ?? "").hasPrefix("INVALID_MFA_PENDING_CREDENTIAL") }
            try await start(["mfaPendingCredential": pending, "mfaEnrollmentId": "x"])
                → .refused("MFA_ENROLLMENT_NOT_FOUND")
            try wire.service.configure { $0.secondFactors = .disabled }
            try await start([:]) → .refused(off)
        },
        Statement("2.21-03", "Ending: off, no sign-in, no object, Android's proof, code, session: in this order.") {
            wire in
            _ = try await wire.challenge()
            func end(_ body: JSONValue) async throws -> Asked { try await wire.post("mfaSignIn:finalize", body) }
            try await end(["phoneVerificationInfo": [:]])
                → .refused("MISSING_CREDENTIAL : Please set MFA Pending Credential.")
            try await end(["mfaPendingCredential": "x"]) → .refused(unsupported)
            let rows: [(JSONValue, String, Int)] = [
                (["androidVerificationProof": "x"], "NOT_IMPLEMENTED : androidVerificationProof", 501),
                ([:], "MISSING_CODE", 400), (["code": "x"], "MISSING_SESSION_INFO", 400),
            ]
            for (info, message, status) in rows {
                try await end(["mfaPendingCredential": "x", "phoneVerificationInfo": info])
                    → .refused(message, status: status)
            }
            try wire.service.configure { $0.secondFactors = .disabled }
            try await end([:]) → .refused(off)
        },
        Statement("2.21-04", "The code is looked at, and used up, before the sign-in is.", .lenient) { wire in
            let (session, code) = try await wire.message(for: try await wire.challenge())
            func end(_ session: JSONValue, _ code: JSONValue) async throws -> Asked {
                try await wire.post(
                    "mfaSignIn:finalize",
                    [
                        "mfaPendingCredential": "x",
                        "phoneVerificationInfo": ["sessionInfo": session, "code": code],
                    ])
            }
            try await end("x", "x") → .refused("INVALID_SESSION_INFO")
            try await end(session, "x") → .refused("INVALID_CODE")
            try await end(session, code)
                → .refused(
                    "INVALID_MFA_PENDING_CREDENTIAL : ((Invalid phoneVerificationInfo.mfaPendingCredential.))")
            try await end(session, code) → .refused("INVALID_SESSION_INFO")
        },
        Statement("2.21-05", "A sign-in is looked up before the code, which stays when it is unknown.", .strict) {
            wire in
            let (session, code) = try await wire.message(for: try await wire.challenge())
            try await wire.post(
                "mfaSignIn:finalize",
                ["mfaPendingCredential": "x", "phoneVerificationInfo": ["sessionInfo": session, "code": code]])
                → .refused("INVALID_MFA_PENDING_CREDENTIAL")
            #expect(try wire.waitingMessages() == 1)
        },
        Statement("2.21-06", "A user who is gone has no sign-in that waits.") { wire in
            let challenge = try await wire.challenge()
            try await wire.post("accounts:delete", ["localId": "taro"], as: .admin) → .done
            try await wire.post(
                "mfaSignIn:start",
                ["mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null, "mfaEnrollmentId": "f"])
                → .satisfies { ($0["error"]["message"]?.stringValue ?? "").hasPrefix("INVALID_MFA_PENDING_CREDENTIAL") }
        },
        Statement("2.21-07", "A number that is no factor ends nothing, and the time of the sign-in is kept.") { wire in
            let challenge = try await wire.challenge()
            let (session, code) = try await wire.sms(to: WireFixture.otherNumber)
            wire.clock.advance(by: .seconds(5))
            try await wire.post(
                "mfaSignIn:finalize",
                [
                    "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null,
                    "phoneVerificationInfo": ["sessionInfo": session, "code": code],
                ]) → .refused("MFA_ENROLLMENT_NOT_FOUND")
            #expect(try wire.waitingMessages() == 0)
            #expect(
                try await wire.record(of: "taro")["lastLoginAt"]
                    == .string(String(wire.clock.now.millisecondsSinceEpoch)))
        },
        Statement("2.21-08", "A user who is disabled meanwhile is told so at the end only.") { wire in
            let challenge = try await wire.challenge()
            try await wire.post("accounts:update", ["localId": "taro", "disableUser": true], as: .admin) → .done
            let (session, code) = try await wire.message(for: challenge)
            try await wire.post(
                "mfaSignIn:finalize",
                [
                    "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null,
                    "phoneVerificationInfo": ["sessionInfo": session, "code": code],
                ]) → .refused("USER_DISABLED")
            #expect(try wire.waitingMessages() == 0)
        },
        Statement("2.21-09", "A message that an old iOS SDK asked for by the hidden number counts.", .lenient) { wire in
            let challenge = try await wire.challenge()
            let (session, code) = try await wire.sms(to: "+********5678")
            try await wire.post(
                "mfaSignIn:finalize",
                [
                    "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null,
                    "phoneVerificationInfo": ["sessionInfo": session, "code": code],
                ]) → .claims(["sub": "taro"])
        },
        Statement("2.21-10", "A sign-in that waits can be read, and ended any number of times.", .lenient) { wire in
            let challenge = try await wire.challenge()
            let text = challenge.text("mfaPendingCredential")
            let json = try #require(StandardBase64.decode(text).flatMap { try? JSONValue(parsing: $0) })
            #expect(json["_AuthEmulatorMfaPendingCredential"] == "DO NOT MODIFY" && json["localId"] == "taro")
            wire.clock.advance(by: .seconds(86_400))
            for _ in 0..<2 {
                let (session, code) = try await wire.message(for: challenge)
                try await wire.post(
                    "mfaSignIn:finalize",
                    [
                        "mfaPendingCredential": .string(text),
                        "phoneVerificationInfo": ["sessionInfo": session, "code": code],
                    ]) → .done
            }
        },
        Statement("2.21-11", "A sign-in waits ten minutes, and is ended once.", .strict) { wire in
            let challenge = try await wire.challenge()
            let late = try await wire.signInTaro()
            let (session, code) = try await wire.message(for: challenge)
            let body: JSONValue = [
                "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null,
                "phoneVerificationInfo": ["sessionInfo": session, "code": code],
            ]
            try await wire.post("mfaSignIn:finalize", body) → .done
            try await wire.post("mfaSignIn:finalize", body) → .refused("INVALID_MFA_PENDING_CREDENTIAL")
            wire.clock.advance(by: .seconds(600))
            try await wire.post(
                "mfaSignIn:start",
                ["mfaPendingCredential": late["mfaPendingCredential"] ?? .null, "mfaEnrollmentId": "f"])
                → .refused("INVALID_MFA_PENDING_CREDENTIAL")
        },
        Statement("2.21-12", "Five wrong codes end a sign-in, whichever messages they were for.", .strict) { wire in
            let challenge = try await wire.challenge()
            let pending = challenge["mfaPendingCredential"] ?? .null
            for _ in 0..<5 {
                let (session, _) = try await wire.message(for: challenge)
                try await wire.post(
                    "mfaSignIn:finalize",
                    [
                        "mfaPendingCredential": pending,
                        "phoneVerificationInfo": ["sessionInfo": session, "code": "x"],
                    ]) → .refused("INVALID_CODE")
            }
            try await wire.post("mfaSignIn:start", ["mfaPendingCredential": pending, "mfaEnrollmentId": "f"])
                → .refused("TOO_MANY_ATTEMPTS_TRY_LATER")
        },
        Statement("2.21-13", "Another project's or tenant's sign-in is not ended here.", .lenient) { wire in
            let own = try await wire.challenge()["mfaPendingCredential"] ?? .null
            func pending(_ changes: [(String, JSONValue)]) throws -> JSONValue {
                var json = try JSONValue(parsing: StandardBase64.decode(own.stringValue ?? "") ?? [])
                for (name, value) in changes { json = adding(name, value, to: json) }
                return .string(StandardBase64.encode(json.bytes()))
            }
            let tenant = try await wire.tenant(["mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]])
            let mismatch = "INVALID_PROJECT_ID : Project ID does not match MFA pending credential."
            let rows: [(JSONValue, String?, String)] = [
                (try pending([("projectId", "other")]), nil, mismatch), (own, tenant, mismatch),
                (try pending([("tenantId", "other")]), tenant, mismatch),
                // The project itself does not look at the tenant, and here has such a user.
                (try pending([("tenantId", .string(tenant))]), nil, "MFA_ENROLLMENT_NOT_FOUND"),
            ]
            for (pending, tenant, message) in rows {
                try await wire.post(
                    "mfaSignIn:start", ["mfaPendingCredential": pending, "mfaEnrollmentId": "x"], tenant: tenant)
                    → .refused(message)
            }
        },
        Statement("2.21-14", "An app's code needs no message; it is asked for by the factor.") { wire in
            let (secret, id) = try await wire.authenticator()
            wire.clock.advance(by: .seconds(60))
            let pending = try await wire.signInTaro()["mfaPendingCredential"] ?? .null
            func end(_ body: JSONValue) async throws -> Asked {
                try await wire.post("mfaSignIn:finalize", adding("mfaPendingCredential", pending, to: body))
            }
            let code = JSONValue.string(secret.code(at: wire.clock.now))
            try await end(["totpVerificationInfo": [:]]) → .refused("MISSING_CODE")
            try await end(["totpVerificationInfo": ["verificationCode": code]])
                → .refused("MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.")
            try await end(["mfaEnrollmentId": "x", "totpVerificationInfo": ["verificationCode": code]])
                → .refused("MFA_ENROLLMENT_NOT_FOUND")
            try await end(["mfaEnrollmentId": id, "totpVerificationInfo": ["verificationCode": "x"]])
                → .refused("INVALID_CODE")
            let reply = try await end(["mfaEnrollmentId": id, "totpVerificationInfo": ["verificationCode": code]])
            #expect(reply.claims["firebase"]?["sign_in_second_factor"] == "totp")
        },
        Statement("2.21-15", "An app is sent no message.") { wire in
            let (_, id) = try await wire.authenticator()
            let pending = try await wire.signInTaro()["mfaPendingCredential"] ?? .null
            try await wire.post("mfaSignIn:start", ["mfaPendingCredential": pending, "mfaEnrollmentId": id])
                → .refused(unsupported)
        },
        Statement("2.21-16", "A list shows the last four digits of a number, and its other signs.") { wire in
            let challenge = try await wire.challenge()
            #expect(challenge["mfaInfo"]?.arrayValue?.first?["phoneInfo"] == "+********5678")
        },
        Statement("2.21-17", "An app's code is good once.", .strict) { wire in
            let (secret, id) = try await wire.authenticator()
            let pending = try await wire.signInTaro()["mfaPendingCredential"] ?? .null
            try await wire.post(
                "mfaSignIn:finalize",
                [
                    "mfaPendingCredential": pending, "mfaEnrollmentId": id,
                    "totpVerificationInfo": ["verificationCode": .string(secret.code(at: wire.clock.now))],
                ]) → .refused("INVALID_CODE")
        },
        Statement("2.21-18", "Where second factors are mandatory, who has one is asked for it.") { wire in
            let tenant = try await wire.tenant(mandatory)
            try await wire.user(hana, tenant: tenant)
            try await wire.post(
                "accounts:update",
                [
                    "localId": "hana",
                    "mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": WireFixture.number]]],
                ],
                as: .admin, tenant: tenant) → .done
            try await wire.post("accounts:signInWithPassword", hanasPassword, tenant: tenant)
                → .has("mfaPendingCredential", "mfaInfo") → .lacks("idToken", "refreshToken")
        },
        Statement("2.21-19", "Who has none gets tokens even so, since enrolling one takes an ID token.") { wire in
            let tenant = try await wire.tenant(mandatory)
            try await wire.user(hana, tenant: tenant)
            let signedIn = try await wire.post("accounts:signInWithPassword", hanasPassword, tenant: tenant)
            signedIn → .has("idToken", "refreshToken") → .lacks("mfaPendingCredential")
            #expect(signedIn.claims["firebase"]?["sign_in_second_factor"] == nil)
            try await wire.post(
                "mfaEnrollment:start",
                ["idToken": signedIn["idToken"], "phoneEnrollmentInfo": ["phoneNumber": WireFixture.number]],
                tenant: tenant) → .has("phoneSessionInfo")
        },
        Statement("2.21-20", "The project makes them mandatory as a tenant does.", .strict) { wire in
            let mfa: JSONValue = ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]]
            try await wire.patch("config:patch", ["mfa": mfa]) → .answers(["mfa": mfa])
            let challenge = try await wire.challenge()
            #expect(challenge["mfaPendingCredential"] != nil && challenge["idToken"] == nil)
            let (session, code) = try await wire.message(for: challenge)
            try await wire.post(
                "mfaSignIn:finalize",
                [
                    "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null,
                    "phoneVerificationInfo": ["sessionInfo": session, "code": code],
                ]) → .has("idToken")
        },
    ]

    private static let mandatory: JSONValue = [
        "allowPasswordSignup": true,
        "mfaConfig": ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]],
    ]
    private static let hana: JSONValue = [
        "localId": "hana", "email": "hana@example.com", "password": "correct-horse", "emailVerified": true,
    ]
    private static let hanasPassword: JSONValue = ["email": "hana@example.com", "password": "correct-horse"]
}

extension WireFixture {
    /// An authenticator app of Taro's, and the id of the factor.
    func authenticator() async throws -> (secret: TOTPSecret, id: JSONValue) {
        let idToken = try await taro()
        let info = try await call("mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [:]])[
            "totpSessionInfo"]
        let secret = try #require(info?["sharedSecretKey"]?.stringValue.flatMap(TOTPSecret.init(base32:)))
        let reply = try await call(
            "mfaEnrollment:finalize",
            [
                "idToken": idToken,
                "totpVerificationInfo": [
                    "sessionInfo": info?["sessionInfo"] ?? .null,
                    "verificationCode": .string(secret.code(at: clock.now)),
                ],
            ])
        return (secret, reply.claims["firebase"]?["second_factor_identifier"] ?? .null)
    }
}

extension StatementTests {
    @Test("2.21", arguments: Statement.trials(of: Statement.secondFactor))
    func secondFactors(_ trial: Statement.Trial) async throws { try await trial.run() }
}
