@testable import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let unsupported =
        "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user."

    static let phoneCodes: [Statement] = [
        Statement("2.7-01", "A code is sent to any number, and the reply is its session alone.") { wire in
            try await wire.post("accounts:sendVerificationCode", ["phoneNumber": WireFixture.number])
                → .satisfies { $0.json.names == ["sessionInfo"] && $0.text("sessionInfo").utf8.count == 226 }
            let (_, code) = try wire.latestSMS()
            #expect(code.stringValue?.utf8.count == 6)
        },
        Statement("2.7-02", "What is no number, or missing, gets none.") { wire in
            for body in [[:], ["phoneNumber": ""], ["phoneNumber": "090"]] as [JSONValue] {
                try await wire.post("accounts:sendVerificationCode", body)
                    → .refused("INVALID_PHONE_NUMBER : Invalid format.")
            }
        },
        Statement("2.7-03", "A plus sign makes a number.", .lenient) { wire in
            try await wire.post("accounts:sendVerificationCode", ["phoneNumber": "+"]) → .done
            try await wire.post("accounts:sendVerificationCode", ["phoneNumber": "+*******1234"]) → .done
        },
        Statement("2.7-04", "A number is a plus sign and seven to fifteen digits.", .strict) { wire in
            for number in ["+", "+123456", "+*******1234", "+1234567890123456"] {
                try await wire.post("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
                    → .refused("INVALID_PHONE_NUMBER : Invalid format.")
            }
        },
        Statement("2.7-05", "Tenants have no phone sign-in, whatever the number.") { wire in
            let tenant = try await wire.tenant()
            try await wire.post("accounts:sendVerificationCode", tenant: tenant)
                → .refused("UNSUPPORTED_TENANT_OPERATION")
        },
        Statement("2.7-06", "The first factor of a user with second factors gets no code, MFA on or off.") { wire in
            _ = try await wire.taro()
            try await wire.post(
                "accounts:update", ["localId": "taro", "phoneNumber": WireFixture.number], as: .admin) → .done
            try await wire.factor(WireFixture.otherNumber)
            try wire.service.configure { $0.secondFactors = .disabled }
            try await wire.post("accounts:sendVerificationCode", ["phoneNumber": WireFixture.number])
                → .refused(unsupported)
            // The second factor's own number is nobody's first.
            try await wire.post("accounts:sendVerificationCode", ["phoneNumber": WireFixture.otherNumber]) → .done
        },
    ]

    static let phoneSignIn: [Statement] = [
        Statement("2.8-01", "A right code makes an account; the next one signs it in.") { wire in
            let first = try await wire.phoneUser()
            #expect(
                Set(first.names) == ["isNewUser", "phoneNumber", "localId", "idToken", "refreshToken", "expiresIn"])
            #expect(first["isNewUser"] == true && first["phoneNumber"] == WireFixture.number)
            #expect(first.claims["firebase"]?["sign_in_provider"] == "phone")
            let second = try await wire.phoneUser()
            #expect(second["isNewUser"] == false && second["localId"] == first["localId"])
        },
        Statement("2.8-02", "Session, then code, then what they are: asked for in this order.") { wire in
            let (session, code) = try await wire.sms()
            let rows: [(JSONValue, String)] = [
                ([:], "MISSING_SESSION_INFO"), (["code": code], "MISSING_SESSION_INFO"),
                (["sessionInfo": "x"], "MISSING_CODE"), (["sessionInfo": "x", "code": code], "INVALID_SESSION_INFO"),
                (["sessionInfo": session, "code": "x"], "INVALID_CODE"),
            ]
            for (body, message) in rows {
                try await wire.post("accounts:signInWithPhoneNumber", body) → .refused(message)
            }
        },
        Statement("2.8-03", "A wrong code leaves the session, a right one uses it up.") { wire in
            let (session, code) = try await wire.sms()
            try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": "x"])
                → .refused("INVALID_CODE")
            let body: JSONValue = ["sessionInfo": session, "code": code]
            try await wire.post("accounts:signInWithPhoneNumber", body) → .done
            try await wire.post("accounts:signInWithPhoneNumber", body) → .refused("INVALID_SESSION_INFO")
        },
        Statement("2.8-04", "A right code is used up, whatever comes after it.") { wire in
            for idToken in ["x", "a.b.c"] as [JSONValue] {
                let (session, code) = try await wire.sms()
                try await wire.post(
                    "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code, "idToken": idToken])
                    → .refused("INVALID_ID_TOKEN")
            }
            let uid = try await wire.phoneUser()["localId"] ?? .null
            let (session, code) = try await wire.sms()
            try await wire.post("accounts:update", ["localId": uid, "disableUser": true], as: .admin) → .done
            try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
                → .refused("USER_DISABLED")
            #expect(try wire.waitingMessages() == 0)
        },
        Statement("2.8-05", "Linking gives the user of the ID token the number in place of another.") { wire in
            let idToken = try await wire.taro()
            for number in [WireFixture.number, WireFixture.otherNumber] {
                let (session, code) = try await wire.sms(to: number)
                try await wire.post(
                    "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code, "idToken": idToken])
                    → .answers(["isNewUser": false, "localId": "taro", "phoneNumber": number])
            }
            #expect(try await wire.record(of: "taro")["phoneNumber"] == WireFixture.otherNumber)
        },
        Statement("2.8-06", "A number of somebody else leaves a proof instead of tokens.") { wire in
            let owner = try await wire.phoneUser()["localId"] ?? .null
            let idToken = try await wire.taro()
            let (session, code) = try await wire.sms()
            let conflict = try await wire.post(
                "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code, "idToken": idToken])
            conflict → .answers(["phoneNumber": WireFixture.number, "temporaryProofExpiresIn": "3600"])
            conflict → .lacks("idToken", "refreshToken", "expiresIn", "localId", "isNewUser")
            #expect(conflict.text("temporaryProof").utf8.count == 119)
            let proof: JSONValue = ["temporaryProof": conflict["temporaryProof"], "phoneNumber": WireFixture.number]
            try await wire.post("accounts:signInWithPhoneNumber", adding("idToken", idToken, to: proof))
                → .refused("PHONE_NUMBER_EXISTS")
            // A proof is not used up.
            for _ in 0..<2 {
                try await wire.post("accounts:signInWithPhoneNumber", proof) → .answers(["localId": owner])
            }
        },
        Statement("2.8-07", "A proof goes with the number that it was given out for.") { wire in
            _ = try await wire.phoneUser()
            let (session, code) = try await wire.sms()
            let conflict = try await wire.call(
                "accounts:signInWithPhoneNumber",
                ["sessionInfo": session, "code": code, "idToken": try await wire.taro()])
            let proof = conflict["temporaryProof"] ?? .null
            try await wire.post("accounts:signInWithPhoneNumber", ["temporaryProof": proof])
                → .refused("MISSING_PHONE_NUMBER")
            for (proof, number) in [(proof, WireFixture.otherNumber), ("x", WireFixture.number)] {
                try await wire.post(
                    "accounts:signInWithPhoneNumber", ["temporaryProof": proof, "phoneNumber": number])
                    → .refused("INVALID_TEMPORARY_PROOF")
            }
        },
        Statement("2.8-08", "Users with second factors get no number as a first one.") { wire in
            let idToken = try await wire.taro()
            try await wire.factor(WireFixture.otherNumber)
            let (session, code) = try await wire.sms()
            try await wire.post(
                "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code, "idToken": idToken])
                → .refused(unsupported)
            #expect(try wire.waitingMessages() == 0)
        },
        Statement("2.8-09", "Tenants have no phone sign-in.") { wire in
            let tenant = try await wire.tenant()
            try await wire.post("accounts:signInWithPhoneNumber", tenant: tenant)
                → .refused("UNSUPPORTED_TENANT_OPERATION")
        },
        Statement("2.8-10", "The operation is ignored.", .lenient) { wire in
            let (session, code) = try await wire.sms()
            try await wire.post(
                "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code, "operation": "REAUTH"])
                → .answers(["isNewUser": true])
        },
        Statement("2.8-11", "Nobody re-authenticates with a number that is no user's.", .strict) { wire in
            let (session, code) = try await wire.sms()
            try await wire.post(
                "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code, "operation": "REAUTH"])
                → .refused("USER_NOT_FOUND")
            #expect(try wire.waitingMessages() == 0)
        },
        Statement("2.8-12", "A session is over after ten minutes.", .strict) { wire in
            let (session, code) = try await wire.sms()
            wire.clock.advance(by: .seconds(600))
            try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
                → .refused("SESSION_EXPIRED")
        },
        Statement("2.8-13", "A session is over after five wrong codes.", .strict) { wire in
            let (session, code) = try await wire.sms()
            for _ in 0..<5 {
                try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": "x"])
                    → .refused("INVALID_CODE")
            }
            try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
                → .refused("TOO_MANY_ATTEMPTS_TRY_LATER")
        },
        Statement("2.8-14", "A session lasts, with any number of tries.", .lenient) { wire in
            let (session, code) = try await wire.sms()
            for _ in 0..<6 {
                try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": "x"])
                    → .refused("INVALID_CODE")
            }
            wire.clock.advance(by: .seconds(86_400))
            try await wire.post("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code]) → .done
        },
    ]
}

extension StatementTests {
    @Test("2.7", arguments: Statement.trials(of: Statement.phoneCodes))
    func phoneCodes(_ trial: Statement.Trial) async throws { try await trial.run() }

    @Test("2.8", arguments: Statement.trials(of: Statement.phoneSignIn))
    func signingInByPhone(_ trial: Statement.Trial) async throws { try await trial.run() }
}
