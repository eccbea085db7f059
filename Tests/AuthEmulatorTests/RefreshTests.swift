import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Listening
import Testing
import Tokens

@Suite("Refresh tokens", .timeLimit(.minutes(5)))
struct RefreshTests {
    @Test(arguments: Strictness.allCases)
    func keepTheSessionGoing(strictness: Strictness) throws {
        let fixture = try Fixture(strictness)
        let token = try fixture.customToken("taro", claims: JSONObject([("role", "admin")]))
        let signIn = try fixture.signIn(customToken: token)
        fixture.clock.advance(by: .seconds(90_000))
        let reply = try fixture.service.refresh(RefreshRequest(refreshToken: signIn.text("refreshToken")))
        #expect(
            reply.names == [
                "access_token", "expires_in", "token_type", "refresh_token", "id_token", "user_id", "project_id",
            ])
        #expect(reply["access_token"] == reply["id_token"])
        #expect(reply["expires_in"] == "3600" && reply["token_type"] == "Bearer" && reply["project_id"] == "12345")
        #expect(reply["user_id"] == "taro" && reply["refresh_token"] == signIn["refreshToken"])
        let claims = try claims(of: reply.text("id_token"))
        #expect(claims["role"] == "admin" && claims["firebase"]?["sign_in_provider"] == "custom")
        #expect(claims["auth_time"] == .integer(Fixture.start.secondsSinceEpoch))
        #expect(claims["iat"] == .integer(Fixture.start.secondsSinceEpoch + 90_000))
    }

    @Test(
        arguments: [
            ([:], "MISSING_GRANT_TYPE"),
            (["refresh_token": "x"], "INVALID_REFRESH_TOKEN"),  // before all that is missing
            (["grant_type": "authorization_code", "code": "x"], "INVALID_GRANT_TYPE"),
            (["grant_type": "refresh_token"], "MISSING_REFRESH_TOKEN"),
            (["grantType": "refresh_token", "refreshToken": ""], "MISSING_REFRESH_TOKEN"),
            (["grantType": "refresh_token", "refreshToken": "x"], "INVALID_REFRESH_TOKEN"),
            (
                ["grantType": "refresh_token", "refreshToken": .string(String(repeating: "x", count: 71))],
                "INVALID_REFRESH_TOKEN"
            ),
            (
                ["grantType": "refresh_token", "refreshToken": .string(String(repeating: "é", count: 36))],
                "INVALID_REFRESH_TOKEN"
            ),
            (["grantType": "refresh_token", "refreshToken": "e30="], "INVALID_REFRESH_TOKEN"),  // {}
            (
                ["grantType": "refresh_token", "refreshToken": "eyJfQXV0aEVtdWxhdG9yUmVmcmVzaFRva2VuIjoiIn0="],
                "INVALID_REFRESH_TOKEN"
            ),
        ] as [(JSONValue, String)])
    func areRefusedInOrder(members: JSONValue, message: String) throws {
        for strictness in Strictness.allCases {
            let fixture = try Fixture(strictness)
            #expect(try refusal { try fixture.service.refresh(RefreshRequest(body(members))) } == message)
        }
    }

    enum Fate: String, CaseIterable { case revoked, disabled, revokedAndDisabled, deleted, recreated, flipped }

    @Test(
        arguments: [
            (.revoked, "TOKEN_EXPIRED", ""),  // an emulator honours revoked refresh tokens
            (.disabled, "USER_DISABLED", "USER_DISABLED"),
            (.revokedAndDisabled, "USER_DISABLED", "USER_DISABLED"),
            (.deleted, "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN"),
            (.recreated, "USER_NOT_FOUND", ""),  // the uid is all that an emulator's token knows
            (.flipped, "INVALID_REFRESH_TOKEN", "INVALID_REFRESH_TOKEN"),
        ] as [(Fate, String, String)])
    func followTheirAccount(fate: Fate, strict: String, lenient: String) throws {
        for (strictness, expected) in [(Strictness.strict, strict), (.lenient, lenient)] {
            let fixture = try Fixture(strictness)
            try fixture.addTaro()
            var token = try fixture.signIn().text("refreshToken")
            fixture.clock.advance(by: .seconds(1))
            switch fate {
            case .revoked, .revokedAndDisabled: try fixture.service.revokeRefreshTokens(of: "taro")
            case .deleted: _ = try fixture.service.delete(DeleteRequest(localID: "taro"), as: .admin)
            case .recreated: try fixture.addTaro()
            case .flipped: token = String(token.dropLast(8)) + "AAAAAAAA"
            case .disabled: break
            }
            if fate == .disabled || fate == .revokedAndDisabled { try fixture.service.setDisabled(true, of: "taro") }
            #expect(
                try refusal { try fixture.service.refresh(RefreshRequest(refreshToken: token)) } == expected,
                "\(strictness)")
        }
    }

    @Test func leniencyIsRemembered() throws {
        let fixture = try Fixture(.lenient)
        try fixture.addTaro()
        let token = try fixture.signIn().text("refreshToken")
        fixture.clock.advance(by: .seconds(1))
        try fixture.service.revokeRefreshTokens(of: "taro")
        let mark = fixture.trace.mark
        _ = try fixture.service.refresh(RefreshRequest(refreshToken: token))
        #expect(fixture.trace.events(from: mark).first?.reasons == [AuthReason.tokenExpired.code])
    }

    /// The id of a session may be guessed from the world's seed; the token may not.
    @Test func anotherRingsTokenIsWorthNothing() throws {
        let store = try AccountStore.inMemory()
        let first = try Fixture(store: store)
        try first.addTaro()
        let token = try first.signIn().text("refreshToken")
        let second = try Fixture(store: store)
        #expect(
            try refusal { try second.service.refresh(RefreshRequest(refreshToken: token)) } == "INVALID_REFRESH_TOKEN")
        #expect(try refusal { try first.service.refresh(RefreshRequest(refreshToken: token)) } == "")
    }

    @Test func aSignInElsewhereMovesAuthTimeOnlyInAnEmulator() throws {
        for (strictness, moved) in [(Strictness.strict, Int64(0)), (.lenient, 60)] {
            let fixture = try Fixture(strictness)
            try fixture.addTaro()
            let token = try fixture.signIn().text("refreshToken")
            fixture.clock.advance(by: .seconds(60))
            _ = try fixture.signIn()
            let reply = try fixture.service.refresh(RefreshRequest(refreshToken: token))
            let authTime = try claims(of: reply.text("id_token"))["auth_time"]
            #expect(authTime == .integer(Fixture.start.secondsSinceEpoch + moved))
        }
    }

    @Test func sessionsOutliveARestart() async throws {
        try await withEphemeralStateDirectory { directory in
            func service() throws -> (AuthService, AccountStore) {
                let store = try AccountStore(path: directory.file("accounts.sqlite"))
                let clock = WorldClock.frozen(at: Fixture.start)
                let service = try AuthService(
                    projectID: Fixture.project, strictness: .strict, store: store, keys: KeyRing(in: directory),
                    serviceAccount: .init(projectID: Fixture.project, key: Fixture.keys.get().account), clock: clock,
                    trace: TraceLog(clock: clock, masking: Masking(.fingerprints)), ids: IdentitySource(seed: 1))
                return (service, store)
            }
            let (first, firstStore) = try service()
            let token = try first.signUp(SignUpRequest(), as: .user).text("refreshToken")
            try firstStore.close()
            let (second, _) = try service()
            #expect(try refusal { try second.refresh(RefreshRequest(refreshToken: token)) } == "")
        }
    }

    @Test func theSameSeedAndKeysGiveTheSameTrace() async throws {
        try await withEphemeralStateDirectory { directory in
            let keys = try KeyRing(in: directory)
            let traces = try (0..<2).map { _ in
                let clock = WorldClock.frozen(at: Fixture.start)
                let trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
                let service = try AuthService(
                    projectID: Fixture.project, strictness: .strict, store: .inMemory(), keys: keys,
                    serviceAccount: .init(projectID: Fixture.project, key: Fixture.keys.get().account), clock: clock,
                    trace: trace, ids: IdentitySource(seed: 5))
                let reply = try service.signUp(SignUpRequest(), as: .user)
                _ = try service.refresh(RefreshRequest(refreshToken: reply.text("refreshToken")))
                return trace.events.map(\.json)  // how long it took is in none of them
            }
            #expect(traces[0] == traces[1])
            #expect(traces[0].count == 6)
        }
    }
}
