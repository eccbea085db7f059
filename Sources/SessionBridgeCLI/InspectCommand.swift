import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Files
import Inspecting
import Listening
import Reporting

struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Shows trace files in a web page: why is the user not signed in?",
        discussion: """
            The files are what --trace FILE of demo, run, trace, serve and exec has written; - is standard input. The page \
            is served on this machine alone, until Ctrl-C.

              session-bridge run Scenarios --trace run.jsonl
              session-bridge inspect run.jsonl
            """)

    @Argument(
        help: ArgumentHelp("Trace files, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["jsonl"]))
    var files: [String]

    @OptionGroup var page: InspectorOptions

    @Flag(help: "Print the page's address as JSON on standard output.")
    var json = false

    func run() async throws {
        try await runningVerb {
            let hub = InspectorHub()
            for file in files { try read(file, into: hub) }
            let ending = await EndingSignal()
            try await page.serving(hub, as: .inspect, isJSON: json) { await ending.wait() }
            if let code = ending.exitCode, code != 0 { throw ExitCode(code) }
        }
    }

    private func read(_ file: String, into hub: InspectorHub) throws {
        let bytes: [UInt8]
        do throws(InputFile.Problem) {
            bytes = try InputFile.read(file, upTo: Self.sizeLimit)
        } catch { throw InspectorReason.unreadable.failure("\(file) \(error.clause)") }
        guard TraceFile.isOne(bytes) else { throw InspectorReason.notATrace.failure("\(file) is no trace") }
        let read = TraceFile(bytes)
        for problem in read.problems.prefix(5) { Console.note("session-bridge: \(file): \(problem)") }
        if read.problems.count > 5 {
            Console.note("session-bridge: \(file): and \(read.problems.count - 5) lines more")
        }
        for trace in read.traces { hub.add(trace, file: file) }
    }

    private static let sizeLimit = 1 << 30
}

/// For verbs that show what happened in a page.
struct InspectorOptions: ParsableArguments {
    @Option(
        name: .customLong("ui-port"),
        help: ArgumentHelp("The port of the inspector's page; any free one without it.", valueName: "port"))
    var port = 0

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--ui-port takes a number from 0 to 65535") }
    }

    /// Serves the page as long as `body` runs.
    func serving(
        _ hub: InspectorHub, as mode: InspectorAPI.Mode, isJSON: Bool = false, while body: () async throws -> Void
    ) async throws {
        let api = InspectorAPI(
            hub: hub, mode: mode, producer: "session-bridge \(SessionBridgeVersion.current)", reasons: .all)
        try await withListener(api, at: ListenAddress(port: port), name: "inspector") { listener in
            // A page that looks on would hold the listener open.
            defer { hub.close() }
            let address = listener.origin + "/inspector/"
            // What a run prints are its results.
            switch (mode, isJSON) {
            case (.inspect, true): Console.print((["inspector": .string(address)] as JSONValue).text())
            case (.inspect, false): Console.print("inspector     \(address)")
            case (.run, _), (.serve, _): Console.note("inspector     \(address)")
            }
            try Console.checkOutput()
            if !isJSON, mode == .inspect { Console.note("Ready. Ctrl-C stops it.") }
            try await body()
        }
    }
}
