import BridgePrimitives
import Files
import HTTPLoader
import Worlds

/// The HTTP client of `trace`: trusts the system, a file that is named, and the local authority if there is one.
enum TracingTransport {
    private static let sizeLimit = 16 << 20

    /// - Throws: `transport/unreadable-certificates` for a file that cannot be read, `transport/no-certificates`
    ///   for one without; what ``CurlTransport`` throws.
    static func make(certificates file: String?, stateFolder: String?) throws(BridgeFailure) -> CurlTransport {
        var pem = try file.map { (file) throws(BridgeFailure) in try certificates(in: file) } ?? []
        let local = (stateFolder ?? WorldMaterial.usualStateFolder) + "/ca.pem"
        if let data = try? InputFile.read(local, upTo: sizeLimit) { pem += [0x0A] + data }
        return try CurlTransport(trust: pem.isEmpty ? .system : .systemAnd(pem: pem))
    }

    /// What a PEM file holds.
    ///
    /// - Throws: `transport/unreadable-certificates`, or `transport/no-certificates` while the file still has a name.
    static func certificates(in file: String) throws(BridgeFailure) -> [UInt8] {
        let pem: [UInt8]
        do { pem = try InputFile.read(file, upTo: sizeLimit) } catch {
            throw BridgeFailure(TransportSetupReason.unreadableCertificates, cause: "\(file) \(error.clause)")
        }
        guard TrustedCertificates.haveAny(in: pem) else {
            throw TransportSetupReason.noCertificates.failure("\(file) has no certificate in it")
        }
        return pem
    }
}
