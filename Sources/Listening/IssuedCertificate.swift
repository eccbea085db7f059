import BridgePrimitives
import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A certificate of the local authority, or the authority's own, with its private key (EC P-256).
struct IssuedCertificate: Sendable {
    let pem: String
    let keyPEM: Secret<String>
    private let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// Returns nil unless both can be read and belong together.
    init?(pem: String, keyPEM: Secret<String>) {
        guard let certificate = try? Certificate(pemEncoded: pem),
            let key = try? P256.Signing.PrivateKey(pemRepresentation: keyPEM.reveal()),
            certificate.publicKey == Certificate.PublicKey(key.publicKey)
        else { return nil }
        (self.pem, self.keyPEM, self.certificate, self.key) = (pem, keyPEM, certificate, key)
    }

    /// Whether the bytes are a private key of the kind that is used here, in PEM form.
    static func isKey(_ pem: [UInt8]) -> Bool {
        (try? P256.Signing.PrivateKey(pemRepresentation: String(decoding: pem, as: UTF8.self))) != nil
    }

    /// Whether the bytes are a certificate in PEM form.
    static func isCertificate(_ pem: [UInt8]) -> Bool {
        (try? Certificate(pemEncoded: String(decoding: pem, as: UTF8.self))) != nil
    }

    private init(_ certificate: Certificate, key: P256.Signing.PrivateKey) throws {
        (self.certificate, self.key) = (certificate, key)
        pem = try certificate.serializeAsPEM().pemString
        keyPEM = Secret(key.pemRepresentation)
    }

    var der: [UInt8] { (try? PEMDocument(pemString: pem))?.derBytes ?? [] }

    var expiry: Instant { Instant(certificate.notValidAfter) }

    /// Whether it is valid now and will be for `rest`.
    func isGood(at now: Instant, rest: Duration) -> Bool {
        Instant(certificate.notValidBefore) <= now && now + rest < expiry
    }

    func isIssued(by issuer: IssuedCertificate) -> Bool {
        issuer.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    var isAuthority: Bool {
        if case .isCertificateAuthority = try? certificate.extensions.basicConstraints { true } else { false }
    }

    /// What limits an authority.
    enum Limits {
        /// By its own certificate it vouches for exactly that.
        case reach(AuthorityReach)
        /// It could vouch for more than it should.
        case none
    }

    var limits: Limits {
        guard let constraints = try? certificate.extensions.nameConstraints else { return .none }
        let permitted = Set(constraints.permittedSubtrees)
        for reach in [AuthorityReach.thisMachine, .localNetwork] where permitted == Set(reach.permittedSubtrees) {
            return .reach(reach)
        }
        return .none
    }

    /// The names that it is for; nil when there is one that this machine's server would not ask for.
    var subjects: Set<SubjectName>? {
        guard let names = try? certificate.extensions.subjectAlternativeNames else { return nil }
        var subjects: Set<SubjectName> = []
        for name in names {
            guard let text = Self.text(of: name), let subject = try? SubjectName(text, within: .localNetwork) else {
                return nil
            }
            subjects.insert(subject)
        }
        return subjects
    }

    // MARK: - Making

    /// An authority for what is within `reach`, and for `names` and what lies under them, and by its own certificate for
    /// nothing else.
    static func authority(
        named commonName: String, within reach: AuthorityReach, vouchingFor names: [String] = [],
        validFrom now: Instant, for lifetime: Duration
    ) throws(BridgeFailure) -> IssuedCertificate {
        try authority(
            named: commonName,
            limits: NameConstraints(permittedSubtrees: reach.permittedSubtrees + names.map { .dnsName($0) }),
            validFrom: now, for: lifetime)
    }

    /// An authority for whatever host a device asks for: nothing but its short life limits it.
    static func authorityForAnyHost(
        named commonName: String, validFrom now: Instant, for lifetime: Duration
    ) throws(BridgeFailure) -> IssuedCertificate {
        try authority(named: commonName, limits: nil, validFrom: now, for: lifetime)
    }

    private static func authority(
        named commonName: String, limits: NameConstraints?, validFrom now: Instant, for lifetime: Duration
    ) throws(BridgeFailure) -> IssuedCertificate {
        try making {
            let key = P256.Signing.PrivateKey()
            let name = try DistinguishedName {
                CommonName(commonName)
                OrganizationName("session-bridge")
            }
            let extensions = try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                if let limits { Critical(limits) }
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
            }
            return try IssuedCertificate(
                name: name, key: key, extensions: extensions, issuer: (name, key), validFrom: now, for: lifetime)
        }
    }

    static func server(
        _ subjects: [GeneralName], by issuer: IssuedCertificate, validFrom now: Instant, for lifetime: Duration
    ) throws(BridgeFailure) -> IssuedCertificate {
        try making {
            let key = P256.Signing.PrivateKey()
            let name = try DistinguishedName { CommonName("session-bridge local server") }
            let extensions = try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(subjects)
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: issuer.certificate.publicKey).keyIdentifier)
            }
            return try IssuedCertificate(
                name: name, key: key, extensions: extensions, issuer: (issuer.certificate.subject, issuer.key),
                validFrom: now, for: lifetime)
        }
    }

    private init(
        name: DistinguishedName, key: P256.Signing.PrivateKey, extensions: Certificate.Extensions,
        issuer: (name: DistinguishedName, key: P256.Signing.PrivateKey), validFrom now: Instant, for lifetime: Duration
    ) throws {
        // Valid since yesterday, for clients whose clock is a little behind.
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(now - .seconds(86_400)), notValidAfter: Date(now + lifetime), issuer: issuer.name,
            subject: name, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(issuer.key))
        try self.init(certificate, key: key)
    }

    private static func making(_ make: () throws -> IssuedCertificate) throws(BridgeFailure) -> IssuedCertificate {
        do { return try make() } catch {
            throw ListeningReason.internalFault.failure("no certificate could be made: \(error)")
        }
    }

    private static func text(of name: GeneralName) -> String? {
        switch name {
        case .dnsName(let name): name
        case .ipAddress(let address) where address.bytes.count == 4:
            address.bytes.map { String($0) }.joined(separator: ".")
        case .ipAddress(let address) where address.bytes.count == 16:
            stride(from: 0, to: 16, by: 2).map { offset in
                let pair = Array(address.bytes.dropFirst(offset).prefix(2))
                return String(UInt16(pair[0]) << 8 | UInt16(pair[1]), radix: 16)
            }.joined(separator: ":")
        default: nil
        }
    }
}

extension Instant {
    init(_ date: Date) { self.init(millisecondsSinceEpoch: Int64((date.timeIntervalSince1970 * 1000).rounded())) }
}

extension Date {
    init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.secondsSinceEpoch)) }
}
