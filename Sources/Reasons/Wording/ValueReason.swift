/// What is wrong with a value that arrived where a token was expected, and no reason of a token says.
public enum ValueReason: String, Reason {
    case nothing = "value/word-for-nothing"
    case printedPromise = "value/printed-promise"
    case printedObject = "value/printed-object"
    case printedBytes = "value/printed-bytes"
    case json = "value/json"
    case base64 = "value/base64"
    case bearerPrefix = "value/bearer-prefix"
    case spaceAround = "value/space-around"
    case truncated = "value/truncated"
    case letterCase = "value/letter-case"
    case signedCookie = "value/signed-cookie"
    case encryptedCookie = "value/encrypted-cookie"
    case email = "value/email"
    case uid = "value/uid"
    case anotherToken = "value/another-token"
    case unknownJWT = "value/unknown-jwt"
}
