import BridgePrimitives
import FuzzSupport

enum TokenWords {
    static let names = [
        "alg", "kid", "crit", "typ", "aud", "iss", "sub", "exp", "iat", "nbf", "auth_time", "uid", "user_id", "claims",
        "tenant_id", "firebase", "email", "K", "\u{212A}",
    ]
    static let values = [
        "\"RS256\"", "\"none\"", "\"HS256\"", "\"k1\"", "\"k2\"", "\"\"", "\"demo-bridge\"", "\"demo-bridg\u{E9}\"",
        "\"https://securetoken.google.com/demo-bridge\"", "\"https://session.firebase.google.com/demo-bridge\"",
        "\"firebase-adminsdk@demo-bridge.iam.gserviceaccount.com\"", "\"firebase-auth-emulator@example.com\"",
        "\"https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit\"", "\"u1\"",
        "null",
        "true", "1795251600", "1795251600.5", "1795255200", "1795248000", "0", "-1", "1e999", "1e12", "9e12",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "[]", "{}", "[\"demo-bridge\"]",
        "{\"admin\":true}", "{\"iss\":1}", "\"\(String(repeating: "u", count: 129))\"",
        "\"\(String(repeating: "u", count: 128))\"",
    ]
    static let all =
        names.map { "\"\($0)\":" } + values + [".", "..", "{", "}", "eyJ", "e30", "e30.e30.", "AAAA", "-_", "==", ","]
}

extension FuzzChance {
    /// What follows an input's choices.
    mutating func token(for way: TokenInput.Way) -> [UInt8] {
        switch way {
        case .text: once(in: 3) ? claims(TokenKeys.customClaims) : Array(compact().utf8)
        case .foreignSignature:
            TokenKeys.header + [0xFF] + claims(once(in: 2) ? TokenKeys.idClaims : TokenKeys.customClaims)
        case .damage: (0..<below(7)).map { _ in byte() }
        case .idClaims: header() + [0xFF] + claims(TokenKeys.idClaims)
        case .customClaims: header() + [0xFF] + claims(TokenKeys.customClaims)
        }
    }

    private mutating func compact() -> String {
        let parts = [header(), claims(TokenKeys.idClaims), (0..<below(300)).map { _ in byte() }]
        return parts.map { Base64URL.encode($0) }.joined(separator: once(in: 9) ? ".." : ".")
    }

    private mutating func header() -> [UInt8] {
        once(in: 3) ? Array("{\"alg\":\(pick(TokenWords.values)),\"kid\":\"k1\"}".utf8) : TokenKeys.header
    }

    /// Claims that hold, with one or two that may not.
    private mutating func claims(_ good: JSONObject) -> [UInt8] {
        var claims = good
        for _ in 0..<below(3) {
            claims[pick(TokenWords.names)] = once(in: 4) ? nil : try? JSONValue(parsing: pick(TokenWords.values))
        }
        return JSONValue.object(claims).bytes()
    }
}
