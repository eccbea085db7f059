public import BridgePrimitives
import Crypto
import SwiftASN1
public import Tokens
import X509

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SigningKey {
    /// The public half as a self-signed certificate in PEM form, as Google publishes its token keys.
    ///
    /// - Parameters:
    ///   - commonName: `securetoken.system.gserviceaccount.com`, say.
    ///   - validFrom: the start, whole seconds.
    /// - Throws: `server/internal-fault`, which no input but an odd name causes.
    /// - Complexity: one RSA private operation; to be kept, not made for each request.
    public func certificatePEM(
        commonName: String, validFrom: Instant, for lifetime: Duration
    ) throws(BridgeFailure) -> String {
        do {
            let name = try DistinguishedName { CommonName(commonName) }
            let extensions = try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.clientAuth])
            }
            let privateKey = try Certificate.PrivateKey(pemEncoded: pem.reveal())
            // From the key, not at random: one key and one time give one certificate.
            let serial = Array(SHA256.hash(data: verificationKey.der).prefix(8))
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(bytes: serial), publicKey: privateKey.publicKey,
                notValidBefore: Date(validFrom), notValidAfter: Date(validFrom + lifetime), issuer: name,
                subject: name, signatureAlgorithm: .sha256WithRSAEncryption, extensions: extensions,
                issuerPrivateKey: privateKey)
            return try certificate.serializeAsPEM().pemString
        } catch {
            throw ListeningReason.internalFault.failure(
                "no certificate could be made for \(commonName): \(error)")
        }
    }
}

extension VerificationKey {
    /// The key in a certificate in PEM form. Neither signature nor dates of the certificate are looked at, nor do
    /// Firebase's Admin SDKs: that it came from the right place is what it is trusted for.
    ///
    /// - Throws: `token/unreadable-key`.
    public init(certificatePEM: String) throws(BridgeFailure) {
        let key: String
        do { key = try Certificate(pemEncoded: certificatePEM).publicKey.serializeAsPEM().pemString } catch {
            throw BridgeFailure(
                KeyReason.unreadableKey, cause: "the text is no certificate in PEM form")
        }
        try self.init(pem: key)
    }
}

/// The keys of certificates.
package enum CertificateKeys {
    /// The SHA-256 of the SubjectPublicKeyInfo of each certificate of a PEM text, in base64.
    ///
    /// - Throws: `token/unreadable-key`.
    package static func digests(ofPEM text: String) throws(BridgeFailure) -> [String] {
        do {
            return try PEMDocument.parseMultiple(pemString: text).map { document in
                let key = try Certificate(pemDocument: document).publicKey.serializeAsPEM()
                return StandardBase64.encode(Array(SHA256.hash(data: key.derBytes)))
            }
        } catch {
            throw BridgeFailure(KeyReason.unreadableKey, cause: "the text is no certificate in PEM form")
        }
    }
}
