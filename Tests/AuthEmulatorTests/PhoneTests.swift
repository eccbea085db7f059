@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Phone numbers", .timeLimit(.minutes(5)))
struct PhoneTests {
    @Test(
        arguments: [
            (.strict, [:], "INVALID_PHONE_NUMBER : Invalid format."),
            (.strict, ["phoneNumber": "09012345678"], "INVALID_PHONE_NUMBER : Invalid format."),
            (.strict, ["phoneNumber": "+123456"], "INVALID_PHONE_NUMBER : Invalid format."),  // six digits
            (.strict, ["phoneNumber": "+1234567"], ""),
            (.strict, ["phoneNumber": "+123456789012345"], ""),
            (.strict, ["phoneNumber": "+1234567890123456"], "INVALID_PHONE_NUMBER : Invalid format."),  // sixteen
            (.strict, ["phoneNumber": "+81９０12345678"], "INVALID_PHONE_NUMBER : Invalid format."),
            (.lenient, ["phoneNumber": "+*******1234"], ""),  // older iOS SDKs ask with what they were shown
            (.lenient, ["phoneNumber": "090"], "INVALID_PHONE_NUMBER : Invalid format."),
            (
                .strict, ["phoneNumber": "+819000000009"],
                "UNSUPPORTED_FIRST_FACTOR : \(AuthService.unsupportedFirstFactor)"
            ),
        ] as [(Strictness, JSONValue, String)])
    func getCodes(strictness: Strictness, body: JSONValue, message: String) async throws {
        let wire = try WireFixture(strictness)
        try wire.service.seed(
            SeedUser(
                localID: "mfa", email: "m@example.com", phoneNumber: "+819000000009", emailVerified: true))
        var account = try #require(try wire.service.account(localID: "mfa"))
        account.secondFactors = [
            SecondFactor(enrollmentID: "f", enrolledAt: Fixture.start, kind: .phone("+819000000001"))
        ]
        try wire.service.store.write { [account] in try $0.update(account) }
        #expect(try await wire.refusal("accounts:sendVerificationCode", body) == message)
    }

    @Test func aCodeMakesAnAccountAndSignsInNextTime() async throws {
        let wire = try WireFixture()
        var uids: [String] = []
        for isNew in [true, false] {
            let sent = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+819012345678"])
            #expect(sent.names == ["sessionInfo"] && sent.text("sessionInfo").utf8.count == 226)
            let (session, code) = try wire.latestSMS()
            #expect(code.stringValue?.utf8.count == 6)
            let reply = try await wire.call(
                "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
            #expect(
                Set(reply.names) == [
                    "isNewUser", "phoneNumber", "localId", "idToken", "refreshToken", "expiresIn",
                ])
            #expect(reply["isNewUser"] == .bool(isNew))
            #expect(reply.claims["phone_number"] == "+819012345678")
            #expect(
                reply.claims["firebase"]
                    == ["identities": ["phone": ["+819012345678"]], "sign_in_provider": "phone"])
            uids.append(reply.text("localId"))
        }
        #expect(uids[0] == uids[1])
    }

    @Test(
        arguments: [
            ([:], "MISSING_SESSION_INFO"), (["sessionInfo": "x"], "MISSING_CODE"),
            (["sessionInfo": "x", "code": "000000"], "INVALID_SESSION_INFO"),
            (["sessionInfo": "GOOD", "code": "x"], "INVALID_CODE"),
            (["temporaryProof": "x"], "MISSING_PHONE_NUMBER"),
            (["temporaryProof": "x", "phoneNumber": "+819012345678"], "INVALID_TEMPORARY_PROOF"),
            (["sessionInfo": "GOOD", "code": "GOOD", "idToken": "x"], "INVALID_ID_TOKEN"),
            (["sessionInfo": "GOOD", "code": "GOOD", "operation": "REAUTH"], "USER_NOT_FOUND"),
            (["sessionInfo": "GOOD", "code": "GOOD", "operation": 1], ""),
        ] as [(JSONValue, String)])
    func areRefusedInOrder(members: JSONValue, message: String) async throws {
        let wire = try WireFixture()
        _ = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+819012345678"])
        let (session, code) = try wire.latestSMS()
        var members = members
        if members["sessionInfo"] == "GOOD" { members = adding("sessionInfo", session, to: members) }
        if members["code"] == "GOOD" { members = adding("code", code, to: members) }
        #expect(try await wire.refusal("accounts:signInWithPhoneNumber", members) == message)
    }

    /// Five wrong codes, or ten minutes: production's session is over, the emulator's is not.
    @Test(arguments: [(Strictness.strict, "TOO_MANY_ATTEMPTS_TRY_LATER", "SESSION_EXPIRED"), (.lenient, "", "")])
    func codesDoNotLast(strictness: Strictness, afterGuessing: String, afterWaiting: String) async throws {
        let wire = try WireFixture(strictness)
        _ = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+819012345678"])
        let (session, code) = try wire.latestSMS()
        for _ in 0..<5 {
            #expect(
                try await wire.refusal("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": "no"])
                    == "INVALID_CODE")
        }
        #expect(
            try await wire.refusal("accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code])
                == afterGuessing)
        _ = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+819012345678"])
        let (late, lateCode) = try wire.latestSMS()
        wire.clock.advance(by: .seconds(600))
        #expect(
            try await wire.refusal("accounts:signInWithPhoneNumber", ["sessionInfo": late, "code": lateCode])
                == afterWaiting)
    }

    @Test func aNumberOfAnotherAccountLeavesAProof() async throws {
        let wire = try WireFixture()
        try wire.service.seed(SeedUser(localID: "owner", phoneNumber: "+819012345678"))
        let idToken = try await wire.signInTaro()["idToken"] ?? .null
        _ = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+819012345678"])
        let (session, code) = try wire.latestSMS()
        let conflict = try await wire.call(
            "accounts:signInWithPhoneNumber", ["sessionInfo": session, "code": code, "idToken": idToken])
        #expect(conflict.names == ["phoneNumber", "temporaryProof", "temporaryProofExpiresIn"])
        #expect(conflict["temporaryProofExpiresIn"] == "3600")
        let proof: JSONValue = [
            "temporaryProof": conflict["temporaryProof"] ?? .null, "phoneNumber": "+819012345678",
        ]
        #expect(
            try await wire.refusal("accounts:signInWithPhoneNumber", adding("idToken", idToken, to: proof))
                == "PHONE_NUMBER_EXISTS")
        #expect(try await wire.call("accounts:signInWithPhoneNumber", proof)["localId"] == "owner")
    }

    @Test func testNumbersHaveTheirCode() async throws {
        var configuration = AuthConfiguration()
        configuration.testPhoneNumbers = ["+15555550100": "123456"]
        let wire = try WireFixture(configuration: configuration)
        _ = try await wire.call("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        #expect(try wire.latestSMS().code == "123456")
    }

    @Test func tenantsHaveNone() async throws {
        let wire = try WireFixture(.lenient)
        for endpoint in ["accounts:sendVerificationCode", "accounts:signInWithPhoneNumber"] {
            #expect(
                try await wire.refusal(endpoint, ["phoneNumber": "+819012345678"], tenant: "t")
                    == "UNSUPPORTED_TENANT_OPERATION")
        }
    }
}
