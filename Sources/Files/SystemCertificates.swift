#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The authorities that the system trusts, for programs and libraries that are given a list of their own.
package enum SystemCertificates {
    private static let usualPlaces = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        // Homebrew's, on Apple's processors and on Intel's; macOS itself has the one above.
        "/opt/homebrew/etc/ca-certificates/cert.pem", "/usr/local/etc/ca-certificates/cert.pem",
    ]
    private static let sizeLimit = 16 << 20

    /// PEM, from the file that `SSL_CERT_FILE` names, or else from the first of the usual places that has one.
    ///
    /// - Returns: an empty text if there is no such file; servers on this machine need none.
    package static func pem() -> String {
        let named = ProcessInfo.processInfo.environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
        for path in (named.map { [$0] } ?? []) + usualPlaces {
            guard let bytes = try? InputFile.read(path, upTo: sizeLimit) else { continue }
            return String(decoding: bytes, as: UTF8.self)
        }
        return ""
    }
}
