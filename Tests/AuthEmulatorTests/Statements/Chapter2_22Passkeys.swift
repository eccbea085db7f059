@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    static let passkeys: [Statement] = [
        Statement("2.22-01", "Enrolling starts with options for this machine's relying party.", .lenient) { wire in
            let options = try await wire.call("passkeyEnrollment:start", ["idToken": try await wire.taro()])[
                "credentialCreationOptions"]
            #expect(options?["rp"] == ["name": "localhost", "id": "localhost"])
            #expect(
                options?["user"] == ["id": "dGFybw==", "name": "taro@example.com", "displayName": "Taro"])
            #expect(options?["challenge"]?.stringValue.flatMap(StandardBase64.decode)?.count == 32)
            #expect(options?["pubKeyCredParams"]?.arrayValue?.map { $0["alg"] } == [-7, -257])
            #expect(options?["timeout"] == 60_000 && options?["attestation"] == "none")
        },
        Statement(
            "2.22-02", "Who has neither address nor name is called by stand-ins; anonymous users may enrol.", .lenient
        ) { wire in
            let idToken = try await wire.call("accounts:signUp")["idToken"] ?? .null
            let user = try await wire.call("passkeyEnrollment:start", ["idToken": idToken])[
                "credentialCreationOptions"]?["user"]
            #expect(user?["name"] == "user@example.com" && user?["displayName"] == "User")
        },
        Statement("2.22-03", "Enrolling starts with an ID token.", .lenient) { wire in
            try await wire.post("passkeyEnrollment:start") → .refused("MISSING_ID_TOKEN")
            try await wire.post("passkeyEnrollment:start", ["idToken": "x"]) → .refused("INVALID_ID_TOKEN")
        },
        Statement("2.22-04", "Enrolling ends: no token, no answer, a bad token, no id: in this order.", .lenient) {
            wire in
            let answer: JSONValue = ["authenticatorRegistrationResponse": [:]]
            let rows: [(JSONValue, String)] = [
                (answer, "MISSING_ID_TOKEN"), (["idToken": "x"], "MISSING_AUTHENTICATOR_RESPONSE"),
                (adding("idToken", "x", to: answer), "INVALID_ID_TOKEN"),
                (adding("idToken", try await wire.taro(), to: answer), "INVALID_CREDENTIAL_ID"),
            ]
            for (body, message) in rows {
                try await wire.post("passkeyEnrollment:finalize", body) → .refused(message)
            }
        },
        Statement(
            "2.22-05", "A passkey is enrolled by its id, under the name, the display name or a stand-in.", .lenient
        ) { wire in
            let idToken = try await wire.taro()
            let names: [(JSONValue, JSONValue)] = [
                (["name": "N", "displayName": "D"], "N"), (["displayName": "D"], "D"), ([:], "Unnamed Passkey"),
            ]
            for (row, (members, name)) in names.enumerated() {
                let id = JSONValue.string("c\(row)")
                let body = adding(
                    "idToken", idToken, to: adding("authenticatorRegistrationResponse", ["id": id], to: members))
                let reply = try await wire.post("passkeyEnrollment:finalize", body)
                #expect(reply.json.names == ["localId", "idToken", "refreshToken"])
                #expect(reply.claims["firebase"]?["sign_in_provider"] == "passkey")
                #expect(
                    try await wire.record(of: "taro")["passkeyInfo"]?.arrayValue?.last
                        == ["credentialId": id, "name": name])
            }
        },
        Statement("2.22-06", "A passkey is enrolled once, by whomever; another tenant's are others.", .lenient) {
            wire in
            let tenant = try await wire.tenant()
            let answer: JSONValue = ["authenticatorRegistrationResponse": ["id": "c"]]
            let tokens = [try await wire.taro(), try await wire.call("accounts:signUp")["idToken"] ?? .null]
            try await wire.post("passkeyEnrollment:finalize", adding("idToken", tokens[0], to: answer)) → .done
            for idToken in tokens {
                try await wire.post("passkeyEnrollment:finalize", adding("idToken", idToken, to: answer))
                    → .refused("CREDENTIAL_ALREADY_IN_USE")
            }
            let other = try await wire.call("accounts:signUp", tenant: tenant)["idToken"] ?? .null
            try await wire.post("passkeyEnrollment:finalize", adding("idToken", other, to: answer), tenant: tenant)
                → .done
        },
        Statement("2.22-07", "Signing in starts without anybody's name.", .lenient) { wire in
            let options = try await wire.call("passkeySignIn:start")["credentialRequestOptions"]
            #expect(options?["rpId"] == "localhost" && options?["userVerification"] == "required")
            #expect(options?["challenge"]?.stringValue.flatMap(StandardBase64.decode)?.count == 32)
        },
        Statement("2.22-08", "Signing in ends: no answer, no id, an unknown one: in this order.", .lenient) { wire in
            let rows: [(JSONValue, String)] = [
                ([:], "MISSING_AUTHENTICATOR_RESPONSE"),
                (["authenticatorAuthenticationResponse": [:]], "INVALID_CREDENTIAL_ID"),
                (["authenticatorAuthenticationResponse": ["id": "YWJj"]], "PASSKEY_CREDENTIAL_NOT_FOUND"),
            ]
            for (body, message) in rows {
                try await wire.post("passkeySignIn:finalize", body) → .refused(message)
            }
        },
        Statement("2.22-09", "A passkey's id signs in, without start, signature or second factor.", .lenient) { wire in
            let idToken = try await wire.taro()
            try await wire.post(
                "passkeyEnrollment:finalize", ["idToken": idToken, "authenticatorRegistrationResponse": ["id": "c"]])
                → .done
            try await wire.factor()
            wire.clock.advance(by: .seconds(5))
            let body: JSONValue = ["authenticatorAuthenticationResponse": ["id": "c"]]
            let reply = try await wire.post("passkeySignIn:finalize", body)
            #expect(reply.json.names == ["idToken", "refreshToken"])
            #expect(reply.claims["sub"] == "taro" && reply.claims["firebase"]?["sign_in_provider"] == "passkey")
            #expect(
                try await wire.record(of: "taro")["lastLoginAt"]
                    == .string(String(wire.clock.now.millisecondsSinceEpoch)))
            try await wire.post("accounts:update", ["localId": "taro", "disableUser": true], as: .admin) → .done
            try await wire.post("passkeySignIn:finalize", body) → .refused("USER_DISABLED")
        },
        Statement("2.22-10", "A strict service refuses all four calls, whatever they hold.", .strict) { wire in
            let idToken = try await wire.taro()
            let registration: JSONValue = ["idToken": idToken, "authenticatorRegistrationResponse": ["id": "c"]]
            let calls: [(String, JSONValue)] = [
                ("passkeyEnrollment:start", ["idToken": idToken]), ("passkeyEnrollment:start", [:]),
                ("passkeyEnrollment:finalize", registration), ("passkeySignIn:start", [:]),
                ("passkeySignIn:finalize", ["authenticatorAuthenticationResponse": ["id": "c"]]),
            ]
            for (call, body) in calls {
                try await wire.post(call, body)
                    → .refused(
                        "NOT_SIMULATED : Passkeys are not verified. Use lenient mode, or another way to sign in.",
                        status: 501)
            }
            #expect(wire.lastReasons == ["auth/not-simulated"])
            #expect(try await wire.record(of: "taro")["passkeyInfo"] == nil)
        },
        Statement("2.22-12", "Only an API key opens passkeys; a bearer is not looked at.", .lenient) { wire in
            let path = "/identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start"
            #expect(await wire.raw("POST", path, authorization: "Bearer owner", "{}").answer.status == 403)
            #expect(await wire.raw("POST", path + "?key=k", authorization: "Bearer x", "{}").answer.status == 200)
        },
    ]
}

extension StatementTests {
    @Test("2.22", arguments: Statement.trials(of: Statement.passkeys))
    func passkeys(_ trial: Statement.Trial) async throws { try await trial.run() }
}
