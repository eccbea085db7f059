@testable import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

/// Configuration, and what a function is called with.
extension Statement {
    static let functionCalls: [Statement] = [
        Statement("10-01", "Triggers are stored as sent and shown; an empty object takes them all away.") { wire in
            let functions: JSONValue = [
                "triggers": [
                    "beforeSignIn": ["functionUri": "http://127.0.0.1:5001/f", "updateTime": "2026-11-21T09:00:00Z"]
                ],
                "forwardInboundCredentials": ["idToken": true],
            ]
            try await wire.patch(
                "config:patch", ["blockingFunctions": functions], query: "updateMask=blockingFunctions")
                → .answers(["blockingFunctions": functions])
            try await wire.get("config:get", as: .admin) → .answers(["blockingFunctions": functions])
            try await wire.patch("config:patch", ["blockingFunctions": [:]], query: "updateMask=blockingFunctions")
                → .answers(["blockingFunctions": [:]])
        },
        Statement("10-02", "Other events, and functions without an absolute URI, are refused.") { wire in
            for (triggers, words) in [
                (["beforeSend": ["functionUri": "http://localhost/f"]], "Event type is invalid."),
                (["beforeCreate": [:]], "Expected an absolute URI with valid scheme and host."),
                (["beforeCreate": ["functionUri": "/f"]], "Expected an absolute URI with valid scheme and host."),
                (["beforeSignIn": ["functionUri": ""]], "Expected an absolute URI with valid scheme and host."),
            ] as [(JSONValue, String)] {
                try await wire.patch("config:patch", ["blockingFunctions": ["triggers": triggers]])
                    → .refused("INVALID_BLOCKING_FUNCTION : ((\(words)))")
            }
        },
        Statement("10-03", "The project's functions are called for tenants too, which are named.") { wire in
            let functions = try await wire.functions()
            let tenant = try await wire.tenant()
            try await wire.post(
                "accounts:signUp", ["email": "a@example.com", "password": "correct-horse"], tenant: tenant) → .done
            #expect(functions.events == ["beforeCreate", "beforeSignIn"])
            #expect(functions.calls.allSatisfy { $0["tenant_id"] == .string(tenant) })
            #expect(functions.calls.first?["user_record"]["tenant_id"] == .string(tenant))
        },
        Statement("10-04", "The token names issuer, function, event and user, and is good for ten minutes.") { wire in
            let functions = try await wire.functions()
            let asked = try await wire.signUp()
            let call = try #require(functions.calls.first)
            let now = wire.clock.now.secondsSinceEpoch
            #expect(call.uri == ScriptedFunctions.uri(.beforeCreate))
            let expected: [(String, JSONValue)] = [
                ("iss", .string("https://securetoken.google.com/\(Fixture.project)")), ("aud", .string(call.uri)),
                ("iat", .integer(now)), ("exp", .integer(now + 600)), ("event_type", "beforeCreate"),
                ("user_agent", "NotYetSupportedInFirebaseAuthEmulator"), ("ip_address", "127.0.0.1"),
                ("locale", "en"), ("sub", asked["localId"]), ("sign_in_method", "password"),
            ]
            for (name, value) in expected { #expect(call[name] == value, "\(name)") }
            let ids = functions.calls.map { $0["event_id"].stringValue ?? "" }
            #expect(ids.allSatisfy { $0.utf8.count == 16 && $0.utf8.allSatisfy(Base64URL.isLetter) })
            #expect(Set(ids).count == 2)
            for name in ["tenant_id", "sign_in_second_factor", "raw_user_info", "oauth_id_token"] {
                #expect(call[name] == .null, "\(name)")
            }
        },
        Statement("10-05", "The token is unsigned.", .lenient) { wire in
            let functions = try await wire.functions()
            try await wire.signUp() → .done
            let token = try UnverifiedToken(parsing: functions.calls[0].jwt)
            #expect(token.header == JSONObject([("alg", "none"), ("typ", "JWT")]))
            #expect(functions.calls[0].jwt.hasSuffix("."))
        },
        Statement("10-06", "The token is signed with the project's key, RS256.", .strict) { wire in
            let functions = try await wire.functions()
            try await wire.signUp() → .done
            let jwt = functions.calls[0].jwt
            let token = try UnverifiedToken(parsing: jwt)
            #expect(token.algorithm == "RS256" && token.keyID == wire.service.keys.current.keyID)
            let parts = jwt.split(separator: ".")
            let signature = try #require(Base64URL.decode(parts[2].utf8))
            #expect(
                wire.service.keys.current.verificationKey.check(signature, of: Array("\(parts[0]).\(parts[1])".utf8))
                    == .matches)
        },
        Statement("10-07", "beforeCreate sees the user with the final uid and no rows but a provider's.") { wire in
            let functions = try await wire.functions()
            let asked = try await wire.signUp()
            let record = try #require(functions.calls.first?["user_record"])
            #expect(record["uid"] == asked["localId"] && record["email"] == "new@example.com")
            #expect(record["display_name"] == "New" && record["email_verified"] == false)
            #expect(record["provider_data"] == [] && record["custom_claims"] == [:])
            #expect(record["disabled"] == nil && record["multi_factor"] == nil && record["phone_number"] == nil)
            let created = JSONValue.integer(wire.clock.now.millisecondsSinceEpoch)
            #expect(record["metadata"]?["creation_time"] == created)
            try await wire.signIn(["sub": "g1", "email": "g@example.com"]) → .done
            #expect(
                functions.calls[2]["user_record"]["provider_data"] == [
                    ["provider_id": "google.com", "uid": "g1", "email": "g@example.com"]
                ])
        },
        Statement("10-08", "beforeSignIn of a new user sees all rows, and what beforeCreate changed.") { wire in
            let functions = try await wire.functions()
            functions.change(.beforeCreate, ["displayName": "Changed", "customClaims": ["role": "x"]])
            try await wire.signUp() → .done
            let record = functions.calls[1]["user_record"]
            #expect(record["display_name"] == "Changed" && record["custom_claims"] == ["role": "x"])
            #expect(
                record["provider_data"] == [
                    [
                        "provider_id": "password", "uid": "new@example.com", "email": "new@example.com",
                        "display_name": "Changed",
                    ]
                ])
        },
        Statement("10-09", "beforeSignIn of an existing user sees what changes, but the old rows.") { wire in
            _ = try await wire.taro(verified: true)
            let functions = try await wire.functions()
            try await wire.signIn([
                "sub": "g1", "email": "taro@example.com", "email_verified": true, "name": "Merged",
            ]) → .done
            #expect(functions.events == ["beforeSignIn"])
            let record = functions.calls[0]["user_record"]
            #expect(record["display_name"] == "Merged")
            #expect(record["provider_data"]?.arrayValue?.compactMap { $0["provider_id"] } == ["password"])
        },
        Statement("10-10", "Provider sign-ins tell rawUserInfo; credentials only where they are forwarded.") { wire in
            let functions = try await wire.functions()
            try await wire.signIn(at: "apple.com", ["sub": "a1"]) → .done
            #expect(functions.calls[0]["raw_user_info"] == #"{"sub":"a1"}"#)
            #expect(functions.calls[0]["sign_in_method"] == "apple.com")
            #expect(functions.calls.allSatisfy { $0["oauth_id_token"] == .null && $0["oauth_access_token"] == .null })
            let forwarding = try await wire.functions(
                forwarding: ["idToken": true, "accessToken": true, "refreshToken": true])
            try await wire.signIn(
                at: "apple.com", ["sub": "a2"], form: [("access_token", "at"), ("oauth_token_secret", "ts")]) → .done
            let call = forwarding.calls[0]
            #expect(call["oauth_id_token"] == #"{"sub":"a2"}"# && call["oauth_access_token"] == "at")
            #expect(call["oauth_token_secret"] == "ts" && call["oauth_refresh_token"] == .null)
        },
        Statement("10-11", "An access token that the service invents is forwarded too.", .lenient) { wire in
            let functions = try await wire.functions(forwarding: ["accessToken": true])
            try await wire.signIn(at: "apple.com", ["sub": "a1"]) → .done
            #expect(functions.calls[0]["oauth_access_token"] == "FirebaseAuthEmulatorFakeAccessToken_apple.com")
        },
        Statement("10-12", "Second factors are told with their full number.") { wire in
            _ = try await wire.taroWithFactor()
            let functions = try await wire.functions()
            try await wire.finishSignInOfTaro() → .done
            let call = try #require(functions.calls.first)
            #expect(call["sign_in_second_factor"] == "phone" && call["sign_in_method"] == "password")
            let factor = call["user_record"]["multi_factor"]?["enrolled_factors"]?.arrayValue?.first
            #expect(
                factor?["uid"] == "f" && factor?["phone_number"] == "+819000000001" && factor?["factor_id"] == "phone")
        },
    ]
}

extension WireFixture {
    /// Password, message, code.
    func finishSignInOfTaro(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Asked {
        let first = try await signInByPassword("taro@example.com")
        let start = try await post(
            "mfaSignIn:start",
            ["mfaPendingCredential": first["mfaPendingCredential"], "mfaEnrollmentId": "f", "phoneSignInInfo": [:]])
        let (_, code) = try latestSMS()
        return try await post(
            "mfaSignIn:finalize",
            [
                "mfaPendingCredential": first["mfaPendingCredential"],
                "phoneVerificationInfo": [
                    "sessionInfo": start["phoneResponseInfo"]["sessionInfo"] ?? .null, "code": code,
                ],
            ], sourceLocation: sourceLocation)
    }
}

extension StatementTests {
    @Test("10: calls", arguments: Statement.trials(of: Statement.functionCalls))
    func functionCalls(_ trial: Statement.Trial) async throws { try await trial.run() }
}
