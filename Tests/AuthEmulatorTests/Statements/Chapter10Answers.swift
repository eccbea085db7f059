@testable import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Testing

/// What functions change, who fires them, and how they fail.
extension Statement {
    static let functionAnswers: [Statement] = [
        Statement("10-20", "Without userRecord nothing changes.") { wire in
            let functions = try await wire.functions()
            for (index, body) in ["{}", "[]", #"{"userRecord":null}"#].enumerated() {
                functions.answer(.beforeCreate, .answered(status: 204, body: Array(body.utf8)))
                try await wire.signUp(.string("u\(index)@example.com")) → .answers(["displayName": "New"])
            }
        },
        Statement("10-21", "Only what the mask names counts, each name as it stands between commas.") { wire in
            let functions = try await wire.functions()
            functions.change(
                .beforeCreate, ["displayName": "Changed", "photoUrl": "p", "disabled": true],
                mask: "displayName, photoUrl,nonsense")
            let asked = try await wire.signUp()
            asked → .answers(["displayName": "Changed"])
            let record = try await wire.record(of: asked.text("localId"))
            #expect(record["photoUrl"] == nil && record["disabled"] != true)
        },
        Statement("10-22", "Name and photo: numbers and flags become text, absent or null ones are removed.") { wire in
            for (value, name) in [(7, "7"), (true, "true"), (.null, .null)] as [(JSONValue, JSONValue)] {
                let functions = try await wire.functions(for: [.beforeCreate])
                functions.change(.beforeCreate, ["displayName": value])
                try await wire.signUp(.string("u\(name.text().utf8.count)@example.com"))
                    → .answers(["displayName": name])
            }
            let functions = try await wire.functions(for: [.beforeCreate])
            functions.change(.beforeCreate, [:], mask: "displayName")
            let asked = try await wire.signUp("absent@example.com")
            asked → .done
            asked → .lacks("displayName")
        },
        Statement("10-23", "disabled and emailVerified are truth values; absent is false.") { wire in
            let functions = try await wire.functions()
            functions.change(.beforeCreate, ["emailVerified": 1], mask: "emailVerified,disabled")
            let asked = try await wire.signUp()
            asked → .claims(["email_verified": true])
            #expect(try await wire.record(of: asked.text("localId"))["disabled"] != true)
        },
        Statement("10-24", "Custom claims replace the user's, and are checked as everywhere.") { wire in
            let functions = try await wire.functions()
            functions.change(.beforeCreate, ["customClaims": ["role": "admin"]])
            let asked = try await wire.signUp()
            asked → .claims(["role": "admin"])
            #expect(try await wire.record(of: asked.text("localId"))["customAttributes"] == #"{"role":"admin"}"#)
            for (claims, message) in [
                ("x", "INVALID_CLAIMS"), (["iss": 1], "FORBIDDEN_CLAIM : iss"),
                (["a": .string(String(repeating: "x", count: 1000))], "CLAIMS_TOO_LARGE"),
            ] as [(JSONValue, String)] {
                functions.change(.beforeCreate, ["customClaims": claims])
                try await wire.signUp("other@example.com") → .refused(message)
            }
            functions.change(.beforeCreate, [:], mask: "customClaims")
            try await wire.signUp("other@example.com") → .done
        },
        Statement("10-25", "Session claims win over custom ones, go into the tokens alone, and outlive a refresh.") {
            wire in
            let functions = try await wire.functions()
            functions.change(.beforeCreate, ["customClaims": ["role": "stored"], "sessionClaims": ["ignored": true]])
            functions.change(.beforeSignIn, ["sessionClaims": ["role": "session", "user_id": "overwritten"]])
            let asked = try await wire.signUp()
            asked → .claims(["role": "session", "ignored": .null, "user_id": asked["localId"]])
            #expect(try await wire.record(of: asked.text("localId"))["customAttributes"] == #"{"role":"stored"}"#)
            let refreshed = try await wire.post(
                "token", ["grant_type": "refresh_token", "refresh_token": asked["refreshToken"]])
            #expect(try claims(of: refreshed.text("id_token"))["role"] == "session")
        },
        Statement("10-26", "Session claims of reserved names are refused; a new user stays.") { wire in
            let functions = try await wire.functions()
            functions.change(.beforeSignIn, ["sessionClaims": ["sub": "somebody"]])
            try await wire.signUp() → .refused("FORBIDDEN_CLAIM : sub")
            try await wire.signUp() → .refused("EMAIL_EXISTS")
        },
        Statement("10-27", "What beforeSignIn sets wins over beforeCreate; reply and tokens show the end.") { wire in
            let functions = try await wire.functions()
            functions.change(.beforeCreate, ["displayName": "First", "photoUrl": "p"])
            functions.change(.beforeSignIn, ["displayName": "Second"])
            let asked = try await wire.signUp()
            asked → .answers(["displayName": "Second"])
            asked → .claims(["name": "Second", "picture": "p"])
            let record = try await wire.record(of: asked.text("localId"))
            #expect(record["displayName"] == "Second" && record["photoUrl"] == "p")
        },
        Statement("10-28", "While a function thinks others are served, and what they did counts.") { wire in
            let functions = try await wire.functions(for: [.beforeSignIn]) { _ in
                try await wire.user(["localId": "other", "email": "new@example.com"])
            }
            try await wire.signUp() → .refused("EMAIL_EXISTS")
            #expect(functions.events == ["beforeSignIn"])
        },
    ]

