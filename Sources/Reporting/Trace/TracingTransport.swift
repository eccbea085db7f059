public import BridgePrimitives
import Foundation
public import HTTPLoader
import Worlds

/// The HTTP client of `trace`: trusts the system, a file that is named, and the local authority if there is one.
public enum TracingTransport: Sendable {
    /// - Throws: `transport/unreadable-certificates` for a file that cannot be read; what ``CurlTransport`` throws.
    public static func make(certificates file: String?, stateFolder: String?) throws(BridgeFailure) -> CurlTransport {
        var pem: [UInt8] = []
        if let file {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw BridgeFailure(
                    TransportSetupReason.unreadableCertificates, cause: "\(file) cannot be read")
            }
            pem += data
        }
        let local = (stateFolder ?? WorldMaterial.usualStateFolder) + "/ca.pem"
        if let data = FileManager.default.contents(atPath: local) { pem += [0x0A] + data }
        return try CurlTransport(trust: pem.isEmpty ? .system : .systemAnd(pem: pem))
    }
}
