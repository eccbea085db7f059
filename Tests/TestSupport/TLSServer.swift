import Foundation

/// `openssl s_server` on a free port, with a certificate made for the occasion.
public struct TLSServer: Sendable {
    public let port: Int
    /// PEM; signed by itself.
    public let certificate: [UInt8]
    private let held: HeldProcess
    private var process: Process { held.process }
    private let folder: URL

    /// - Parameter wantsClientCertificate: whether clients without one are turned away.
    public init(name: String, wantsClientCertificate: Bool = false) async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (key, certificate) = (folder.appendingPathComponent("k").path, folder.appendingPathComponent("c").path)
        let making = Self.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-keyout", key, "-out", certificate, "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)",
        ])
        // `waitUntilExit` would turn a run loop that this thread does not have.
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            making.terminationHandler = { _ in ended.resume() }
            do { try making.run() } catch {
                making.terminationHandler = nil
                ended.resume(throwing: error)
            }
        }
        self.certificate = Array(try Data(contentsOf: URL(fileURLWithPath: certificate)))
        let demand = wantsClientCertificate ? ["-Verify", "1", "-verify_return_error"] : []
        let process = Self.openssl(["s_server", "-accept", "0", "-cert", certificate, "-key", key, "-www"] + demand)
        let output = Pipe()
        process.standardOutput = output
        try process.start()
        var text = ""
        // "ACCEPT [::]:40123" says that it listens, and where.
        while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw POSIXError(.EIO) }
            text += String(decoding: data, as: UTF8.self)
        }
        guard let port = Int(text.split(separator: ":").last?.filter(\.isNumber) ?? "") else { throw POSIXError(.EIO) }
        self.port = port
        held = HeldProcess(process: process)
    }

    public func stop() {
        // The child inherits a mask in which SIGTERM may be blocked.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    /// OpenSSL's own. A Mac has LibreSSL's at the usual place, without some of these options, and OpenSSL's from Homebrew,
    /// whose curl is built on it.
    private static let openSSL =
        ["/opt/homebrew/opt/openssl@3/bin/openssl", "/usr/local/opt/openssl@3/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) } ?? "/usr/bin/openssl"

    private static func openssl(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: openSSL)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        return process
    }
}

/// Apple's Foundation does not declare `Process` as `Sendable`.
///
/// Unchecked: the process runs and is only signalled, which Foundation allows from any thread.
private struct HeldProcess: @unchecked Sendable {
    let process: Process
}
