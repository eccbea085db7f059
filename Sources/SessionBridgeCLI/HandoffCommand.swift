import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Cookies
import Files
import Foundation
import Handoffs
import HTTPLoader
import Listening
import Project
import Scenarios
import Worlds

struct HandoffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handoff", abstract: "Performs handoffs on request, one JSON object a line.",
        discussion: """
            Each line on standard input is answered by one line on standard output. Answers come as they are ready, with \
            the line's id; of one device they come in order. A line that cannot be obeyed is answered too, and the end \
            of the input is the end: what is under way is answered first, as it is at SIGTERM.

              {"id":1,"op":"handoff","email":"taro@example.com","password":"…"}
              {"id":2,"op":"handoff","device":"a","profile":"ios17","inject":"cookie-store","path":"/"}
              {"id":3,"op":"sign-in","device":"b","email":"hana@example.com"}
              {"id":4,"op":"exchange","device":"b"}
              {"id":5,"op":"open","device":"b","inject":"user-script"}
              {"id":6,"op":"relaunch","device":"b"}
              {"id":7,"op":"forget","device":"b"}
              {"id":8,"op":"stats"}
              {"id":9,"op":"quit"}

            A device has an app, a cookie storage, a keychain and a web view's store of its own, and is made by the \
            first handoff or sign-in that names it. A handoff that names none gets a new device, which is gone \
            afterwards. It signs in unless the device's app is signed in, and empties the web view's store; \
            "keep_data":true leaves what is in it.

            The services are started with the command: ours, or those of the project file. --auth, --backend and --web \
            name services that run already, such as those of session-bridge serve.
            """)

    @Flag(help: "Read requests from standard input: the one way there is.")
    var stdio = false

    @OptionGroup var projectFile: ProjectOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var web: ProfileOptions

    @Option(
        help: ArgumentHelp(
            "How many requests are under way at a time; no line is read beyond that.", valueName: "number"))
    var jobs = 8

    @Option(help: ArgumentHelp("The address of an auth service that runs.", valueName: "url"))
    var auth: String?

    @Option(help: ArgumentHelp("The address of a backend that runs, for the exchange.", valueName: "url"))
    var backend: String?

    @Option(name: .customLong("web"), help: ArgumentHelp("The address of a web app that runs.", valueName: "url"))
    var page: String?

    @Option(help: ArgumentHelp("Also trust the certificates in this PEM file.", valueName: "file"))
    var ca: String?

    @Option(
        help: ArgumentHelp(
            "The Firebase project of the services.", discussion: "Default: \(WorldSettings().projectID).",
            valueName: "id"))
    var project: String?

    @Option(
        help: ArgumentHelp(
            "Where keys and certificates are kept.", discussion: "Default: a folder of the user's.",
            valueName: "folder"))
    var state: String?

    func validate() throws {
        guard stdio else {
            throw ValidationError("add --stdio: requests come on standard input, one JSON object a line")
        }
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 1024") }
        let given = [auth, backend, page].compactMap(\.self).count
        guard given == 0 || given == 3 else {
            throw ValidationError("--auth, --backend and --web go together: they name services that run")
        }
    }

    func run() async throws {
        try await runningVerb {
            if let project { try ServeCommand.checkProject(project) }
            let settings = try worldSettings()
            let running = try runningServices()
            DescriptorLimit.raise(to: WorldRoom.descriptors(for: jobs, .handoff))
            let width = try WorldRoom.width(jobs, .handoff) { Console.note("session-bridge: \($0.warning)") }
            let state = try StateDirectory(
                ProjectOptions.stateFolder(state, of: settings.projectID) ?? WorldMaterial.usualStateFolder)
            let material = try WorldMaterial(
                state: state, projectID: settings.projectID, webRoot: settings.webRoot,
                trusting: settings.trustedCertificates + [0x0A] + (try ca.map(TracingTransport.certificates) ?? []))
            defer { material.transport.shutdown() }
            // Caught before anything starts: a signal during the start must stop what has started by then.
            let ending = await EndingSignal()
            if let running {
                try await withWorld(settings, on: running, material: material) { world in
                    await answer(in: world, material, width: width, until: ending)
                }
            } else {
                try await withWorld(settings, material: material) { world in
                    await answer(in: world, material, width: width, until: ending)
                }
            }
            if let code = ending.exitCode, code != 0 { throw ExitCode(code) }
        }
    }

    private func answer(
        in world: World, _ material: WorldMaterial, width: Int, until ending: EndingSignal
    ) async {
        let requests = RequestLines(atMost: width)
        let stop = Task {
            await ending.wait()
            requests.stop()
        }
        let masking = world.trace.masking
        let fleet = DeviceFleet(on: world, executor: material.transport.executor)
        await HandoffLines(fleet) { answer in
            Console.print(answer.json(masking: masking).text())
            requests.makeRoom()
        }.answer(requests.lines)
        stop.cancel()
    }

    /// A function without `async`, and not inlined: where such settings are made within an asynchronous one, the
    /// optimizer of Swift 6.3 crashes.
    @inline(never)
    private func worldSettings() throws -> WorldSettings {
        var settings =
            try projectFile.load(isQuiet: false, startsCommands: auth == nil)?.worldSettings() ?? WorldSettings()
        if let project { settings.projectID = project }
        if let profile = try web.given() { settings.profile = profile }
        guard settings.engine == .model else {
            throw PageEngineReason.modelOnly.failure("handoff --stdio in \(settings.engine.rawValue)")
        }
        settings.seed = seeding.seed
        // The services' own, of which nobody reads more than what was last.
        settings.traceCapacity = 1000
        strictness.apply(to: &settings)
        return settings
    }

    /// - Throws: `usage/bad-url`.
    private func runningServices() throws(BridgeFailure) -> RunningServices? {
        func url(_ text: String, _ option: String) throws(BridgeFailure) -> WebURL {
            do throws(BridgeFailure) { return try WebURL(text) } catch {
                throw BridgeFailure(UsageReason.badURL, cause: "\(option): \(error.cause)", fix: error.fix)
            }
        }
        guard let auth, let backend, let page else { return nil }
        return RunningServices(
            auth: try url(auth, "--auth"), backend: try url(backend, "--backend"), web: try url(page, "--web"))
    }
}

/// Lines of standard input, each read when there is room for it: a thread of its own waits for them.
private final class RequestLines: Sendable {
    let lines: AsyncStream<HandoffLine>
    private let sink: AsyncStream<HandoffLine>.Continuation
    private let room: DispatchSemaphore

    init(atMost jobs: Int) {
        (lines, sink) = AsyncStream.makeStream()
        // One by one: a semaphore may not go with less room than it was made with.
        room = DispatchSemaphore(value: 0)
        for _ in 0..<jobs { room.signal() }
        Thread { [self] in read() }.start()
    }

    /// A line is answered.
    func makeRoom() { room.signal() }

    /// What was read by now is the last of it.
    func stop() { sink.finish() }

    private func read() {
        room.wait()
        for line in StandardInput.lines {
            switch line {
            case .tooLong: sink.yield(.tooLong)
            case .text(let text):
                // A blank line asks for nothing.
                guard text.utf8.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
                sink.yield(.text(text))
            }
            room.wait()
        }
        sink.finish()
    }
}
