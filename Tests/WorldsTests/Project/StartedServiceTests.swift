import BridgePrimitives
import Files
import Foundation
import HTTPLoader
import Listening
import Project
import Scenarios
import TestSupport
import Testing
import WorldTestSupport
import Worlds

@Suite("What a command starts", .timeLimit(.minutes(5)))
struct StartedServiceTests {
    /// - Parameter ready: a server that answers when the backend is taken to be ready.
    private static func settings(
        _ command: String, in folder: String, url: String = "http://127.0.0.1:${port}", ready: String? = nil,
        within: Duration = .seconds(60), environment: [NamedText] = []
    ) throws -> WorldSettings {
        var start = ServiceStart()
        (start.command, start.within, start.environment) = (command, within, environment)
        start.ready = ready.map(TextTemplate.init)
        var backend = OwnBackend(url: TextTemplate(url))
        backend.start = start
        var project = AppProject()
        (project.folder, project.backend) = (folder, backend)
        return try WorldSettings().adopting(project)
    }

    private static func failure(_ settings: WorldSettings) async throws -> BridgeFailure? {
        let material = try SharedMaterial.material.get()
        return await #expect(throws: BridgeFailure.self) { try await withWorld(settings, material: material) { _ in } }
    }

    @Test func itRunsInItsFolderWithTheWorldsAddresses() async throws {
        let server = try ScriptedServer { _ in .ok() }
        defer { server.stop() }
        try await withFolder { folder in
            let settings = try Self.settings(
                "env > said.part; echo $$ > number; mv said.part said; exec sleep 600", in: folder,
                ready: "http://127.0.0.1:\(server.port)/health",
                environment: [NamedText("AUTH", "${auth}/x ${port}"), NamedText("FIREBASE_AUTH_EMULATOR_HOST", "")])
            var number: Int32 = 0
            try await withWorld(settings, material: SharedMaterial.material.get()) { world in
                try await waitUntil("the command's file") { FileManager.default.fileExists(atPath: folder + "/said") }
                let said = try String(contentsOfFile: folder + "/said", encoding: .utf8).split(separator: "\n")
                let port = world.addresses.backend.effectivePort
                #expect(world.addresses.backend.origin == "http://127.0.0.1:\(port)")
                #expect(said.contains("PORT=\(port)"))
                #expect(
                    said.contains("GCLOUD_PROJECT=demo-bridge") && said.contains("GOOGLE_CLOUD_PROJECT=demo-bridge"))
                #expect(said.contains("AUTH=\(world.addresses.auth.origin)/x \(port)"))
                #expect(said.contains { $0.hasPrefix("GOOGLE_APPLICATION_CREDENTIALS=/") })
                #expect(said.contains { $0.hasPrefix("SESSION_BRIDGE_CERTIFICATES=\(world.addresses.auth.origin)/") })
                #expect(!said.contains { $0.hasPrefix("FIREBASE_AUTH_EMULATOR_HOST=") })
                let text = try String(contentsOfFile: folder + "/number", encoding: .utf8)
                number = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
                #expect(kill(number, 0) == 0)
                #expect(server.received.last?.line == "GET /health HTTP/1.1")
            }
            // Killed as it is, it has its number until the system has taken it off its list.
            try await waitUntil("it is gone") { kill(number, 0) != 0 }
        }
    }

    @Test func stoppingTheBackendStopsTheCommand() async throws {
        let server = try ScriptedServer { _ in .ok() }
        defer { server.stop() }
        try await withFolder { folder in
            let settings = try Self.settings(
                "echo $$ > number.part; mv number.part number; exec sleep 600", in: folder,
                ready: "http://127.0.0.1:\(server.port)/")
            try await withWorld(settings, material: SharedMaterial.material.get()) { world in
                try await waitUntil("the command's file") { FileManager.default.fileExists(atPath: folder + "/number") }
                let text = try String(contentsOfFile: folder + "/number", encoding: .utf8)
                let number = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
                try await WorldPlayer(world: world).perform(.stopBackend)
                // Killed as it is, it has its number until the system has taken it off its list.
                try await waitUntil("it is gone") { kill(number, 0) != 0 }
            }
        }
    }

    @Test func oneThatEndsAtOnceSaysItsLastLines() async throws {
        try await withFolder { folder in
            let command = "echo first; echo; echo 'ModuleNotFoundError: flask' >&2; exit 3"
            let failure = try await Self.failure(Self.settings(command, in: folder))
            #expect(failure?.code.rawValue == "start/ended-early" && failure?.kind == .unavailable)
            #expect(
                failure?.cause
                    == "backend.start, `\(command)`, ended before it was ready. It said: ModuleNotFoundError: flask"
            )
            // As Node does: what tells most stands in the middle.
            let node = "printf 'throw err;\\nError: Cannot find module\\n  at a\\n  at b\\n  at c\\n}\\nNode.js v20\\n'"
            let told = try await Self.failure(Self.settings(node, in: folder))
            #expect(told?.cause.hasSuffix("It said: Error: Cannot find module") == true)
            let silent = try await Self.failure(Self.settings("exit 0", in: folder))
            #expect(silent?.cause == "backend.start, `exit 0`, ended before it was ready; it said nothing")
        }
    }

    @Test func oneThatNeverGetsReady() async throws {
        let server = try ScriptedServer { _ in .keep("HTTP/1.1 503 Wait\r\nContent-Length: 0\r\n\r\n") }
        defer { server.stop() }
        try await withFolder { folder in
            let settings = try Self.settings(
                "echo starting; exec sleep 600", in: folder, ready: "http://127.0.0.1:\(server.port)/health",
                within: .milliseconds(400))
            let failure = try await Self.failure(settings)
            #expect(failure?.code.rawValue == "start/not-ready")
            #expect(
                failure?.cause
                    == "backend.start, `echo starting; exec sleep 600`, is not ready at http://127.0.0.1:\(server.port)/health after 400ms:"
                    + " the answer is 503; it said last: starting")
        }
    }

    @Test func oneThatListensElsewhere() async throws {
        try await withFolder { folder in
            // Up in a moment, for the time that it has is waited for to the end.
            let script = """
                import socket, time
                listener = socket.create_server(("127.0.0.1", 0))
                print(listener.getsockname()[1], flush=True)
                time.sleep(600)
                """
            try Data(script.utf8).write(to: URL(fileURLWithPath: folder + "/server.py"))
            let settings = try Self.settings("exec python3 -S server.py", in: folder, within: .seconds(20))
            let failure = try await Self.failure(settings)
            let port = try #require(failure?.cause.split(separator: " ").last)
            #expect(failure?.code.rawValue == "start/not-ready")
            #expect(failure?.cause.contains("; it listens at \(port), not at ") == true, "\(failure?.cause ?? "")")
        }
    }

    @Test func oneThatSpeaksPlainHTTP() async throws {
        try await withFolder { folder in
            let settings = try Self.settings(
                "exec python3 -m http.server --bind 127.0.0.1 $PORT", in: folder, url: "https://127.0.0.1:${port}")
            let failure = try await Self.failure(settings)
            #expect(failure?.code.rawValue == "start/plain-http")
            #expect(failure?.cause.contains("speaks plain http at 127.0.0.1:") == true, "\(failure?.cause ?? "")")
        }
    }

    @Test func oneThatListensNowhere() async throws {
        try await withFolder { folder in
            let failure = try await Self.failure(
                Self.settings("exec sleep 600", in: folder, within: .milliseconds(300)))
            #expect(failure?.cause.hasSuffix("; it listens at no port; it said nothing") == true)
        }
    }

    /// A server on HTTPS with a certificate of its own, and with the one that the command is given.
    @Test(arguments: [
        ("own.pem own-key.pem", false), ("$SESSION_BRIDGE_TLS_CERTIFICATE $SESSION_BRIDGE_TLS_KEY", true),
        ("$CERTIFICATE $KEY", true),
    ])
    func itsCertificate(files: String, isTrusted: Bool) async throws {
        let state = try TemporaryFolder()
        let other = try LocalAuthority(in: StateDirectory(state.path), now: SystemTime.now)
            .serverIdentity(for: ["127.0.0.1"], now: SystemTime.now)
        try await withFolder { folder in
            let script = """
                import os, ssl, sys
                from http.server import *
                s = HTTPServer(("127.0.0.1", int(os.environ["PORT"])), BaseHTTPRequestHandler)
                c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                c.load_cert_chain(sys.argv[1], sys.argv[2])
                s.socket = c.wrap_socket(s.socket, server_side=True)
                s.serve_forever()
                """
            for (name, text) in [
                ("server.py", script), ("own.pem", other.certificatePEM), ("own-key.pem", other.privateKeyPEM.reveal()),
            ] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            }
            let settings = try Self.settings(
                "exec python3 server.py \(files) 2>&1", in: folder, url: "https://127.0.0.1:${port}",
                environment: [NamedText("CERTIFICATE", "${tls-certificate}"), NamedText("KEY", "${tls-key}")])
            guard !isTrusted else {
                return try await withWorld(settings, material: SharedMaterial.material.get()) { world in
                    #expect(world.addresses.backend.isSecure)
                }
            }
            let failure = try await Self.failure(settings)
            #expect(failure?.code.rawValue == "start/certificate-not-trusted")
            #expect(
                failure?.cause.hasPrefix("backend.start, `exec python3 server.py own.pem own-key.pem 2>&1`, is up: ")
                    == true)
            // Once its authority is named, it is.
            var trusting = settings
            trusting.trustedCertificates = Array(
                try LocalAuthority(in: StateDirectory(state.path), now: SystemTime.now).certificatePEM.utf8)
            let material = try WorldMaterial(state: StateDirectory(folder + "/state"), for: trusting)
            defer { material.transport.shutdown() }
            try await withWorld(trusting, material: material) { world in #expect(world.addresses.backend.isSecure) }
        }
    }

    @Test func aPortThatSomebodyHas() async throws {
        let server = try ScriptedServer { _ in .ok() }
        defer { server.stop() }
        try await withFolder { folder in
            let settings = try Self.settings("sleep 600", in: folder, url: "http://127.0.0.1:\(server.port)")
            let failure = try await Self.failure(settings)
            #expect(failure?.code.rawValue == "start/port-in-use")
            #expect(
                failure?.cause
                    == "something listens at http://127.0.0.1:\(server.port) already, where backend.start, `sleep 600`, is to listen"
            )
            #expect(failure?.fix.contains("${port}") == true)
        }
    }

    // MARK: - What serves the page

    /// - Parameter url: of the page.
    private static func pageSettings(
        _ command: String, in folder: String, url: String = "http://127.0.0.1:${port}", ready: String? = nil,
        within: Duration = .seconds(60)
    ) throws -> WorldSettings {
        var project = AppProject()
        project.folder = folder
        project.web.url = TextTemplate(url)
        var start = ServiceStart()
        (start.command, start.within) = (command, within)
        start.environment = [NamedText("VITE_API", "${backend}/x")]
        start.ready = ready.map(TextTemplate.init)
        project.web.start = start
        return try WorldSettings().adopting(project)
    }

    /// A page's server is started as a backend is, and told where that is; the page is at its address.
    @Test func thePagesServerIsStartedBehindTheBackend() async throws {
        let server = try ScriptedServer { _ in .ok() }
        defer { server.stop() }
        try await withFolder { folder in
            let settings = try Self.pageSettings(
                "env > said.part; echo $$ > number; mv said.part said; exec sleep 600", in: folder,
                ready: "http://127.0.0.1:\(server.port)/")
            var number: Int32 = 0
            try await withWorld(settings, material: SharedMaterial.material.get()) { world in
                try await waitUntil("the command's file") { FileManager.default.fileExists(atPath: folder + "/said") }
                let said = try String(contentsOfFile: folder + "/said", encoding: .utf8).split(separator: "\n")
                let port = world.addresses.web.effectivePort
                #expect(world.addresses.web.origin == "http://127.0.0.1:\(port)")
                #expect(said.contains("PORT=\(port)"))
                #expect(said.contains("VITE_API=\(world.addresses.backend.origin)/x"))
                #expect(said.contains("SESSION_BRIDGE_BACKEND=\(world.addresses.backend.origin)"))
                let text = try String(contentsOfFile: folder + "/number", encoding: .utf8)
                number = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
                #expect(kill(number, 0) == 0)
            }
            try await waitUntil("it is gone") { kill(number, 0) != 0 }
        }
    }

    /// The same messages, under the page's name.
    @Test func aPagesServerThatDoesNotComeUp() async throws {
        let busy = try ScriptedServer { _ in .keep("HTTP/1.1 503 Wait\r\nContent-Length: 0\r\n\r\n") }
        defer { busy.stop() }
        try await withFolder { folder in
            let rows: [(settings: WorldSettings, code: String, cause: String)] = [
                (
                    try Self.pageSettings("echo 'sh: vite: not found' >&2; exit 127", in: folder), "start/ended-early",
                    "web.start, `echo 'sh: vite: not found' >&2; exit 127`, ended before it was ready; it said last: sh: vite: not found"
                ),
                (
                    try Self.pageSettings(
                        "echo starting; exec sleep 600", in: folder, ready: "http://127.0.0.1:\(busy.port)/",
                        within: .milliseconds(300)), "start/not-ready",
                    "web.start, `echo starting; exec sleep 600`, is not ready at http://127.0.0.1:\(busy.port)/ after 300ms: the answer is 503; it said last: starting"
                ),
                (
                    try Self.pageSettings("sleep 600", in: folder, url: "http://127.0.0.1:\(busy.port)"),
                    "start/port-in-use",
                    "something listens at http://127.0.0.1:\(busy.port) already, where web.start, `sleep 600`, is to listen"
                ),
            ]
            for row in rows {
                let failure = try await Self.failure(row.settings)
                #expect(failure?.code.rawValue == row.code && failure?.cause == row.cause)
            }
        }
    }

    @Test func aFolderThatIsNotThere() async throws {
        let failure = try await Self.failure(Self.settings("sleep 600", in: "/nowhere-at-all"))
        #expect(failure?.code.rawValue == "start/not-started", "\(String(describing: failure))")
    }

    @Test func anAuthPortThatSomebodyHas() async throws {
        let server = try ScriptedServer { _ in .ok() }
        defer { server.stop() }
        var project = AppProject()
        project.auth.port = server.port
        let failure = try await Self.failure(WorldSettings().adopting(project))
        #expect(failure?.code.rawValue == "server/port-in-use")
        #expect(failure?.fix.contains("auth.port") == true)
    }
}
