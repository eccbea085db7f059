@testable import AuthEmulator
import Reasons
import Testing

@Suite("Credentials", .timeLimit(.minutes(5)))
struct AuthCredentialTests {
    @Test(
        arguments: [
            ("Bearer owner", nil, AuthCaller.admin),
            ("bEARER OWNER", nil, .admin),  // in any letter case
            ("Bearer   owner ", nil, .admin),
            ("Bearer ya29.c.abc", nil, .admin),  // looks like a Google access token
            ("Bearer owner", "key", .admin),  // the bearer wins
            ("Basic b3duZXI=", "key", .user),  // other schemes are ignored
            (nil, "x", .user),  // any key
        ] as [(String?, String?, AuthCaller)])
    func decideOnWhoseAuthority(authorization: String?, apiKey: String?, caller: AuthCaller) throws {
        #expect(try AuthCredential.caller(authorization: authorization, apiKey: apiKey) == caller)
    }

    @Test(
        arguments: [
            ("Bearer eyJhbGciOiJub25lIn0.e30.", "key", AuthReason.unauthenticated),  // an ID token is no bearer here
            ("Bearer YA29.abc", nil, .unauthenticated),  // the prefix has a letter case
            ("Bearer", nil, .unauthenticated),
            ("Bearer ", "key", .unauthenticated),
            ("Bearer owner owner", nil, .unauthenticated),
            (nil, nil, .permissionDenied),
            (nil, "", .permissionDenied),
            ("Basic b3duZXI=", nil, .permissionDenied),
        ] as [(String?, String?, AuthReason)])
    func orAreRefused(authorization: String?, apiKey: String?, reason: AuthReason) {
        #expect(throws: AuthRefusal(reason)) {
            try AuthCredential.caller(authorization: authorization, apiKey: apiKey)
        }
    }

    @Test func theTokenEndpointLooksAtKeysOnly() throws {
        #expect(try AuthCredential.caller(authorization: "Bearer nonsense", apiKey: "k", ignoresBearer: true) == .user)
    }
}
