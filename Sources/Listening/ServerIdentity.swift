public import BridgePrimitives
import NIOCore
package import NIOSSL

/// What a TLS server shows its clients: a certificate, and the key that proves it.
public struct ServerIdentity: Sendable {
    /// The server's certificate in PEM form; those of authorities above it may follow.
    public let certificatePEM: String
    public let privateKeyPEM: Secret<String>
    /// Names and addresses that the certificate is for.
    public let names: [String]
    /// When the certificate ends.
    public let expiry: Instant

    /// What a TLS server is made with: HTTP/1.1, TLS 1.2 or later.
    ///
    /// - Throws: `server/could-not-listen` for a certificate that is none.
    package func tlsConfiguration() throws(BridgeFailure) -> TLSConfiguration {
        do {
            let certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificatePEM.utf8))
            let key = try NIOSSLPrivateKey(bytes: Array(privateKeyPEM.reveal().utf8), format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            // A client that keeps an idle connection does not read: its close_notify would be waited for in vain, when
            // each of the two directions of a connection may be closed by itself (RFC 8446 §6.1).
            configuration.shutdownTimeout = .milliseconds(1)
            return configuration
        } catch {
            throw ListeningReason.couldNotListen.failure("the certificate for \(names) cannot be used: \(error)")
        }
    }
}

/// The files of a server's certificate and of its key, both in PEM form, for servers that are not ours.
package struct ServerIdentityFiles: Hashable, Sendable {
    package let certificate: String
    package let key: String
}
