import Files
import Foundation

/// The authorities that the system trusts: a process that is pointed at another file goes on trusting them.
package enum SystemCertificates {
    private static let usualPlaces = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]
    private static let sizeLimit = 16 << 20

    /// - Returns: nothing where the system has no such file; what is answered here needs none.
    package static func pem() -> String {
        let named = ProcessInfo.processInfo.environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
        for path in (named.map { [$0] } ?? []) + usualPlaces {
            guard let bytes = try? InputFile.read(path, upTo: sizeLimit) else { continue }
            return String(decoding: bytes, as: UTF8.self)
        }
        return ""
    }
}
