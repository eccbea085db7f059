/// Whose signatures on a server's certificate count.
public enum TrustedCertificates: Sendable, Hashable {
    /// The authorities of the system.
    case system
    /// Those and the authorities in `pem`, one or more certificates in PEM form.
    case systemAnd(pem: [UInt8])
    /// The authorities in `pem` and nobody else.
    case only(pem: [UInt8])
}

extension TrustedCertificates {
    /// Whether a text has a certificate in PEM form in it.
    package static func haveAny(in pem: [UInt8]) -> Bool {
        pem.firstRange(of: Array("-----BEGIN CERTIFICATE-----".utf8)) != nil
    }
}
