import BridgePrimitives
import Tokens

/// A sign-in whose keys and signatures OpenSSL made: nothing of it is our own.
enum WebAuthnFixture {
    static func bytes(_ text: String) -> [UInt8] { Base64URL.decode(text.utf8) ?? [] }

    static let clientData = Array(
        #"{"type":"webauthn.get","challenge":"Y2hhbGxlbmdl","origin":"https://app.localhost:44637","crossOrigin":false,"later":"x"}"#
            .utf8)
    static let challenge = Array("challenge".utf8)
    /// Of `localhost`; the owner was there; the counter is at seven.
    static let authenticatorData = bytes("SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAABw")
    static let signature = bytes(
        "MEQCICryRZDZIENBboMQsc2SQUEg8J_-xnejKW1tOMaJJQisAiBvpiWY5XXnzfF2ERWKUTrjSv3VI5CeiPl9cv3OdYOwVQ")
    static let rsaSignature = bytes(
        """
        AdZm6lWNUSRDum9SaPy3CIYHpMixUUjn87jArUtjmbK4Jf0-TcXUR1ceyBKHCc8GMKjJX30Mfp9DF2g2sS9lkRapYF7d3DDR\
        NZoBJ_Bzmc6ytkad3-MVJmMMGsdWVAw4saf9a18KXsRu8ZVhtMr-vOo6RFcnSYKC2X5XB6VtuMziPu09AEzDL5KXyGG7uPZF\
        cZWmyIxSATNDdCsFQDeZt-RRPLjjYEQYERpJuyi7B_gG7wYNmUnQFcs-skq0TuxO4TGw3wD1ZnsCNtf6wqBuDGSG7dZUUvhk\
        PmnANOF4R-x7XbhdfFBNe5k3vJp6Ac-xNliDq2kPCptP-SFB7iHC1A
        """)

    /// The key on P-256, with other values under these labels.
    static func cose(_ changes: [Int64: CBORValue] = [:]) -> CBORValue {
        let members: [(Int64, CBORValue)] = [
            (1, .integer(2)), (3, .integer(-7)), (-1, .integer(1)),
            (-2, .bytes(bytes("aMXbWHzohUhjBmFfmJPEwVkwiujghtsFpIZy0hs2YpY"))),
            (-3, .bytes(bytes("zc5PD8ur0OY3xcv5IAzw1OzWmVS0-z8sZxgxBFWSaLY"))),
        ]
        return .map(members.map { .init(.integer($0.0), changes[$0.0] ?? $0.1) })
    }

    static let rsaCOSE = CBORValue.map([
        .init(.integer(1), .integer(3)), .init(.integer(3), .integer(-257)),
        .init(
            .integer(-1),
            .bytes(
                bytes(
                    """
                    5_j7BaAvsJeiz2HtLwAR4MYAQLlS_d4C8OaxEQxCYLb-6VUTbKN2x1fPxeGkOaEWqvlxo4Fqn_JJa2MmrIc_6S6fEoTD74lo\
                    wCEt51dinTvjlzeSElT7YOr5R3gmPomJRpo213_VczbtcZ49w5_K5zEuG93GaJG9oID1s0jcEFT5T3iTpNNnJGlcEhkSn77d\
                    mZ4Rpmv-tBfeBeIneB2KDAeg85-8UC9qK0E5oqQGYxiCzvMZJx0C75eqDcWTy339JKRym8SWJdIu4eV9LKanCuuRcB_hyTrd\
                    hJzCVX_SSfqp73AaofBIX2Y5R5Fr82fI2bM6jxxJ66Ip2jeq_bs-4w
                    """))), .init(.integer(-2), .bytes([1, 0, 1])),
    ])
}
