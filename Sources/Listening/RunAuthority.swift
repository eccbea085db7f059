public import BridgePrimitives
import Crypto
import SwiftASN1
import X509

/// The authority that signs for names that are not this machine's: made for one run, kept in memory, gone with it.
///
/// Whoever trusts it is told so by the environment of one process. No system's store may have it, so its key is never
/// written, and its own certificate vouches for the names that it was made for and nothing else.
///
/// One for any host is what a device of the developer's is told to trust for a day, to see what its apps send; its
/// certificate has no limits but that day, so it is never kept either.
///
/// Times here are the machine's, not the world's: TLS clients hold certificates against the system clock.
public final class RunAuthority: Sendable {
    /// Longer than anybody lets one command run.
    private static let lifetime = Duration.seconds(7 * 86_400)
    /// Certificates kept; a run meets few names.
    private static let most = 256

    private let issuer: IssuedCertificate
    private let now: Instant
    /// Nil for any host.
    private let permitted: [String]?
    private let life: Duration
    /// What stands in a certificate viewer.
    public let name: String
    private let identities = Mutex<[String: ServerIdentity]>([:])

    /// - Parameter names: lower-case names that it may vouch for, with what lies under them, besides loopback's.
    /// - Throws: `server/internal-fault`, which no usual name causes.
    public init(for names: [String], now: Instant) throws(BridgeFailure) {
        (permitted, self.now, life) = (names, now, Self.lifetime)
        name = "session-bridge authority of one run"
        issuer = try IssuedCertificate.authority(
            named: name, within: .thisMachine, vouchingFor: names, validFrom: now, for: life)
    }

    /// An authority that vouches for any host.
    ///
    /// - Parameters:
    ///   - name: what people find it by when they remove it.
    ///   - life: until when it is valid, from `now`; all that it signs ends with it.
    /// - Throws: `server/internal-fault`, which no usual name causes.
    public init(forAnyHost name: String, now: Instant, life: Duration) throws(BridgeFailure) {
        (permitted, self.name, self.now, self.life) = (nil, name, now, life)
        issuer = try IssuedCertificate.authorityForAnyHost(named: name, validFrom: now, for: life)
    }

    /// When it ends.
    public var expiry: Instant { issuer.expiry }
    /// The certificate as clients of Apple's take it in.
    package var certificateDER: [UInt8] { issuer.der }
    /// What tells it from others: SHA-256 of its bytes.
    package var fingerprint: [UInt8] { Array(SHA256.hash(data: issuer.der)) }

    /// The authority's certificate, for the one process that is to trust it.
    public var certificatePEM: String { issuer.pem }

    /// The certificate and key of a server under one name: made when it is first asked for.
    ///
    /// - Parameter host: a lower-case name or an address, without port and brackets.
    /// - Throws: `server/name-not-local` for a name that this authority does not vouch for.
    /// - Complexity: an EC key and a signature the first time, a look-up from then on.
    public func identity(for host: String) throws(BridgeFailure) -> ServerIdentity {
        if let made = identities.withLock({ $0[host] }) { return made }
        let server = try IssuedCertificate.server([try subject(host)], by: issuer, validFrom: now, for: life)
        // With the authority's own, which clients have anyway: Chromium wants to see whom it is told to trust.
        let identity = ServerIdentity(
            certificatePEM: server.pem + "\n" + issuer.pem, privateKeyPEM: server.keyPEM, names: [host],
            expiry: server.expiry)
        return identities.withLock { identities in
            if let made = identities[host] { return made }
            if identities.count >= Self.most { identities.removeAll() }
            identities[host] = identity
            return identity
        }
    }

    private func subject(_ host: String) throws(BridgeFailure) -> GeneralName {
        guard let permitted else {
            guard let bytes = SubjectName.address(host) else { return .dnsName(host) }
            return .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
        }
        let isPermitted = permitted.contains { host == $0 || host.hasSuffix("." + $0) }
        return isPermitted ? .dnsName(host) : try SubjectName(host, within: .thisMachine).generalName
    }
}
