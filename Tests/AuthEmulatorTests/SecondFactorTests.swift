@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Testing
import Tokens

@Suite("Second factors", .timeLimit(.minutes(5)))
struct SecondFactorTests {
    private static let number: JSONValue = "+819012345678"

    /// Enrols a phone and returns the reply of the end.
    private func enrolPhone(_ wire: WireFixture) async throws -> JSONObject {
        let idToken = try await wire.signInTaro()["idToken"] ?? .null
        _ = try await wire.call(
            "mfaEnrollment:start", ["idToken": idToken, "phoneEnrollmentInfo": ["phoneNumber": Self.number]])
        let (session, code) = try wire.latestSMS()
        return try await wire.call(
            "mfaEnrollment:finalize",
            [
                "idToken": idToken, "displayName": "My phone",
                "phoneVerificationInfo": ["sessionInfo": session, "code": code],
            ])
    }

    private func enrolTOTP(_ wire: WireFixture) async throws -> (secret: TOTPSecret, reply: JSONObject) {
        let idToken = try await wire.signInTaro()["idToken"] ?? .null
        let started = try await wire.call(
            "mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [:]])
        let info = try #require(started["totpSessionInfo"])
        let secret = try #require(info["sharedSecretKey"]?.stringValue.flatMap(TOTPSecret.init(base32:)))
        let reply = try await wire.call(
            "mfaEnrollment:finalize",
            [
                "idToken": idToken, "displayName": .null,
                "totpVerificationInfo": [
                    "sessionInfo": info["sessionInfo"] ?? .null,
                    "verificationCode": .string(secret.code(at: wire.clock.now)),
                ],
            ])
        return (secret, reply)
    }

    @Test(arguments: Strictness.allCases)
    func aPhoneIsEnrolledAndAskedFor(strictness: Strictness) async throws {
        let wire = try WireFixture(strictness)
        let enrolled = try await enrolPhone(wire)
        #expect(enrolled.names == ["idToken", "refreshToken"])  // without `expiresIn`, as iOS expects
        #expect(enrolled.claims["firebase"]?["sign_in_second_factor"] == "phone")

        let challenge = try await wire.signInTaro()
        #expect(challenge["idToken"] == nil && challenge["refreshToken"] == nil && challenge["expiresIn"] == nil)
        #expect(challenge["localId"] == "taro" && challenge["registered"] == true)
        let factor = try #require(challenge["mfaInfo"]?.arrayValue?.first)
        #expect(factor["phoneInfo"] == "+********5678" && factor["displayName"] == "My phone")
        #expect(factor["enrolledAt"] == "2026-11-21T09:00:00.000Z" && factor["totpInfo"] == nil)

        let pending: JSONValue = ["mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null]
        let begun = try await wire.call(
            "mfaSignIn:start",
            adding("phoneSignInInfo", [:], to: adding("mfaEnrollmentId", factor["mfaEnrollmentId"], to: pending)))
        #expect(begun["phoneResponseInfo"]?["sessionInfo"]?.stringValue?.utf8.count == 226)
        let (session, code) = try wire.latestSMS()
        let reply = try await wire.call(
            "mfaSignIn:finalize",
            adding("phoneVerificationInfo", ["sessionInfo": session, "code": code], to: pending))
        #expect(reply.names == ["idToken", "refreshToken"])
        #expect(reply.claims["firebase"]?["sign_in_provider"] == "password")
        #expect(reply.claims["firebase"]?["second_factor_identifier"] == factor["mfaEnrollmentId"])

        // A refresh keeps the factor.
        let refreshed = try await wire.call(
            "token", ["grant_type": "refresh_token", "refresh_token": reply["refreshToken"] ?? .null])
        #expect(
            try claims(of: refreshed.text("id_token"))["firebase"]?["sign_in_second_factor"] == "phone")
    }

    @Test(arguments: Strictness.allCases)
    func anAuthenticatorIsEnrolledAndAskedFor(strictness: Strictness) async throws {
        let wire = try WireFixture(strictness)
        let (secret, enrolled) = try await enrolTOTP(wire)
        #expect(enrolled["totpAuthInfo"] == [:])
        #expect(enrolled.claims["firebase"]?["sign_in_second_factor"] == "totp")

        let challenge = try await wire.signInTaro()
        let factor = try #require(challenge["mfaInfo"]?.arrayValue?.first)
        #expect(factor["totpInfo"] == [:] && factor["phoneInfo"] == nil)
        func finalize(_ code: String) async throws -> String {
            try await wire.refusal(
                "mfaSignIn:finalize",
                [
                    "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null,
                    "mfaEnrollmentId": factor["mfaEnrollmentId"] ?? .null,
                    "totpVerificationInfo": ["verificationCode": .string(code)],
                ])
        }
        // The code that enrolled the app is used up (RFC 6238 §5.2); the emulator does not mind.
        let first = secret.code(at: wire.clock.now)
        if strictness == .strict { #expect(try await finalize(first) == "INVALID_CODE") }
        wire.clock.advance(by: .seconds(30))
        let shown = try #require(
            try await wire.call("emulator:totpCodes", path: ["project": Fixture.project])["totpCodes"]?.arrayValue?
                .first)
        #expect(shown["code"]?.stringValue == secret.code(at: wire.clock.now))
        #expect(try await finalize(shown["code"]?.stringValue ?? "") == "")
    }

    @Test func withdrawingLeavesAnEmptyList() async throws {
        let wire = try WireFixture()
        let enrolled = try await enrolPhone(wire)
        let id = enrolled.claims["firebase"]?["second_factor_identifier"] ?? .null
        let idToken = enrolled["idToken"] ?? .null
        #expect(
            try await wire.refusal("mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": "x"])
                == "MFA_ENROLLMENT_NOT_FOUND")
        let reply = try await wire.call("mfaEnrollment:withdraw", ["idToken": idToken, "mfaEnrollmentId": id])
        #expect(reply["expiresIn"] == "3600")
        #expect(reply.claims["firebase"]?["sign_in_second_factor"] == nil)
        let user = try await wire.call("accounts:lookup", ["idToken": reply["idToken"] ?? .null])
        #expect(user["users"]?.arrayValue?.first?["mfaInfo"] == [])
        #expect(try await wire.signInTaro()["idToken"] != nil)
    }

    @Test(
        arguments: [
            (
                "mfaSignIn:start", [:],
                "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential."
            ),
            (
                "mfaSignIn:start", ["mfaPendingCredential": "GOOD"],
                "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided."
            ),
            (
                "mfaSignIn:start", ["mfaPendingCredential": "x", "mfaEnrollmentId": "x"],
                "INVALID_MFA_PENDING_CREDENTIAL"
            ),
            (
                "mfaSignIn:start", ["mfaPendingCredential": "GOOD", "mfaEnrollmentId": "x"],
                "MFA_ENROLLMENT_NOT_FOUND"
            ),
            ("mfaSignIn:finalize", [:], "MISSING_CREDENTIAL : Please set MFA Pending Credential."),
            (
                "mfaSignIn:finalize", ["mfaPendingCredential": "GOOD"],
                "INVALID_ARGUMENT : MFA provider not supported!"
            ),
            (
                "mfaSignIn:finalize", ["mfaPendingCredential": "GOOD", "phoneVerificationInfo": [:]], "MISSING_CODE"
            ),
            (
                "mfaSignIn:finalize",
                ["mfaPendingCredential": "GOOD", "phoneVerificationInfo": ["sessionInfo": "x", "code": "1"]],
                "INVALID_SESSION_INFO"
            ),
        ] as [(String, JSONValue, String)])
    func signInsAreRefusedInOrder(endpoint: String, body: JSONValue, message: String) async throws {
        let wire = try WireFixture()
        _ = try await enrolPhone(wire)
        let pending = try await wire.signInTaro()["mfaPendingCredential"]
        let body = body["mfaPendingCredential"] == "GOOD" ? adding("mfaPendingCredential", pending, to: body) : body
        #expect(try await wire.refusal(endpoint, body) == message)
        // On the wire one code stands for two things; the trace tells them apart.
        let isUnsupported = message.hasSuffix("MFA provider not supported!")
        let reasons = wire.fixture.trace.events.last?.reasons ?? []
        #expect((reasons == [AuthReason.unsupportedMFAProvider.code]) == isUnsupported, "\(reasons)")
    }

    /// Ten minutes, five tries, once: production's pending credential. The emulator's is readable and lasts.
    @Test func pendingSignInsEnd() async throws {
        let wire = try WireFixture()
        let (secret, _) = try await enrolTOTP(wire)
        wire.clock.advance(by: .seconds(60))
        func finalize(_ challenge: JSONObject, _ code: String) async throws -> String {
            try await wire.refusal(
                "mfaSignIn:finalize",
                [
                    "mfaPendingCredential": challenge["mfaPendingCredential"] ?? .null,
                    "mfaEnrollmentId": challenge["mfaInfo"]?.arrayValue?.first?["mfaEnrollmentId"] ?? .null,
                    "totpVerificationInfo": ["verificationCode": .string(code)],
                ])
        }
        let guessed = try await wire.signInTaro()
        for _ in 0..<5 { #expect(try await finalize(guessed, "000") == "INVALID_CODE") }
        #expect(try await finalize(guessed, secret.code(at: wire.clock.now)) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        let used = try await wire.signInTaro()
        #expect(try await finalize(used, secret.code(at: wire.clock.now)) == "")
        #expect(try await finalize(used, secret.code(at: wire.clock.now)) == "INVALID_MFA_PENDING_CREDENTIAL")
        let late = try await wire.signInTaro()
        wire.clock.advance(by: .seconds(600))
        #expect(try await finalize(late, secret.code(at: wire.clock.now)) == "INVALID_MFA_PENDING_CREDENTIAL")
    }

    @Test(arguments: [
        ("+819012345678", "+********5678"), ("+15555550100", "+*******0100"), ("+1234", "+1234"), ("", ""),
        ("+1-555-0100", "+*-***-0100"),
    ])
    func numbersAreObfuscated(number: String, shown: String) {
        #expect(SecondFactor.obfuscated(number) == shown)
    }
}
