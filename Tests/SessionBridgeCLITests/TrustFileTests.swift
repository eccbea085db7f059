import Foundation
import TestSupport
import Testing

@Suite("Files of trusted certificates", .serialized, .timeLimit(.minutes(5)))
struct TrustFileTests {
    /// It is the file that is wrong, not the server's certificate, and that is known at once. The state folder has an
    /// authority of its own.
    @Test(arguments: ["", "hello", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
    func oneWithoutACertificateIsRefused(text: String) async throws {
        try await withFolder { folder in
            try text.write(toFile: folder + "/bad.pem", atomically: true, encoding: .utf8)
            try "name: quick\nsteps: [{ advance: 1m }]\nexpect: { verdict: not-opened }\n"
                .write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
            let run = try await Shell(
                "$tool run s.yaml > /dev/null; $tool trace https://127.0.0.1:1/ --ca bad.pem", in: folder)
            #expect(run.exitCode == 64)
            #expect(run.output.isEmpty)
            #expect(
                run.errors
                    == "session-bridge: error[transport/no-certificates]: bad.pem has no certificate in it; give a file"
                    + " that has -----BEGIN CERTIFICATE-----\n")
        }
    }
}
