@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Password policies", .timeLimit(.minutes(5)))
struct PasswordPolicyTests {
    private var demanding: PasswordPolicy {
        var policy = PasswordPolicy()
        (policy.isEnforced, policy.minimumLength, policy.maximumLength) = (true, 8, 12)
        (policy.needsLowercase, policy.needsUppercase, policy.needsDigit, policy.needsSymbol) = (true, true, true, true)
        return policy
    }

    @Test(
        arguments: [
            ("aA1!aA1!", []), ("aA1!aA1!aA1!", []),
            ("aA1!aA1", ["MINIMUM_PASSWORD_LENGTH"]), ("aA1!aA1!aA1!a", ["MAXIMUM_PASSWORD_LENGTH"]),
            ("AA1!AA1!", ["MISSING_LOWERCASE_CHARACTER"]), ("aa1!aa1!", ["MISSING_UPPERCASE_CHARACTER"]),
            ("aAa!aAa!", ["MISSING_NUMERIC_CHARACTER"]), ("aA11aA11", ["MISSING_NON_ALPHANUMERIC_CHARACTER"]),
            ("aA1 aA1 ", ["MISSING_NON_ALPHANUMERIC_CHARACTER"]),  // a blank is no symbol
            (
                "éÀ１！éÀ１！",
                [
                    "MISSING_LOWERCASE_CHARACTER", "MISSING_UPPERCASE_CHARACTER", "MISSING_NUMERIC_CHARACTER",
                    "MISSING_NON_ALPHANUMERIC_CHARACTER",
                ]
            ),
        ] as [(String, [String])])
    func nameEveryMiss(password: String, codes: [String]) {
        #expect(demanding.misses(of: password).map(\.code) == codes)
    }

    @Test func refuseWhenEnforcedAndRemarkWhenNot() async throws {
        let wire = try WireFixture()
        try wire.service.configure { $0.passwordPolicy = demanding }
        #expect(
            try await wire.refusal("accounts:signUp", ["email": "a@example.com", "password": "aA1!"])
                == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain at least 8 characters]"
        )
        try wire.service.configure { $0.passwordPolicy.isEnforced = false }
        _ = try await wire.call("accounts:signUp", ["email": "a@example.com", "password": "aaaaaaaa"])
        let reply = try await wire.call(
            "accounts:signInWithPassword", ["email": "a@example.com", "password": "aaaaaaaa"])
        #expect(
            reply["userNotifications"]?.arrayValue?.map { $0["notificationCode"] ?? .null } == [
                "MISSING_UPPERCASE_CHARACTER", "MISSING_NUMERIC_CHARACTER", "MISSING_NON_ALPHANUMERIC_CHARACTER",
            ])
        try wire.service.configure {
            ($0.passwordPolicy.isEnforced, $0.passwordPolicy.forcesUpgradeOnSignIn) = (true, true)
        }
        #expect(
            try await wire.refusal(
                "accounts:signInWithPassword", ["email": "a@example.com", "password": "aaaaaaaa"]
            ).hasPrefix("PASSWORD_DOES_NOT_MEET_REQUIREMENTS"))
    }

    @Test func areShownToClients() async throws {
        let wire = try WireFixture()
        _ = try await wire.call(
            "config:patch",
            [
                "passwordPolicyConfig": [
                    "passwordPolicyEnforcementState": "ENFORCE",
                    "passwordPolicyVersions": [
                        ["customStrengthOptions": ["minPasswordLength": 99, "containsNumericCharacter": true]]
                    ],
                ]
            ], admin: true, query: "updateMask=passwordPolicyConfig")
        let policy = try await wire.call("passwordPolicy")
        #expect(policy["schemaVersion"] == 1 && policy["enforcementState"] == "ENFORCE")
        #expect(policy["customStrengthOptions"]?["minPasswordLength"] == 30)  // what production allows at most
        #expect(policy["customStrengthOptions"]?["containsNumericCharacter"] == true)
        #expect(policy["customStrengthOptions"]?["containsUppercaseCharacter"] == false)
    }
}
