import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

/// What `accounts:lookup` says of an ID token holds for every call that takes one.
@Suite("ID tokens that come with a request", .timeLimit(.minutes(5)))
struct IDTokenTests {
    enum Flaw: String, CaseIterable {
        case none, missing, noToken, lastSecond, expired, foreignKey, unsigned, foreignProject, customToken, deletedUser
        case revoked, revokedInTheSameSecond, disabledUser, tenant
    }

    @Test(
        arguments: [
            (.none, "", ""),
            (.missing, "MISSING_ID_TOKEN", "MISSING_ID_TOKEN"),
            (.noToken, "INVALID_ID_TOKEN", "INVALID_ID_TOKEN"),
            (.lastSecond, "", ""),
            (.expired, "TOKEN_EXPIRED", ""),
            (.foreignKey, "INVALID_ID_TOKEN", ""),
            (.unsigned, "INVALID_ID_TOKEN", ""),
            (.foreignProject, "INVALID_ID_TOKEN", ""),
            (.customToken, "INVALID_ID_TOKEN", "INVALID_ID_TOKEN"),
            (.deletedUser, "USER_NOT_FOUND", "USER_NOT_FOUND"),
            (.revoked, "TOKEN_EXPIRED", "TOKEN_EXPIRED"),
            (.revokedInTheSameSecond, "", ""),  // one second is all that the wire can tell apart
            (.disabledUser, "USER_DISABLED", "USER_DISABLED"),
            (.tenant, "TENANT_ID_MISMATCH", "TENANT_ID_MISMATCH"),
        ] as [(Flaw, String, String)])
    func areJudged(flaw: Flaw, strict: String, lenient: String) throws {
        for (strictness, expected) in [(Strictness.strict, strict), (.lenient, lenient)] {
            let fixture = try Fixture(strictness)
            try fixture.addTaro()
            var request = LookupRequest()
            request.idToken = try token(with: flaw, in: fixture)
            #expect(try refusal { try fixture.service.lookup(request, as: .user) } == expected, "\(strictness)")
        }
    }

    private func token(with flaw: Flaw, in fixture: Fixture) throws -> String? {
        let token = try fixture.signIn().text("idToken")
        let service = fixture.service
        switch flaw {
        case .none: return token
        case .missing: return nil
        case .noToken: return "a.b"
        case .lastSecond: fixture.clock.advance(by: .seconds(3599))
        case .expired: fixture.clock.advance(by: .seconds(3600))
        case .foreignKey: return try mint(key: Fixture.foreignKey.get(), in: fixture)
        case .unsigned: return try mint(key: nil, in: fixture)
        case .foreignProject: return try mint(project: "another", key: service.keys.current, in: fixture)
        case .customToken: return try fixture.customToken("taro")
        case .deletedUser: _ = try service.delete(DeleteRequest(localID: "taro"), as: .admin)
        case .revoked:
            fixture.clock.advance(by: .seconds(1))
            try service.revokeRefreshTokens(of: "taro")
        case .revokedInTheSameSecond: try service.revokeRefreshTokens(of: "taro")
        case .disabledUser: try service.setDisabled(true, of: "taro")
        case .tenant: return try mint(key: service.keys.current, tenant: "t", in: fixture)
        }
        return token
    }

    private func mint(
        project: String = Fixture.project, key: SigningKey?, tenant: String? = nil, in fixture: Fixture
    ) throws -> String {
        try TokenMint.idToken(
            IDTokenClaims(
                projectID: project, uid: "taro", authTime: Fixture.start, issuedAt: Fixture.start,
                signInProvider: "password", tenantID: tenant),
            key: key)
    }

    @Test func keysOfTheTurnBeforeStillCount() throws {
        let fixture = try Fixture()
        try fixture.addTaro()
        var request = LookupRequest()
        request.idToken = try fixture.signIn().text("idToken")
        try fixture.service.keys.rotate(droppingOld: false, now: fixture.clock.now)
        #expect(try refusal { try fixture.service.lookup(request, as: .user) } == "")
        try fixture.service.keys.rotate(droppingOld: true, now: fixture.clock.now)
        #expect(try refusal { try fixture.service.lookup(request, as: .user) } == "INVALID_ID_TOKEN")
    }
}
