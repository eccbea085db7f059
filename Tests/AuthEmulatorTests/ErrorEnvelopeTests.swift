@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("Error envelope", .timeLimit(.minutes(5)))
struct ErrorEnvelopeTests {
    @Test(arguments: [
        (
            AuthRefusal(.emailExists),
            #"{"error":{"code":400,"message":"EMAIL_EXISTS","errors":[{"message":"EMAIL_EXISTS","reason":"invalid","domain":"global"}]}}"#
        ),
        (
            AuthRefusal(.weakPassword, "Password should be at least 6 characters"),
            #"{"error":{"code":400,"message":"WEAK_PASSWORD : Password should be at least 6 characters","errors":[{"message":"WEAK_PASSWORD : Password should be at least 6 characters","reason":"invalid","domain":"global"}]}}"#
        ),
        (
            AuthRefusal(.notFound),
            #"{"error":{"code":404,"message":"Not Found","errors":[{"message":"Not Found","reason":"notFound"}],"status":"NOT_FOUND"}}"#
        ),
        (
            AuthRefusal(.permissionDenied),
            #"{"error":{"code":403,"message":"The request is missing a valid API key.","errors":[{"message":"The request is missing a valid API key.","reason":"forbidden","domain":"global"}],"status":"PERMISSION_DENIED"}}"#
        ),
        (
            AuthRefusal(.foreignRequest, "From elsewhere."),
            #"{"error":{"code":403,"message":"From elsewhere.","errors":[{"message":"From elsewhere.","reason":"forbidden","domain":"global"}],"status":"PERMISSION_DENIED"}}"#
        ),
    ])
    func hasGooglesShape(refusal: AuthRefusal, json: String) {
        #expect(JSONValue.object(ErrorEnvelope(refusal: refusal).json).text() == json)
    }

    @Test func anUnknownBearerPointsAtItsField() {
        let error = JSONValue.object(ErrorEnvelope(refusal: AuthRefusal(.unauthenticated)).json)["error"]
        #expect(error?["code"] == 401)
        #expect(error?["status"] == "UNAUTHENTICATED")
        #expect(error?["errors"]?.arrayValue?.first?["location"] == "Authorization")
        #expect(error?["errors"]?.arrayValue?.first?["locationType"] == "header")
    }
}
