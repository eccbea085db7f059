import Foundation
import HTTPLoader
import TestSupport
import Testing

@Suite("TLS, against openssl's own server", .serialized, .timeLimit(.minutes(5)))
struct CurlTransportTLSTests {
    @Test func trustDecides() async throws {
        let server = try await TLSServer(name: "app.localhost")
        defer { server.stop() }
        let cases: [(TrustedCertificates, String, TransportReason?)] = [
            (.only(pem: server.certificate), "app.localhost", nil),
            (.systemAnd(pem: server.certificate), "app.localhost", nil),
            (.system, "app.localhost", .tlsUntrusted),  // nobody vouches for it
            (.only(pem: server.certificate), "other.localhost", .tlsHostMismatch),
            (.only(pem: server.certificate), "127.0.0.1", .tlsHostMismatch),  // an address is no name
        ]
        for (trust, host, expected) in cases {
            let transport = try CurlTransport(trust: trust)
            let url = try WebURL("https://\(host):\(server.port)/")
            do {
                let exchange = try await transport.perform(HTTPRequest(url: url))
                #expect(expected == nil)
                #expect(exchange.response.status == 200)
                #expect(exchange.timings.tls >= exchange.timings.connect)
            } catch {
                #expect(error.code == expected, "\(error)")
                #expect(error.cause.hasPrefix("\(host):\(server.port): "))
            }
        }
    }

    @Test func aTLSServerAnswersPlainRequestsWithNonsense() async throws {
        let server = try await TLSServer(name: "app.localhost")
        defer { server.stop() }
        let transport = try CurlTransport()
        let url = try WebURL("http://127.0.0.1:\(server.port)/")
        let failure = await failure { () throws(TransportFailure) in try await transport.perform(HTTPRequest(url: url))
        }
        #expect([.connectionLost, .malformedResponse].contains(failure?.code))
    }
}

/// `openssl s_server` on a free port, with a certificate made for the occasion.
private struct TLSServer {

    let port: Int
    let certificate: [UInt8]
    private let process: Process
    private let folder: URL

    init(name: String) async throws {
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
        process = Self.openssl(["s_server", "-accept", "0", "-cert", certificate, "-key", key, "-www"])
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
    }

    func stop() {
        // The child inherits a mask in which SIGTERM may be blocked.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    private static func openssl(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
