public import BridgePrimitives
import Crypto
import SwiftASN1
import X509

/// A certificate authority of this machine's own, which vouches for this machine's names, for names under `.local` and
/// for addresses of private networks, and by its own certificate for nothing else.
///
/// Made on first use and kept in the state directory (`ca.pem`, `ca-key.pem`), so that a user who trusts it once need
/// not do so again.
///
/// Times here are the machine's, not the world's: TLS clients hold certificates against the system clock.
public struct LocalAuthority: Sendable {
    private static let certificateName = "ca.pem", replacedName = "ca-replaced.pem", keyName = "ca-key.pem",
        lockName = "ca.lock"
    private static let serverCertificateName = "server.pem", serverKeyName = "server-key.pem"
    private static let lifetime = Duration.seconds(3650 * 86_400)
    /// Clients of Apple's refuse server certificates of more than 825 days.
    private static let serverLifetime = Duration.seconds(365 * 86_400)
    /// Certificates with less left are made anew.
    private static let leastRest = Duration.seconds(30 * 86_400)

    private let directory: StateDirectory
    private let issuer: IssuedCertificate
    private let reach: AuthorityReach

    /// Why the authority that was kept, and may be trusted somewhere, could not go on; nil when it did, or there was none.
    public let replacement: BridgeFailure?

    /// The authority's certificate, for clients that are to trust it.
    public var certificatePEM: String { issuer.pem }
    /// The certificate as clients of Apple's take it in.
    package var certificateDER: [UInt8] { issuer.der }
    /// What tells it from others: SHA-256 of its bytes.
    package var fingerprint: [UInt8] { Array(SHA256.hash(data: issuer.der)) }
    /// The path of the certificate's file.
    public var certificatePath: String { directory.file(Self.certificateName) }

    /// Where ``serverIdentity(for:now:)`` keeps what it made last.
    package var serverFiles: ServerIdentityFiles {
        ServerIdentityFiles(
            certificate: directory.file(Self.serverCertificateName), key: directory.file(Self.serverKeyName))
    }

    /// Opens the authority of a state directory, or makes it when there is none, or none that is still good.
    ///
    /// - Parameter reach: for what it must be able to vouch. One that was made for less goes on as long as that is
    ///   enough: whoever trusts it need not do so again.
    /// - Throws: `state/not-writable`, `state/unreadable` or `state/unreadable-authority`.
    public init(
        in directory: StateDirectory, now: Instant, reach wanted: AuthorityReach = .thisMachine
    ) throws(BridgeFailure) {
        self.directory = directory
        let opened = try directory.withLock(named: Self.lockName) { () throws(BridgeFailure) -> Opened in
            let kept = try Self.keptAuthority(in: directory)
            var obstacle: String?
            if let kept {
                obstacle = Self.obstacle(to: kept, wanted, now: now)
                if obstacle == nil, case .reach(let reach) = kept.limits { return (kept, reach, nil) }
            }
            let made = try IssuedCertificate.authority(
                named: "session-bridge local authority", within: .localNetwork, validFrom: now, for: Self.lifetime)
            // By it people find in their stores what they no longer should trust.
            if let kept { try directory.write(Array(kept.pem.utf8), to: Self.replacedName, isPrivate: false) }
            try directory.write(Array(made.keyPEM.reveal().utf8), to: Self.keyName, isPrivate: true)
            try directory.write(Array(made.pem.utf8), to: Self.certificateName, isPrivate: false)
            return (made, .localNetwork, obstacle)
        }
        (issuer, reach) = (opened.issuer, opened.reach)
        replacement = opened.obstacle.map { obstacle in
            let (new, old) = (directory.file(Self.certificateName), directory.file(Self.replacedName))
            return ListeningReason.authorityReplaced.failure(
                "the local authority was made anew, since the one before \(obstacle)",
                fix: "where it was trusted, trust \(new) and remove \(old)")
        }
    }

    private typealias Opened = (issuer: IssuedCertificate, reach: AuthorityReach, obstacle: String?)

    /// Why an authority cannot go on; nil when it can.
    private static func obstacle(to kept: IssuedCertificate, _ wanted: AuthorityReach, now: Instant) -> String? {
        guard kept.isGood(at: now, rest: leastRest) else { return "was about to end, or not yet valid" }
        switch (kept.limits, wanted) {
        case (.none, _): return "was not limited to this machine and its network: its key would sign for any name"
        case (.reach(.thisMachine), .localNetwork): return "vouched for this machine only, and --host needs more"
        case (.reach, _): return nil
        }
    }

    /// The certificate and key of a server under `names`: the one that is kept if it is for these names and good for
    /// a while, else a new one, which is kept in its place.
    ///
    /// - Parameter names: of this machine, or within its reach; order and repetition don't count.
    /// - Throws: `server/name-not-local`, `state/not-writable` or `state/unreadable`.
    public func serverIdentity(for names: [String], now: Instant) throws(BridgeFailure) -> ServerIdentity {
        var wanted: Set<SubjectName> = []
        for name in names { wanted.insert(try SubjectName(name, within: reach)) }
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

    /// - Throws: `state/unreadable-authority` for files that are damaged: a new authority would have to be trusted anew everywhere.
    private static func keptAuthority(in directory: StateDirectory) throws(BridgeFailure) -> IssuedCertificate? {
        if let bytes = try directory.read(keyName), !IssuedCertificate.isKey(bytes) {
            throw ListeningReason.authorityUnreadable.failure(
                "\(directory.file(keyName)) holds no private key of an authority")
        }
        if let bytes = try directory.read(certificateName), !IssuedCertificate.isCertificate(bytes) {
            throw ListeningReason.authorityUnreadable.failure(
                "\(directory.file(certificateName)) holds no certificate")
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
