import BridgePrimitives
import FuzzSupport
import Tokens

/// Keys that are made when the process starts: no input can hold a signature of theirs.
enum TokenKeys {
    static let project = "demo-bridge"
    static let address = "firebase-adminsdk@demo-bridge.iam.gserviceaccount.com"

    private static let made = try? (own: SigningKey.generate(keyID: "k1"), foreign: SigningKey.generate(keyID: "k1"))

    /// Whose public half the verifiers have, and another of the same id.
    static func pair(_ checker: inout Checker) -> (own: SigningKey, foreign: SigningKey)? {
        checker.check("keys can be made", made != nil, "")
        return made
    }

    static let idTokens = made.map { ["k1": $0.own.verificationKey] } ?? [:]

    static func idTokenVerifier(_ checks: TokenChecks) -> IDTokenVerifier {
        IDTokenVerifier(projectID: project, checks: checks)
    }

    static func customTokenVerifier(_ checks: TokenChecks) -> CustomTokenVerifier {
        CustomTokenVerifier(serviceAccounts: made.map { [address: $0.own.verificationKey] } ?? [:], checks: checks)
    }

    static func signed(_ header: [UInt8], _ payload: [UInt8], by key: SigningKey) -> String? {
        let message = "\(Base64URL.encode(header)).\(Base64URL.encode(payload))"
        guard let signature = try? key.signature(for: Array(message.utf8)) else { return nil }
        return "\(message).\(Base64URL.encode(signature))"
    }

    static let header = Array(#"{"alg":"RS256","kid":"k1","typ":"JWT"}"#.utf8)

    /// Claims that hold at ``TokenInput/usualNow``.
    static let idClaims = IDTokenClaims(
        projectID: project, uid: "u1", authTime: TokenInput.usualNow, issuedAt: TokenInput.usualNow,
        signInProvider: "password", email: "taro@app.test"
    ).payload
    static let customClaims =
        (try? CustomTokenClaims(serviceAccount: address, uid: "u1", issuedAt: TokenInput.usualNow))?.payload
        ?? JSONObject()
}
