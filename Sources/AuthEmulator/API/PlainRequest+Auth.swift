import BridgePrimitives
import Listening

extension PlainRequest {
    /// The `x-goog-api-key` field.
    var apiKey: String? { headers[named: "x-goog-api-key"] }

    /// Scheme, host and port for links back to the service; the usual address when `Host` holds anything odd.
    var serviceOrigin: String {
        let isOdd: (UInt8) -> Bool = { byte in
            !(ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || ":-.[]".utf8.contains(byte))
        }
        guard !host.isEmpty, host.utf8.count <= 255, !host.utf8.contains(where: isOdd) else {
            return "\(scheme)://127.0.0.1:9099"
        }
        return "\(scheme)://\(host)"
    }
}
