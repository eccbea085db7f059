import BridgePrimitives
import Project
import Testing

@Suite("What a refused ID token says of itself", .timeLimit(.minutes(5)))
struct RefusedIDTokenTests {
    private static func token(
        audience: String = "shop", issued: Int64 = 1000, algorithm: String = "RS256", signature: Int = 342
    ) -> String {
        let header: JSONValue = ["alg": .string(algorithm)]
        let payload: JSONValue = [
            "aud": .string(audience), "iat": .integer(issued), "exp": .integer(issued + 3600),
        ]
        let parts = [header, payload].map { Base64URL.encode(Array($0.text().utf8)) }
        return parts.joined(separator: ".") + "." + String(repeating: "A", count: signature)
    }

    /// Columns: the token, the machine's second, the world's, and the reason.
    @Test(
        arguments: [
            (token(), 1000, 1000, nil), (token(), 4599, 4599, nil), (token(), 4600, 4600, "token/expired"),
            (token(), 999, 999, "token/issued-in-future"), (token(), 940, 1000, "exchange/other-clock"),
            (token(), 8000, 1000, "exchange/other-clock"), (token(signature: 322), 1000, 1000, "token/bad-signature"),
            (token(algorithm: "none", signature: 0), 1000, 1000, nil),
            (token(audience: "other"), 1000, 1000, "token/wrong-audience"), ("", 1000, 1000, "token/empty"),
            ("eyJ", 1000, 1000, "token/malformed"),
        ] as [(String, Int64, Int64, String?)])
    func isNamed(token: String, backend: Int64, world: Int64, code: String?) {
        let refused = RefusedIDToken(
            token, projectID: "shop", backendNow: Instant(secondsSinceEpoch: backend),
            worldNow: Instant(secondsSinceEpoch: world))
        #expect(refused.reason?.code.rawValue == code)
        #expect(refused.reason?.message.hasSuffix(".") != true)
    }
}