    static let functionFirings: [Statement] = [
        Statement("10-40", "Signing up by address fires both; anonymous users and linking fire nothing.") { wire in
            let functions = try await wire.functions()
            try await wire.signUp() → .done
            #expect(functions.events == ["beforeCreate", "beforeSignIn"])
            functions.forget()
            let anonymous = try await wire.post("accounts:signUp")
            try await wire.post(
                "accounts:signUp",
                ["idToken": anonymous["idToken"], "email": "l@example.com", "password": "correct-horse"]) → .done
            #expect(functions.events == [])
        },
        Statement("10-41", "A password fires beforeSignIn, once it is right.") { wire in
            _ = try await wire.taro()
            let functions = try await wire.functions()
            try await wire.post(
                "accounts:signInWithPassword", ["email": "taro@example.com", "password": "wrong-horse"])
                → .refused("INVALID_PASSWORD")
            #expect(functions.events == [])
            try await wire.signInByPassword("taro@example.com") → .done
            #expect(functions.events == ["beforeSignIn"])
        },
        Statement("10-42", "Links, messages and providers fire both for a new user, and one else, linking too.") {
            wire in
            let functions = try await wire.functions()
            let methods: [(String, (JSONValue?) async throws -> Asked)] = [
                ("emailLink", { try await wire.signInByLink("link@example.com", linking: $0) }),
                ("phone", { try await wire.signInByPhone(linking: $0) }),
                ("google.com", { try await wire.signIn(["sub": "g1"], linking: $0) }),
            ]
            for (method, signIn) in methods {
                functions.forget()
                try await signIn(nil) → .done
                #expect(functions.events == ["beforeCreate", "beforeSignIn"], "\(method)")
                #expect(functions.calls.allSatisfy { $0["sign_in_method"] == .string(method) })
                functions.forget()
                try await signIn(nil) → .done
                #expect(functions.events == ["beforeSignIn"], "\(method)")
            }
            let anonymous = try await wire.post("accounts:signUp")
            functions.forget()
            try await wire.signIn(["sub": "g2"], linking: anonymous["idToken"]) → .done
            try await wire.signInByPhone("+819099999999", linking: anonymous["idToken"]) → .done
            #expect(functions.events == ["beforeSignIn", "beforeSignIn"])
        },
        Statement("10-43", "Custom tokens, refreshes, updates and administrators fire nothing.") { wire in
            let functions = try await wire.functions()
            let token = JSONValue.string(try wire.fixture.customToken("custom"))
            let asked = try await wire.post("accounts:signInWithCustomToken", ["token": token])
            try await wire.post(
                "token", ["grant_type": "refresh_token", "refresh_token": asked["refreshToken"]]) → .done
            try await wire.post("accounts:update", ["idToken": asked["idToken"], "displayName": "X"]) → .done
            try await wire.user(["email": "admin@example.com", "password": "correct-horse"])
            #expect(functions.events == [])
        },
        Statement("10-44", "Who must show a second factor fires at its end only.") { wire in
            _ = try await wire.taroWithFactor()
            let functions = try await wire.functions()
            functions.change(.beforeSignIn, ["sessionClaims": ["role": "session"], "displayName": "Changed"])
            try await wire.signInByPassword("taro@example.com") → .has("mfaPendingCredential")
            #expect(functions.events == [])
            try await wire.finishSignInOfTaro() → .claims(["role": "session", "name": "Changed"])
            #expect(functions.events == ["beforeSignIn"])
        },
        Statement("10-45", "Disabled users are refused before any call.") { wire in
            _ = try await wire.taro()
            try await wire.signIn(["sub": "g1"], linking: try await wire.taro()) → .done
            try await wire.post("accounts:update", ["localId": "taro", "disableUser": true], as: .admin) → .done
            let functions = try await wire.functions()
            try await wire.signInByPassword("taro@example.com") → .refused("USER_DISABLED")
            try await wire.signIn(["sub": "g1"]) → .refused("USER_DISABLED")
            try await wire.signInByLink("taro@example.com") → .refused("USER_DISABLED")
            #expect(functions.events == [])
        },
        Statement("10-46", "Of a disabled user a second factor's end fires all the same, and is refused.") { wire in
            _ = try await wire.taroWithFactor()
            let functions = try await wire.functions(for: [.beforeSignIn])
            let first = try await wire.signInByPassword("taro@example.com")
            let start = try await wire.post(
                "mfaSignIn:start",
                ["mfaPendingCredential": first["mfaPendingCredential"], "mfaEnrollmentId": "f", "phoneSignInInfo": [:]])
            try await wire.post("accounts:update", ["localId": "taro", "disableUser": true], as: .admin) → .done
            try await wire.post(
                "mfaSignIn:finalize",
                [
                    "mfaPendingCredential": first["mfaPendingCredential"],
                    "phoneVerificationInfo": [
                        "sessionInfo": start["phoneResponseInfo"]["sessionInfo"] ?? .null,
                        "code": try wire.latestSMS().code,
                    ],
                ]) → .refused("USER_DISABLED")
            #expect(functions.events == ["beforeSignIn"])
        },
    ]

