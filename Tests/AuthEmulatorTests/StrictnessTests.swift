@testable import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

/// Each row of the table, seen from outside: what a lenient service answers, and what a strict one does.
@Suite("Strict and lenient", .timeLimit(.minutes(5)))
struct StrictnessTests {
    private typealias Trial = @Sendable (WireFixture) async throws -> String

    /// Rules that a test elsewhere shows in both columns.
    private static let shownElsewhere: Set<StrictnessRule> = [
        .continueURLAuthorized,  // ContinueURLTests
        .tokensSigned,  // SignInTests
        .sessionsKept,  // RefreshTests
        .initialEmailSearched,  // LookupTests
        .sessionsRevoked,  // RefreshTests
        .authTimePerSession,  // RefreshTests
        .pendingCredentialExpires, .totpCodesOnce,  // SecondFactorTests
        .phoneCodesExpire,  // PhoneTests
        .oobCodesExpire,  // CodesTests
        .providerVerified,  // ProviderTests
        .redirectSessionVerified,  // RedirectTests
        .nullMeansUnset, .unknownNamesRefused,  // Chapter1_6Decoding
        .apiKeysKnown, .appCheckRequired,  // Chapter7Settings
        .quotasKept,  // Chapter7_2Quotas
        .secondFactorsProven,  // Chapter2_01SignUp
        .displayNameTold,  // Chapter2_03Passwords
        .linkingAsksNoFactor, .sessionFactorKept,  // Chapter2_05EmailLinks
        .tenantOfTokenNamed,  // Chapter1_5Tenants
        .masksClear,  // Chapter2_24Tenants
        .changeCodesRecoverable, .factorsRevertible,  // Chapter2_11Codes
        .providerFlagsRead,  // Chapter2_06Provider
        .providerEnabled, .samlRefused,  // Chapter11Providers
    ]

