package import BridgePrimitives
import SwiftASN1
import X509

/// When a certificate ends.
package enum CertificateExpiry: Sendable {
    /// Nil for text that is no certificate.
    package static func instant(ofPEM text: String) -> Instant? {
        (try? Certificate(pemEncoded: text)).map { Instant($0.notValidAfter) }
    }
}
