import Foundation
import Serving
import Testing

@Suite("The variables of a command with services around it", .timeLimit(.minutes(5)))
struct CommandEnvironmentTests {
    private func environment(googleHosts: Bool, inherited: [String: String] = [:]) async throws -> [String: String] {
        var serving = Serving()
        serving.isEphemeral = true
        serving.ports = Serving.Ports(base: 0)
        serving.googleFront = googleHosts ? GoogleFront.Settings() : nil
        return try await serving.lend { CommandEnvironment($0).applied(to: inherited) }
    }

    @Test func anSDKFindsTheEmulator() async throws {
        let found = try await environment(googleHosts: false, inherited: ["PATH": "/bin", "HTTPS_PROXY": "http://p"])
        #expect(found["FIREBASE_AUTH_EMULATOR_HOST"]?.hasPrefix("127.0.0.1:") == true)
        #expect(found["SESSION_BRIDGE_AUTH"] == found["FIREBASE_AUTH_EMULATOR_HOST"].map { "http://" + $0 })
        #expect(found["GCLOUD_PROJECT"] == "demo-bridge" && found["GOOGLE_CLOUD_PROJECT"] == "demo-bridge")
        #expect(found["GOOGLE_APPLICATION_CREDENTIALS"]?.hasSuffix("/service-account.json") == true)
        for name in ["BACKEND", "BACKEND_TLS", "WEB", "WEB_TLS", "CONTROL", "CA", "PROJECT"] {
            #expect(found["SESSION_BRIDGE_\(name)"] != nil, "\(name)")
        }
        // What is not ours stays.
        #expect(found["PATH"] == "/bin" && found["HTTPS_PROXY"] == "http://p")
        #expect(found["SSL_CERT_FILE"] == nil)
    }

    @Test func orBelievesThatItSpeaksWithGoogle() async throws {
        let found = try await environment(
            googleHosts: true,
            inherited: ["FIREBASE_AUTH_EMULATOR_HOST": "elsewhere:1", "NO_PROXY": "googleapis.com", "https_proxy": "x"])
        #expect(found["FIREBASE_AUTH_EMULATOR_HOST"] == nil)
        #expect(found["HTTPS_PROXY"]?.hasPrefix("http://127.0.0.1:") == true)
        #expect(found["https_proxy"] == found["HTTPS_PROXY"])
        #expect(found["NO_PROXY"] == "localhost,.localhost,127.0.0.1,::1" && found["no_proxy"] == found["NO_PROXY"])
        #expect(found["NODE_USE_ENV_PROXY"] == "1")
        let file = try #require(found["SSL_CERT_FILE"])
        #expect(found["REQUESTS_CA_BUNDLE"] == file && found["NODE_EXTRA_CA_CERTS"] == file)
        #expect(found["CURL_CA_BUNDLE"] == file)
        // Gone with the run.
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
