import BridgePrimitives
import Testing
import Tokens

@Suite("Reserved claims", .timeLimit(.minutes(5)))
struct ReservedClaimsTests {
    @Test func namesAreGivenInTheirOwnOrder() {
        let claims = JSONObject([("z", 1), ("sub", 1), ("AUD", 1), ("aud", 1), ("nested", ["iss": 1])])
        #expect(ReservedClaims.names(in: claims) == ["aud", "sub"])
        #expect(ReservedClaims.names.count == 16)
    }
}
