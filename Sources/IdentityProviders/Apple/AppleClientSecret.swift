import BridgePrimitives
import Crypto
import Tokens

/// The JWT with which a client proves who it is at the token endpoint ("Creating a client secret").
enum AppleClientSecret: Sendable {
    private static let audience = "https://appleid.apple.com"
    /// Six months, as Apple counts them.
    private static let longestLifetime = Duration.seconds(15_777_000)

    /// Checks the form always, and the signature when the client's key is known.
    ///
    /// - Throws: the first fault in the order of the checks.
    static func check(_ text: String, of client: AppleClient, now: Instant) throws(AppleRefusal) {
        let token: UnverifiedToken
        do { token = try UnverifiedToken(parsing: text) } catch { throw AppleRefusal(.clientSecretMalformed) }
        guard token.algorithm == "ES256" else { throw AppleRefusal(.clientSecretWrongAlgorithm, token.algorithm) }
        guard let keyID = token.keyID, !keyID.isEmpty, client.secretKey.map({ $0.id == keyID }) ?? true else {
            throw AppleRefusal(.clientSecretNoKeyID)
        }
        guard token.issuer == client.teamID else { throw AppleRefusal(.clientSecretWrongIssuer, token.issuer) }
        guard token.subject == client.id else { throw AppleRefusal(.clientSecretWrongSubject, token.subject) }
        guard token.audience == audience else { throw AppleRefusal(.clientSecretWrongAudience, token.audience) }
        guard let issued = token.issueTime, let expiry = token.expiry, issued <= now, now < expiry else {
            throw AppleRefusal(.clientSecretExpired)
        }
        guard expiry - issued <= longestLifetime else { throw AppleRefusal(.clientSecretLivesTooLong) }
        if let key = client.secretKey, !isSigned(text, by: key) { throw AppleRefusal(.clientSecretBadSignature) }
    }

    private static func isSigned(_ text: String, by key: AppleClientKey) -> Bool {
        guard let parts = SignedParts(text),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: parts.signature)
        else { return false }
        return key.publicKey.isValidSignature(signature, for: parts.message)
    }
}

/// A compact JWT cut at its last dot: what is signed, and the signature.
struct SignedParts: Sendable {
    let message: [UInt8]
    let signature: [UInt8]

    /// Nil when there is no dot, or no base64url after it.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")),
            let signature = Base64URL.decode(bytes[(dot + 1)...])
        else { return nil }
        (message, self.signature) = (Array(bytes[..<dot]), signature)
    }
}
