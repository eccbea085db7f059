public import BridgePrimitives
import X509

/// The authority that signs for names that are not this machine's: made for one run, kept in memory, gone with it.
///
/// Whoever trusts it is told so by the environment of one process. No system's store may have it, so its key is never
/// written, and its own certificate vouches for the names that it was made for and nothing else.
///
/// Times here are the machine's, not the world's: TLS clients hold certificates against the system clock.
public final class RunAuthority: Sendable {
    /// Longer than anybody lets one command run.
    private static let lifetime = Duration.seconds(7 * 86_400)
    /// Certificates kept; a run meets few names.
    private static let most = 256

    private let issuer: IssuedCertificate
    private let now: Instant
    private let permitted: [String]
    private let identities = Mutex<[String: ServerIdentity]>([:])

    /// - Parameter names: lower-case names that it may vouch for, with what lies under them, besides loopback's.
    /// - Throws: `server/internal-fault`, which no usual name causes.
    public init(for names: [String], now: Instant) throws(BridgeFailure) {
        (permitted, self.now) = (names, now)
        issuer = try IssuedCertificate.authority(
            named: "session-bridge authority of one run", within: .thisMachine, vouchingFor: names, validFrom: now,
            for: Self.lifetime)
    }

    /// The authority's certificate, for the one process that is to trust it.
    public var certificatePEM: String { issuer.pem }

    /// The certificate and key of a server under one name: made when it is first asked for.
    ///
    /// - Parameter host: a lower-case name or an address, without port and brackets.
    /// - Throws: `server/name-not-local` for a name that this authority does not vouch for.
    /// - Complexity: an EC key and a signature the first time, a look-up from then on.
    public func identity(for host: String) throws(BridgeFailure) -> ServerIdentity {
        if let made = identities.withLock({ $0[host] }) { return made }
        let name: GeneralName =
            isPermitted(host) ? .dnsName(host) : try SubjectName(host, within: .thisMachine).generalName
        let server = try IssuedCertificate.server([name], by: issuer, validFrom: now, for: Self.lifetime)
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

    private func isPermitted(_ host: String) -> Bool {
        permitted.contains { host == $0 || host.hasSuffix("." + $0) }
    }
}
