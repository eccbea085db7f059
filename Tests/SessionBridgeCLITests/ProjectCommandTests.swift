import BridgePrimitives
import ChildProcesses
import Foundation
import TestSupport
import Testing

/// Verbs beside a project file, as they are typed in its folder.
@Suite("Project files on the command line", .timeLimit(.minutes(5)), .serialized)
struct ProjectCommandTests {
    private static let scenario = """
        name: own
        steps: [sign-in, exchange, open: { path: / }]
        expect: { verdict: signed-in }
        """

    private static func write(_ files: [String: String], in folder: String) throws {
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    }

    @Test func aMistakeInItIsToldBeforeAnythingRuns() async throws {
        try await withFolder { folder in
            try Self.write(
                ["session-bridge.yaml": "version: 1\nweb: { engine: opera }", "a.yaml": Self.scenario], in: folder)
            for verb in ["run a.yaml", "demo", "serve --port-base 0", "trace http://127.0.0.1:1/"] {
                let run = try await Shell("$tool \(verb)", in: folder)
                #expect(run.exitCode == 65 && run.output.isEmpty, "\(verb)")
                #expect(
                    run.errors.hasPrefix("session-bridge.yaml:2:16: error[project/unknown-word]"), "\(run.errors)")
            }
            let without = try await Shell("$tool run --no-project-file a.yaml", in: folder)
            #expect(without.exitCode == 1 && without.errors.isEmpty)
            let both = try await Shell("$tool demo --no-project-file --project-file x.yaml", in: folder)
            #expect(both.exitCode == 64 && both.errors.contains("exclude each other"))
            let none = try await Shell("$tool demo --project-file none.yaml", in: folder)
            #expect(none.exitCode == 65 && none.errors.contains("error[project/no-such-file]"))
        }
    }

    /// A handoff with a backend that a command starts, and that answers wrongly; then a flag and a scenario that win.
    @Test func runSpeaksToTheBackendOfTheFile() async throws {
        let server = try ScriptedServer { _ in
            .keep("HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        try await withFolder { folder in
            try Self.write(
                [
                    "session-bridge.yaml": """
                    version: 1
                    auth: { project: shop, port: \(try FreePort.find()) }
                    backend: { url: "http://127.0.0.1:\(server.port)", exchange: { token: { json: token } } }
                    handover: [cookie-store]
                    """, "a.yaml": Self.scenario,
                ], in: folder)
            try FileManager.default.createDirectory(atPath: folder + "/below", withIntermediateDirectories: true)
            let run = try await Shell("cd below && $tool run ../a.yaml", in: folder)
            #expect(run.exitCode == 1)
            #expect(run.errors == "session-bridge: project file ../session-bridge.yaml\n")
            let lines = run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(
                lines.dropFirst().first
                    == "cause     exchange/redirected: exchange failed: the backend answered 302, a redirect to /login."
            )
            let demo = try await Shell("$tool demo --quiet", in: folder)
            #expect(demo.exitCode == 1 && demo.errors.isEmpty && demo.output.contains("exchange/redirected"))
        }
    }

    @Test func serveAnnouncesWhatTheFileSays() async throws {
        try await withFolder { folder in
            try Self.write(
                [
                    "session-bridge.yaml": """
                    version: 1
                    auth: { project: shop, strictness: lenient }
                    backend: { url: "http://127.0.0.1:3999" }
                    web: { url: "http://localhost:5173" }
                    """
                ], in: folder)
            let script = """
                rm -f line
                $tool serve --json --port-base 0 --ephemeral $1 > line & tool_pid=$!
                until [ -s line ]; do kill -0 $tool_pid || exit 9; done
                kill $tool_pid; wait $tool_pid; cat line
                """
            let served = try await Shell(script, in: folder)
            let line = try JSONValue(parsing: served.output)
            #expect(line["project"] == "shop" && line["strictness"] == "lenient")
            #expect(line["backend"] == "http://127.0.0.1:3999" && line["web"] == "http://localhost:5173")
            let flags = try await Shell(
                script.replacing("$1", with: "--project other-app --strict --backend http://127.0.0.1:4000"), in: folder
            )
            let won = try JSONValue(parsing: flags.output)
            #expect(won["project"] == "other-app" && won["strictness"] == "strict")
            #expect(won["backend"] == "http://127.0.0.1:4000")
        }
    }

    @Test func traceTakesAPathOfTheFilesPage() async throws {
        let server = try ScriptedServer { _ in .ok("<title>Mine</title>", headers: "Content-Type: text/html\r\n") }
        defer { server.stop() }
        try await withFolder { folder in
            try Self.write(
                ["session-bridge.yaml": "version: 1\nweb: { url: \"http://127.0.0.1:\(server.port)\" }"], in: folder)
            let trace = try await Shell("$tool trace /orders --quiet", in: folder)
            #expect(trace.exitCode == 0 && server.received.map(\.line) == ["GET /orders HTTP/1.1"], "\(trace.errors)")
        }
    }

    @Test func initWritesAFileThatTheOtherVerbsRead() async throws {
        try await withFolder { folder in
            try Self.write(
                [
                    ".firebaserc": #"{"projects":{"default":"shop"}}"#,
                    "package.json": #"{"dependencies":{"vite":"7"}}"#,
                ],
                in: folder)
            let made = try await Shell("$tool init --yes", in: folder)
            #expect(
                made.output == """
                    guessed  project shop, from .firebaserc
                    guessed  the page at http://localhost:5173, from package.json (vite)
                    wrote    session-bridge.yaml
                    Next: read it, then run session-bridge demo.

                    """)
            let again = try await Shell("$tool init --yes", in: folder)
            #expect(again.exitCode == 65 && again.errors.contains("error[project/exists]") && again.output.isEmpty)
            let forced = try await Shell("$tool init --yes --force --quiet", in: folder)
            #expect(forced.exitCode == 0 && forced.output.isEmpty)
            // It is read: its page is not there.
            let demo = try await Shell("$tool demo --quiet", in: folder)
            #expect(demo.output.contains("http://localhost:5173/"), "\(demo.output) \(demo.errors)")
        }
    }

    @Test func theSchemaAndTheReference() async throws {
        try await withFolder { folder in
            let schema = try await Shell("$tool schema --project-file", in: folder)
            #expect(try JSONValue(parsing: schema.output)["title"] == "A project file of session-bridge")
            let reference = try await Shell("$tool schema --project-file --markdown", in: folder)
            #expect(reference.output.hasPrefix("# The project file\n"))
        }
    }
}
