import BridgePrimitives
import Listening
import Tokens

/// The certificates under which keys are published, each made when it is first asked for: that takes a signature.
final class PublishedCertificates: Sendable {
    /// Far more than a ring publishes at once; what was rotated away goes with the rest.
    private static let limit = 64

    /// PEM, by key id.
    private let made = Mutex<[String: String]>([:])

    /// - Complexity: a signature (about a millisecond) for a key that was not asked for before.
    func certificate(for key: SigningKey) throws(BridgeFailure) -> String {
        if let certificate = made.withLock({ $0[key.keyID] }) { return certificate }
        let certificate = try key.publishedCertificate(commonName: "securetoken.system.gserviceaccount.com")
        made.withLock { made in
            if made.count >= Self.limit { made.removeAll() }
            made[key.keyID] = certificate
        }
        return certificate
    }
}

extension SigningKey {
    /// Valid throughout this century: the world's clock may stand anywhere, and nobody asks a certificate for the
    /// time who was given it as a key.
    func publishedCertificate(commonName: String) throws(BridgeFailure) -> String {
        let start = Instant(secondsSinceEpoch: 946_684_800)
        return try certificatePEM(commonName: commonName, validFrom: start, for: .seconds(36_525 * 86_400))
    }
}
