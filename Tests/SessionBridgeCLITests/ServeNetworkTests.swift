import BridgePrimitives
import Listening
import TestSupport
import Testing

@Suite("serve for other machines", .timeLimit(.minutes(5)))
struct ServeNetworkTests {
    private static let hasNetwork = (try? LocalNetwork.opened(by: "::")) != nil

    /// Columns: what the environment has for a token, and whether others may steer.
    @Test(.enabled(if: hasNetwork), arguments: [("a-token-of-some-length", true), ("", false)])
    func theFirstLineTellsHowToGetThere(token: String, hasControl: Bool) async throws {
        try await withFolder { folder in
            let served = try await Shell(
                """
                $tool serve --json --ephemeral --port-base 0 --no-project-file --verbose --host :: > line & tool_pid=$!
                until [ -s line ]; do kill -0 $tool_pid || exit 9; done
                kill $tool_pid; wait $tool_pid; cat line
                """, in: folder, environment: ["SESSION_BRIDGE_CONTROL_TOKEN": token])
            let line = try JSONValue(parsing: served.output)
            let host = try #require(line["network"]?["host"]?.stringValue)
            for name in ["auth", "web", "web_tls", "backend", "backend_tls", "ca_page"] {
                #expect(line["network"]?[name]?.stringValue?.contains(host) == true, "\(name)")
            }
            #expect((line["network"]?["control"]?.stringValue != nil) == hasControl)
            #expect(token.isEmpty || !(served.output + served.errors).contains(token))
        }
    }

    @Test(arguments: ["short", "with a space in the middle", "sixteen-bytes-ü-or-more"])
    func aTokenThatCannotBeOneIsNotRepeated(token: String) async throws {
        try await withFolder { folder in
            let run = try await Shell(
                "$tool serve --ephemeral --port-base 0 --no-project-file --host 127.0.0.1", in: folder,
                environment: ["SESSION_BRIDGE_CONTROL_TOKEN": token])
            #expect(run.exitCode == 64)
            #expect(run.errors.contains("error[usage/bad-token]: SESSION_BRIDGE_CONTROL_TOKEN has"), "\(run.errors)")
            #expect(!run.errors.contains(token))
        }
    }
}