    static let functionFailures: [Statement] = [
        Statement("10-60", "An HTTP error comes back with its body; beforeCreate makes no user then.") { wire in
            let functions = try await wire.functions()
            let body = #"{"error":{"status":"PERMISSION_DENIED"}}"#
            functions.answer(.beforeCreate, .answered(status: 403, body: Array(body.utf8)))
            try await wire.signUp()
                → .refused(
                    "BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request to \(ScriptedFunctions.uri(.beforeCreate))"
                        + " returned HTTP error 403: \(body)))")
            #expect(functions.events == ["beforeCreate"])
            try await wire.signInByPassword() → .refused("EMAIL_NOT_FOUND")
        },
        Statement("10-61", "A userRecord without a mask is refused.") { wire in
            let functions = try await wire.functions()
            functions.answer(
                .beforeCreate, .answered(status: 200, body: Array(#"{"userRecord":{"disabled":true}}"#.utf8)))
            try await wire.signUp()
                → .refused("BLOCKING_FUNCTION_ERROR_RESPONSE : ((Response UserRecord is missing updateMask.))")
            #expect(wire.lastReasons == ["auth/blocking-function-error-response", "function/no-mask"])
        },
        Statement("10-62", "What is no JSON, does not come or comes too late answers 500 INTERNAL.") { wire in
            let uri = ScriptedFunctions.uri(.beforeCreate)
            for (answer, words, reason) in [
                (.answered(status: 200, body: []), "Response body is not valid JSON.", "function/not-json"),
                (
                    .answered(status: 200, body: Array("ok".utf8)), "Response body is not valid JSON.",
                    "function/not-json"
                ),
                (.failed(.unreachable, causes: []), "Failed to make request to \(uri).", "function/unreachable"),
                (.failed(.notLocal, causes: []), "Failed to make request to \(uri).", "function/not-local"),
                (.failed(.deadline, causes: []), "Deadline exceeded making request to \(uri).", "function/deadline"),
            ] as [(FunctionAnswer, String, String)] {
                let functions = try await wire.functions()
                functions.answer(.beforeCreate, answer)
                let asked = try await wire.signUp()
                asked → .refused("BLOCKING_FUNCTION_ERROR_RESPONSE : ((\(words)))", status: 500)
                #expect(asked["error"]["status"] == "INTERNAL")
                #expect(wire.lastReasons == ["auth/blocking-function-failed", reason])
            }
        },
        Statement("10-63", "Functions that nobody calls fail too, and say why.") { wire in
            _ = try await wire.functions()
            wire.service.functionCaller = nil
            let asked = try await wire.signUp()
            #expect(
                asked.answer.status == 500
                    && asked["error"]["errors"]?.arrayValue?.first?["reason"] == "function/no-caller")
        },
        Statement("10-64", "A function that disables the new user: stored, refused, beforeSignIn is skipped.") { wire in
            let functions = try await wire.functions()
            functions.change(.beforeCreate, ["disabled": true, "displayName": "Off"])
            try await wire.signUp() → .refused("USER_DISABLED")
            #expect(functions.events == ["beforeCreate"])
            try await wire.signInByPassword() → .refused("USER_DISABLED")
        },
        Statement("10-65", "A function that disables a user at sign-in: stored, then refused.") { wire in
            _ = try await wire.taro()
            let functions = try await wire.functions()
            functions.change(.beforeSignIn, ["disabled": true, "displayName": "Off"])
            try await wire.signInByPassword("taro@example.com") → .refused("USER_DISABLED")
            let record = try await wire.record(of: "taro")
            #expect(record["disabled"] == true && record["displayName"] == "Off")
        },
        Statement("10-66", "Where beforeSignIn fails a new user stays, and an existing one is as before.") { wire in
            let functions = try await wire.functions()
            functions.change(.beforeCreate, ["displayName": "Created"])
            functions.answer(.beforeSignIn, .answered(status: 500, body: []))
            let asked = try await wire.signUp()
            #expect(asked.json["idToken"] == nil && asked.answer.status == 400)
            let uid = try #require(functions.calls.last?["sub"].stringValue)
            #expect(try await wire.record(of: uid)["displayName"] == "Created")
            _ = try await wire.signIn([
                "sub": "g1", "email": "new@example.com", "email_verified": true, "name": "Merged",
            ])
            let record = try await wire.record(of: uid)
            #expect(record["displayName"] == "Created" && record["providerUserInfo"]?.arrayValue?.count == 1)
        },
        Statement("10-67", "Codes are used up whatever the function says.") { wire in
            let functions = try await wire.functions(for: [.beforeCreate])
            functions.answer(.beforeCreate, .answered(status: 500, body: []))
            try await wire.post(
                "accounts:sendOobCode",
                ["requestType": "EMAIL_SIGNIN", "email": "l@example.com", "continueUrl": "http://localhost/"]) → .done
            let code = try await wire.latestOobCode()["oobCode"]
            #expect(try await wire.signInByLink("l@example.com", code: code).answer.status == 400)
            try await wire.signInByLink("l@example.com", code: code) → .refused("INVALID_OOB_CODE")
            try await wire.post("accounts:sendVerificationCode", ["phoneNumber": "+819012345678"]) → .done
            let (session, digits) = try wire.latestSMS()
            let body: JSONValue = ["sessionInfo": session, "code": digits]
            #expect(try await wire.post("accounts:signInWithPhoneNumber", body).answer.status == 400)
            try await wire.post("accounts:signInWithPhoneNumber", body) → .refused("INVALID_SESSION_INFO")
        },
        Statement("10-68", "A refused sign-in is told once in the trace, with the function's reason.") { wire in
            let functions = try await wire.functions()
            functions.answer(.beforeSignIn, .answered(status: 403, body: []))
            _ = try await wire.signUp()
            let reasons = wire.fixture.trace.events.flatMap(\.reasons).map(\.rawValue)
            #expect(reasons == ["auth/blocking-function-error-response", "function/error-status"])
        },
        Statement("10-69", "Where another account signs in each time that its function is asked, the sign-in gives up.")
        {
            wire in
            let row: JSONValue = ["providerId": "google.com", "rawId": "g1"]
            try await wire.user(["localId": "next0"])
            try await wire.post("accounts:update", ["localId": "next0", "linkProviderUserInfo": row], as: .admin)
                → .done
            // Whoever has the identity when the function is asked, has it no more when the sign-in goes on.
            let turn = Mutex(0)
            _ = try await wire.functions(for: [.beforeSignIn]) { _ in
                let turn = turn.withLock { turn in
                    turn += 1
                    return turn
                }
                let (last, next) = (JSONValue.string("next\(turn - 1)"), JSONValue.string("next\(turn)"))
                try await wire.user(["localId": next])
                try await wire.post(
                    "accounts:update", ["localId": last, "deleteProvider": ["google.com"]], as: .admin) → .done
                try await wire.post(
                    "accounts:update", ["localId": next, "linkProviderUserInfo": row], as: .admin) → .done
            }
            let asked = try await wire.assert(#"providerId=google.com&id_token={"sub":"g1"}"#)
            #expect(asked.answer.status == 500)
            #expect(wire.lastReasons == ["auth/blocking-function-failed", "function/keeps-asking"])
        },
    ]
}

extension StatementTests {
    @Test("10: answers", arguments: Statement.trials(of: Statement.functionAnswers))
    func functionAnswers(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("10: who fires", arguments: Statement.trials(of: Statement.functionFirings))
    func functionFirings(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("10: failures", arguments: Statement.trials(of: Statement.functionFailures))
    func functionFailures(_ trial: Statement.Trial) async throws { try await trial.run() }
}
