import BridgePrimitives
import Listening

extension PlainRequest {
    /// Longest body that a provider reads, in bytes: far more than any of its forms needs.
    static let providerBodyLimit = 64 * 1024

    /// Whether the body says that it is a form; parameters of the type are ignored.
    var hasForm: Bool {
        let type = (contentType ?? "").utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }
        return ASCIIText.isSame(type, FormBody.contentType.utf8)
    }

    /// Whether a page of another origin sent the form: browsers say so, other clients have no `Origin`.
    var isFromForeignPage: Bool {
        guard let origin else { return false }
        return !ASCIIText.isSame(origin, "\(scheme)://\(host)")
    }
}
