import BridgePrimitives
import Tokens

/// Keys made once for all tests, and tokens put together by hand, so that a test can break each part.
enum TokenFixture {
    static let project = "demo-bridge"
    static let serviceAddress = "firebase-adminsdk@demo-bridge.iam.gserviceaccount.com"
    /// 2026-11-21T09:00:00Z.
    static let now = Instant(secondsSinceEpoch: 1_795_251_600)

    static let keys = Result { try (SigningKey.generate(keyID: "k1"), SigningKey.generate(keyID: "k2")) }
    static var key: SigningKey { get throws { try keys.get().0 } }
    static var otherKey: SigningKey { get throws { try keys.get().1 } }

    static func idClaims(changing changes: [(String, JSONValue?)] = []) -> JSONObject {
        let second = now.secondsSinceEpoch
        var claims = JSONObject([
            ("iss", "https://securetoken.google.com/demo-bridge"), ("aud", "demo-bridge"),
            ("auth_time", .integer(second - 60)), ("user_id", "u1"), ("sub", "u1"), ("iat", .integer(second - 10)),
            ("exp", .integer(second + 3590)),
        ])
        for (name, value) in changes { claims[name] = value }
        return claims
    }

    static func customClaims(changing changes: [(String, JSONValue?)] = []) -> JSONObject {
        let second = now.secondsSinceEpoch
        var claims = JSONObject([
            ("aud", .string(CustomTokenClaims.audience)), ("iss", .string(serviceAddress)),
            ("sub", .string(serviceAddress)), ("iat", .integer(second - 10)), ("exp", .integer(second + 3590)),
            ("uid", "u1"),
        ])
        for (name, value) in changes { claims[name] = value }
        return claims
    }

    static let idHeader: JSONObject = JSONObject([("alg", "RS256"), ("kid", "k1"), ("typ", "JWT")])
    static let customHeader: JSONObject = JSONObject([("alg", "RS256"), ("typ", "JWT")])

    /// Signed whatever the header says; unsigned when there is no key.
    static func token(header: JSONObject, payload: JSONObject, key: SigningKey?) throws -> String {
        try token(headerText: JSONValue.object(header).text(), payloadText: JSONValue.object(payload).text(), key: key)
    }

    static func token(headerText: String, payloadText: String, key: SigningKey?) throws -> String {
        let input = Base64URL.encode(Array(headerText.utf8)) + "." + Base64URL.encode(Array(payloadText.utf8))
        return input + "." + (try key.map { Base64URL.encode(try $0.signature(for: Array(input.utf8))) } ?? "")
    }
}