    private static let trials: [(rule: StrictnessRule, lenient: String, strict: String, trial: Trial)] = [
        (
            .idTokenVerified, "", "INVALID_ID_TOKEN",
            { wire in
                _ = try await wire.signInTaro()
                let forged = try TokenMint.idToken(
                    IDTokenClaims(
                        projectID: Fixture.project, uid: "taro", authTime: Fixture.start, issuedAt: Fixture.start,
                        signInProvider: "password"), key: Fixture.foreignKey.get())
                return try await wire.refusal("accounts:lookup", ["idToken": .string(forged)])
            }
        ),
        (
            .customTokenVerified, "",
            "INVALID_CUSTOM_TOKEN : The custom token is bare JSON, which only the emulator takes.",
            { wire in
                try await wire.refusal("accounts:signInWithCustomToken", ["token": #"{"uid":"x"}"#])
            }
        ),
        (
            .recentSignIn, "", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
            { wire in
                let idToken = try await wire.signInTaro()["idToken"] ?? .null
                wire.clock.advance(by: .seconds(301))
                return try await wire.refusal("accounts:delete", ["idToken": idToken])
            }
        ),
        (
            .phoneNumberFormat, "", "INVALID_PHONE_NUMBER : Invalid format.",
            { wire in try await wire.refusal("accounts:sendVerificationCode", ["phoneNumber": "+1"]) }
        ),
        (
            .emailFormat, "", "INVALID_EMAIL",
            { wire in
                try await wire.refusal("accounts:signUp", ["email": "a@localhost", "password": "correct-horse"])
            }
        ),
        (
            .profileLimits, "", "INVALID_PHOTO_URL",
            { wire in
                try await wire.refusal(
                    "accounts:signUp", ["photoUrl": .string(String(repeating: "x", count: 2049))], admin: true)
            }
        ),
        (
            .passwordPolicy, "",
            "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain a numeric character]",
            { wire in
                try wire.service.configure {
                    ($0.passwordPolicy.isEnforced, $0.passwordPolicy.needsDigit) = (true, true)
                }
                return try await wire.refusal(
                    "accounts:signUp", ["email": "a@example.com", "password": "correct-horse"])
            }
        ),
        (
            .listLimits, "", "INVALID_PAGE_SELECTION : at most 100 identifiers",
            { wire in
                try await wire.refusal(
                    "accounts:lookup", ["localId": .array(Array(repeating: "x", count: 101))], admin: true)
            }
        ),
        (
            .emailChangeNeedsVerification, "", "EMAIL_CHANGE_NEEDS_VERIFICATION",
            { wire in
                let idToken = try await wire.signInTaro()["idToken"] ?? .null
                let factor: JSONValue = [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]
                _ = try await wire.call(
                    "accounts:update", ["localId": "taro", "mfa": ["enrollments": factor]], admin: true)
                return try await wire.refusal("accounts:update", ["idToken": idToken, "email": "n@example.com"])
            }
        ),
        (
            .emailPrivacyHidesAll, "", "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.",
            { wire in
                try wire.service.configure { $0.improvedEmailPrivacy = true }
                let idToken = try await wire.signInTaro()["idToken"] ?? .null
                return try await wire.refusal("accounts:update", ["idToken": idToken, "email": "n@example.com"])
            }
        ),
        (
            .unknownTenantRefused, "", "TENANT_NOT_FOUND",
            { wire in try await wire.refusal("accounts:signUp", tenant: "unknown") }
        ),
        (
            .hashesHidden, "a hash", "UkVEQUNURUQ=",
            { wire in
                let idToken = try await wire.signInTaro()["idToken"] ?? .null
                let user = try await wire.call("accounts:lookup", ["idToken": idToken])["users"]?.arrayValue?.first
                return user?["salt"] == nil ? user?["passwordHash"]?.stringValue ?? "" : "a hash"
            }
        ),
        (
            .secondFactorLimit, "", "SECOND_FACTOR_LIMIT_EXCEEDED : at most 5",
            { wire in
                let rows = (1...6).map { number -> JSONValue in ["phoneInfo": .string("+81900000000\(number)")] }
                return try await wire.refusal("accounts:signUp", ["mfaInfo": .array(rows)], admin: true)
            }
        ),
        (
            .numbersHidden, "+819000000001", "+********0001",
            { wire in
                let idToken = try await wire.signInTaro()["idToken"] ?? .null
                let factor: JSONValue = [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]
                _ = try await wire.call(
                    "accounts:update", ["localId": "taro", "mfa": ["enrollments": factor]], admin: true)
                let user = try await wire.call("accounts:lookup", ["idToken": idToken])["users"]?.arrayValue?.first
                return user?["mfaInfo"]?.arrayValue?.first?["phoneInfo"]?.stringValue ?? ""
            }
        ),
        (
            .autoCreateObeyed, "", "USER_NOT_FOUND",
            { wire in
                try await wire.refusal(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": "http://localhost", "autoCreate": false,
                        "postBody": #"providerId=google.com&id_token={"sub":"x"}"#,
                    ])
            }
        ),
        (
            .phoneOperationObeyed, "", "USER_NOT_FOUND",
            { wire in
                _ = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+819012345678"])
                let (session, code) = try wire.latestSMS()
                return try await wire.refusal(
                    "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code, "operation": "REAUTH"])
            }
        ),
        (
            .disabledBeforeFactor, "", "USER_DISABLED",
            { wire in
                _ = try await wire.signInTaro()
                let google: JSONValue = [
                    "requestUri": "http://localhost", "postBody": #"providerId=google.com&id_token={"sub":"g"}"#,
                ]
                let link: JSONValue = [
                    "localId": "taro", "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"],
                    "disableUser": true,
                    "mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]],
                ]
                _ = try await wire.call("accounts:update", link, admin: true)
                return try await wire.refusal("accounts:signInWithIdp", google)
            }
        ),
        (
            .configurationWhole, "", "projects/demo-bridge/config",
            { wire in try await wire.call("config:get", admin: true).text("name") }
        ),
        (
            .codeAddressesChecked, "", "INVALID_NEW_EMAIL",
            { wire in
                let idToken = try await wire.signInTaro()["idToken"] ?? .null
                return try await wire.refusal(
                    "accounts:sendOobCode",
                    ["requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": idToken, "newEmail": "no"])
            }
        ),
        (
            .identitiesStay, "", "FEDERATED_USER_ID_ALREADY_LINKED",
            { wire in
                try await wire.user(["localId": "hana"])
                try await wire.identity("a.test", "1", of: "hana")
                return try await wire.refusal(
                    "accounts:update",
                    [
                        "idToken": try await wire.taro(),
                        "linkProviderUserInfo": ["providerId": "a.test", "rawId": "1"],
                    ])
            }
        ),
        (
            .passkeysRefused, "",
            "501 NOT_SIMULATED : Passkeys are not verified. Use lenient mode, or another way to sign in.",
            { wire in
                try await wire.refusal(
                    "passkeyEnrollment:finalize",
                    ["idToken": try await wire.taro(), "authenticatorRegistrationResponse": ["id": "YWJj"]])
            }
        ),
        (
            .signInCodeTellsEmail, "", "a@example.com",
            { wire in
                _ = try await wire.call(
                    "accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "a@example.com"])
                let code = try await wire.latestOobCode()["oobCode"] ?? .null
                return try await wire.call("accounts:resetPassword", ["oobCode": code]).text("email")
            }
        ),
        (
            .accessTokenEchoed, "FirebaseAuthEmulatorFakeAccessToken_google.com", "",
            { wire in
                try await wire.call(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": "http://localhost",
                        "postBody": #"providerId=google.com&id_token={"sub":"x"}"#,
                    ]
                ).text("oauthAccessToken")
            }
        ),
        (
            .pendingTokenRefused,
            "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost",
            "INVALID_PENDING_TOKEN",
            { wire in
                try await wire.refusal(
                    "accounts:signInWithIdp", ["requestUri": "http://localhost", "pendingToken": "x"])
            }
        ),
        (
            .nonceVerified, "",
            "MISSING_OR_INVALID_NONCE : The ID token has a nonce, and the request has none.",
            { wire in
                try await wire.refusal(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": "http://localhost",
                        "postBody": #"providerId=apple.com&id_token={"sub":"x","nonce":"n"}"#,
                    ])
            }
        ),
    ]

    @Test(arguments: StrictnessRule.allCases)
    func differAsTheTableSays(rule: StrictnessRule) async throws {
        guard let row = Self.trials.first(where: { $0.rule == rule }) else {
            #expect(Self.shownElsewhere.contains(rule), "no test shows \(rule.rawValue)")
            return
        }
        #expect(try await row.trial(WireFixture(.lenient)) == row.lenient)
        #expect(try await row.trial(WireFixture(.strict)) == row.strict)
    }

    @Test(arguments: StrictnessRule.allCases)
    func haveTheirColumns(rule: StrictnessRule) {
        #expect(rule.rawValue.hasPrefix("strictness/"))
        #expect(rule.meaning.hasPrefix("Lenient: ") && rule.meaning.hasSuffix("."))
        #expect(rule.fix.hasPrefix("Strict: ") && rule.fix.hasSuffix("."))
    }
}
