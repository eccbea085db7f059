import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What others' project files and scenarios do is done only once the user has approved it.
@Suite("Project files of others", .serialized, .timeLimit(.minutes(5)))
struct ProjectTrustTests {
    /// A backend that writes its environment down and ends: a verb that starts it fails, and has started it.
    private static let project = """
        version: 1
        backend:
          url: http://127.0.0.1:${port}
          start: { command: "env > seen.txt; exit 1", environment: { OWN_TOKEN: "set-here" } }
        """

    private static let scenario = """
        name: A variable goes to a host
        variables: { KEY: "${env.CANARY_KEY:-none}" }
        steps: [sign-in, exchange, { open: { path: / } }, { navigate: { to: "https://HOST/?k=${var.KEY}" } }]
        expect: { verdict: signed-in }
        """

    private struct Folder {
        let path: String
        /// Starts without an approval.
        var environment: [String: String] { ["SESSION_BRIDGE_TRUST": "", "SESSION_BRIDGE_STATE": path + "/state"] }

        func write(_ text: String, _ name: String = "session-bridge.yaml") throws {
            let place = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: place, atomically: true, encoding: .utf8)
        }

        /// - Returns: what the command saw of its environment; nil if it was not started.
        func started(_ command: String, in folder: String = "", _ more: [String: String] = [:]) async throws -> (
            run: Shell, seen: String?
        ) {
            let place = path + folder
            let run = try await Shell(command, in: place, environment: environment.merging(more) { $1 })
            let seen = try? String(contentsOfFile: place + "/seen.txt", encoding: .utf8)
            try? FileManager.default.removeItem(atPath: place + "/seen.txt")
            return (run, seen)
        }
    }

    private func inFolder(_ body: (Folder) async throws -> Void) async throws {
        try await withFolder { try await body(Folder(path: $0)) }
    }

    @Test func areRefusedWithoutATerminalUntilTheyAreApproved() async throws {
        try await inFolder { folder in
            try folder.write(Self.project)
            let refused = try await folder.started("$tool demo")
            #expect(refused.run.exitCode == 65 && refused.seen == nil)
            #expect(refused.run.errors.contains("error[project/not-trusted]"), "\(refused.run.errors)")
            for text in ["env > seen.txt", "--trust", "SESSION_BRIDGE_TRUST=1"] {
                #expect(refused.run.errors.contains(text), "\(refused.run.errors)")
            }
            let trusted = try await folder.started("$tool demo --trust")
            #expect(trusted.run.exitCode == 69 && trusted.seen != nil, "\(trusted.run.errors)")
            #expect(try await folder.started("$tool demo").seen != nil, "it is remembered")
            // What does not act may change.
            try folder.write(Self.project + "\nweb: { sign-in-path: /login }\n")
            #expect(try await folder.started("$tool demo").seen != nil)
            try folder.write(Self.project.replacing("exit 1", with: "exit 2"))
            let changed = try await folder.started("$tool demo")
            #expect(changed.run.exitCode == 65 && changed.seen == nil, "another command asks again")
            // The same file elsewhere is not the one that was approved.
            try folder.write(Self.project, "moved/session-bridge.yaml")
            let moved = try await folder.started("$tool demo", in: "/moved")
            #expect(moved.run.exitCode == 65 && moved.seen == nil)
        }
    }

    @Test(arguments: [
        "demo", "run s.yaml", "compare", "explore s.yaml", "faults", "serve --ephemeral --port-base 0",
        "handoff --stdio",
    ])
    func everyVerbThatStartsCommandsAsks(verb: String) async throws {
        try await inFolder { folder in
            try folder.write(Self.project)
            try folder.write("name: x\nsteps: [sign-in, exchange]\nexpect: { verdict: signed-in }\n", "s.yaml")
            let refused = try await folder.started("timeout 60 $tool \(verb)")
            #expect(refused.run.exitCode == 65 && refused.seen == nil, "\(refused.run.errors)")
            #expect(refused.run.errors.contains("error[project/not-trusted]"), "\(refused.run.errors)")
        }
    }

    /// Columns: a verb, and whether it goes on: those that only look at the file start nothing.
    @Test(arguments: ["doctor .", "explain --set-cookie a=1 --url a.test", "run s.yaml --list", "exec --quiet -- true"])
    func verbsThatStartNothingDoNotAsk(verb: String) async throws {
        try await inFolder { folder in
            try folder.write(Self.project)
            try folder.write("name: x\nsteps: [sign-in, exchange]\nexpect: { verdict: signed-in }\n", "s.yaml")
            let run = try await folder.started("timeout 60 $tool \(verb)").run
            #expect(!run.errors.contains("project/not-trusted"), "\(run.errors)")
        }
    }

    @Test func areTrustedByTheEnvironment() async throws {
        try await inFolder { folder in
            try folder.write(Self.project)
            for (value, isTrusted) in [("1", true), ("0", false), ("", false), ("yes", false)] {
                let run = try await folder.started("$tool demo", ["SESSION_BRIDGE_TRUST": value])
                #expect((run.seen != nil) == isTrusted, "\(value): \(run.run.errors)")
            }
        }
    }

    @Test func startedCommandsGetNoSecrets() async throws {
        try await inFolder { folder in
            try folder.write(Self.project)
            let variables = [
                "GITHUB_TOKEN": "canary-1", "AWS_SECRET_ACCESS_KEY": "canary-2", "SSH_AUTH_SOCK": "canary-3",
                "MY_API_KEY": "canary-4", "OWN_TOKEN": "canary-5", "PLAIN": "plain-6",
            ]
            let seen = try #require(try await folder.started("$tool demo --trust", variables).seen)
            #expect(!seen.contains("canary"), "\(seen)")
            for text in ["PLAIN=plain-6", "OWN_TOKEN=set-here", "PATH=", "FIREBASE_AUTH_EMULATOR_HOST="] {
                #expect(seen.contains(text), "\(text): \(seen)")
            }
            try folder.write(Self.project.replacing("environment:", with: "inherit: [MY_API_KEY], environment:"))
            let narrowed = try #require(try await folder.started("$tool demo --trust", variables).seen)
            #expect(narrowed.contains("MY_API_KEY=canary-4") && narrowed.contains("PATH="))
            #expect(!narrowed.contains("PLAIN") && !narrowed.contains("canary-1"), "\(narrowed)")
        }
    }

    @Test func scenariosReadTheEnvironmentOnceThatIsApproved() async throws {
        try await inFolder { folder in
            try folder.write(Self.scenario.replacing("HOST", with: "api.invalid"), "s.yaml")
            let key = ["CANARY_KEY": "cAnArY"]
            let refused = try await folder.started("$tool run s.yaml", key).run
            #expect(refused.exitCode == 65, "\(refused.errors)")
            #expect(refused.errors.contains("read CANARY_KEY from your environment"), "\(refused.errors)")
            let run = try await folder.started("$tool run s.yaml --trust --flow", key).run
            #expect(
                run.exitCode == 1 && run.output.contains("transport/host-not-allowed"), "\(run.output)\(run.errors)")
            let allowed = try await folder.started("$tool run s.yaml --flow --allow-host '*.invalid'", key).run
            #expect(!allowed.output.contains("transport/host-not-allowed"), "\(allowed.output)")
            #expect(allowed.output.contains("transport/host-not-found"), "\(allowed.output)")
            try folder.write(Self.scenario.replacing("CANARY_KEY", with: "OTHER_KEY"), "s.yaml")
            #expect(try await folder.started("$tool run s.yaml").run.exitCode == 65)
        }
    }

    /// What is typed at the question, and whether the command starts.
    @Test(arguments: [("y\n", true), ("YES\n", true), ("n\n", false), ("\n", false)])
    func areAskedAboutOnATerminal(answer: String, isApproved: Bool) async throws {
        try await inFolder { folder in
            try folder.write(Self.project)
            let terminal = try #require(Terminal())
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Shell.tool)
            process.arguments = ["demo"]
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            process.environment = ProcessInfo.processInfo.environment.merging(folder.environment) { $1 }
            (process.standardInput, process.standardError) = (terminal.end, terminal.end)
            process.standardOutput = FileHandle.nullDevice
            terminal.type(answer)
            let code = try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try process.start() } catch { continuation.resume(throwing: error) }
            }
            let shown = terminal.shown
            #expect(shown.contains("start `env > seen.txt; exit 1`") && shown.contains("[y/N]"), "\(shown)")
            #expect(FileManager.default.fileExists(atPath: folder.path + "/seen.txt") == isApproved, "\(shown)")
            #expect(code == (isApproved ? 69 : 65), "\(shown)")
        }
    }
}

/// Both ends of a pseudo-terminal.
private struct Terminal {
    private let controller: Int32
    let end: FileHandle

    init?() {
        #if canImport(Darwin)
            controller = posix_openpt(O_RDWR | O_NOCTTY)
            guard controller >= 0, grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller)
            else { return nil }
            let terminal = open(name, O_RDWR | O_NOCTTY)
        #else
            controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (isLocked, number) = (Int32(0), Int32(0))
            // TIOCSPTLCK and TIOCGPTN, which are macros.
            guard controller >= 0, ioctl(controller, 0x4004_5431, &isLocked) == 0,
                ioctl(controller, 0x8004_5430, &number) == 0
            else { return nil }
            let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        #endif
        guard terminal >= 0 else { return nil }
        end = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
        _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    }

    func type(_ text: String) { _ = text.withCString { write(controller, $0, strlen($0)) } }

    /// What the program wrote so far.
    var shown: String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(controller, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
