public import BridgePrimitives
import Crypto
import SwiftASN1
import X509

/// A certificate authority of this machine's own, which vouches for loopback names and nothing else.
///
/// Made on first use and kept in the state directory (`ca.pem`, `ca-key.pem`), so that a user who trusts it once need
/// not do so again.
///
/// Times here are the machine's, not the world's: TLS clients hold certificates against the system clock.
public struct LocalAuthority: Sendable {
    private static let certificateName = "ca.pem", keyName = "ca-key.pem", lockName = "ca.lock"
    private static let serverCertificateName = "server.pem", serverKeyName = "server-key.pem"
    private static let lifetime = Duration.seconds(3650 * 86_400)
    /// Clients of Apple's refuse server certificates of more than 825 days.
    private static let serverLifetime = Duration.seconds(365 * 86_400)
    /// Certificates with less left are made anew.
    private static let leastRest = Duration.seconds(30 * 86_400)

    private let directory: StateDirectory
    private let issuer: IssuedCertificate

    /// The authority's certificate, for clients that are to trust it.
    public var certificatePEM: String { issuer.pem }
    /// The path of the certificate's file.
    public var certificatePath: String { directory.file(Self.certificateName) }

    /// Opens the authority of a state directory, or makes it when there is none, or none that is still good.
    ///
    /// - Throws: `state/not-writable` or `state/unreadable`.
    public init(in directory: StateDirectory, now: Instant) throws(BridgeFailure) {
        self.directory = directory
        issuer = try directory.withLock(named: Self.lockName) { () throws(BridgeFailure) in
            if let kept = try Self.keptAuthority(in: directory), kept.isGood(at: now, rest: Self.leastRest) {
                return kept
            }
            let made = try IssuedCertificate.authority(
                named: "session-bridge local authority", validFrom: now, for: Self.lifetime)
            try directory.write(Array(made.keyPEM.reveal().utf8), to: Self.keyName, isPrivate: true)
            try directory.write(Array(made.pem.utf8), to: Self.certificateName, isPrivate: false)
            return made
        }
    }

    /// The certificate and key of a server under `names`: the one that is kept if it is for these names and good for
    /// a while, else a new one, which is kept in its place.
    ///
    /// - Parameter names: `localhost`, names under `.localhost`, loopback addresses; order and repetition don't count.
    /// - Throws: `server/name-not-local`, `state/not-writable` or `state/unreadable`.
    public func serverIdentity(for names: [String], now: Instant) throws(BridgeFailure) -> ServerIdentity {
        var wanted: Set<SubjectName> = []
        for name in names { wanted.insert(try SubjectName(name)) }
        let subjects = wanted.sorted()
        let server = try directory.withLock(named: Self.lockName) { () throws(BridgeFailure) in
            if let kept = try Self.kept(Self.serverCertificateName, Self.serverKeyName, in: directory),
                kept.isGood(at: now, rest: Self.leastRest), kept.isIssued(by: issuer), kept.subjects == wanted
            {
                return kept
            }
            let made = try IssuedCertificate.server(
                subjects.map(\.generalName), by: issuer, validFrom: now, for: Self.serverLifetime)
            try directory.write(Array(made.keyPEM.reveal().utf8), to: Self.serverKeyName, isPrivate: true)
            try directory.write(Array(made.pem.utf8), to: Self.serverCertificateName, isPrivate: false)
            return made
        }
        return ServerIdentity(
            certificatePEM: server.pem, privateKeyPEM: server.keyPEM, names: subjects.map(\.text), expiry: server.expiry
        )
    }

    /// - Throws: `state/unreadable` for files that are damaged: a new authority would have to be trusted anew everywhere.
    private static func keptAuthority(in directory: StateDirectory) throws(BridgeFailure) -> IssuedCertificate? {
        if let bytes = try directory.read(keyName), !IssuedCertificate.isKey(bytes) {
            throw ListeningReason.stateUnreadable.failure(
                "\(directory.file(keyName)) holds no private key of an authority",
                fix: "put back a copy, or move it away and trust the authority that is made then")
        }
        if let bytes = try directory.read(certificateName), !IssuedCertificate.isCertificate(bytes) {
            throw ListeningReason.stateUnreadable.failure(
                "\(directory.file(certificateName)) holds no certificate",
                fix: "put back a copy, or move it away and trust the authority that is made then")
        }
        return try kept(certificateName, keyName, in: directory).flatMap { $0.isAuthority ? $0 : nil }
    }

    /// A pair of files that was written whole; nil when one is missing, damaged, or not the other's.
    private static func kept(
        _ certificate: String, _ key: String, in directory: StateDirectory
    ) throws(BridgeFailure) -> IssuedCertificate? {
        guard let certificate = try directory.read(certificate), let key = try directory.read(key) else { return nil }
        return IssuedCertificate(
            pem: String(decoding: certificate, as: UTF8.self), keyPEM: Secret(String(decoding: key, as: UTF8.self)))
    }
}
