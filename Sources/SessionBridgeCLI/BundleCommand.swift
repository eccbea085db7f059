import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Cookies
import Reporting
import TraceReports
import Worlds

struct BundleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract:
            "Writes a scenario or a recording, and what came of it, as one file, to be played on another machine.",
        discussion: """
            No secret is in it: passwords are replaced by others of the same form before it is played. The file is a trace, \
            which inspect and diff read too.

              session-bridge bundle login.yaml --filter expired --out expired.bundle.jsonl
              session-bridge replay expired.bundle.jsonl

            Of a HAR each value of a cookie, token and address has a stand-in of the same form; hosts, paths, names and \
            times stay, and what is found in it is the same.

              session-bridge bundle capture.har --cookie fb_token --out capture.bundle.jsonl
            """)

    @Argument(
        help: ArgumentHelp("A scenario file, or a HAR that ends in .har.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml", "har"]))
    var path: String

    @Option(name: .shortAndLong, help: ArgumentHelp("Where to write; - for standard output.", valueName: "file"))
    var out: String

    @Option(help: ArgumentHelp("Part of the scenario's name, where the file has several.", valueName: "text"))
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "Of a HAR: the cookie that hands the session over. Default: customtoken.", valueName: "name"))
    var cookie: String?

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var web: ProfileOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var timing: TimeoutOptions

    func validate() throws {
        guard !common.showSecrets else { throw ValidationError("a bundle has no secrets: leave --show-secrets out") }
        guard !isRecording || filter == nil else {
            throw ValidationError("--filter names a scenario, and a HAR has none")
        }
        guard path != "-" else { throw ValidationError("a bundle is made of a file, which is read more than once") }
        guard isRecording || cookie == nil else {
            throw ValidationError("--cookie is of a HAR, and \(path) ends otherwise")
        }
    }

    private var isRecording: Bool { path.lowercased().hasSuffix(".har") }

    func run() async throws {
        try await runningWorlds(common.masking, within: timing.timeout) {
            if out != "-" {
                try OutputFile.check(out)
                try ScenarioFiles.mustBeApart(outputs: [out], from: [path])
            }
            if isRecording {
                let bundle = CaptureBundle(cookieName: cookie ?? "customtoken", profile: try web.given())
                return try write(bundle.make(of: path))
            }
            if let file = try project.load(isQuiet: common.quiet)?.path {
                throw BundleReason.ownApp.failure("the project file \(file) names an app of its own")
            }
            let settings = try project.worldSettings(common, web, seeding, strictness)
            try write(
                [await ScenarioBundle(settings: settings, stateFolder: common.state).make(of: path, filter: filter)])
        }
    }

    private func write(_ traces: [RecordedTrace]) throws {
        let text = traces.map(\.text).joined()
        if out == "-" {
            Console.print(document: String(text.dropLast()))
        } else {
            try OutputFile.write(text, to: out)
            guard !common.quiet else { return }
            for trace in traces { Console.note("\(out): \(trace.head.name): \(ScenarioBundle.Ending(trace))") }
        }
    }
}

struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Plays a bundle again, and says whether it ends as it did.",
        discussion: """
            A recording is explained again, a scenario is run.

            Exits with 0 where verdict and root cause are those of the bundle, whatever the scenario expects, and with 1 \
            where they are not; then `diff` of the bundle and --trace says where they part.

              session-bridge replay expired.bundle.jsonl
            """)

    @Argument(help: ArgumentHelp("A bundle, or - for standard input.", valueName: "file"))
    var file: String

    @OptionGroup var common: CommonOptions
    @OptionGroup var tracing: TraceFileOptions
    @OptionGroup var timing: TimeoutOptions

    func run() async throws {
        try await runningWorlds(common.masking, within: timing.timeout) {
            let written = try TraceFileInput.traces(written: file)
            guard let start = written.firstIndex(where: { $0.input != nil }), let input = written[start].input else {
                throw BundleReason.notABundle.failure("\(file) has no scenario to play")
            }
            var settings = WorldSettings()
            settings.masking = common.masking
            let output = try tracing.output(isSecret: common.showSecrets)
            let again =
                input.cookie == nil
                ? [try await ScenarioBundle(settings: settings, stateFolder: common.state).replay(input)]
                : try CaptureBundle.replay(input)
            for trace in again { output?.append(trace) }
            try output?.finish()
            // A scenario is one trace, a recording has one for each client.
            let pairs = zip(written[start...], again).map { ReplayedTrace(then: $0, now: $1) }
            for pair in pairs {
                if common.json { Console.print(pair.json.text()) } else { Console.print(pair.lines) }
            }
            guard pairs.count == again.count else {
                throw BundleReason.notABundle.failure("\(file) has fewer traces than its recording has clients")
            }
            if !pairs.allSatisfy(\.isSame) { throw ExitCode(1) }
        }
    }
}

/// A trace of a bundle, and the same as it came out now.
private struct ReplayedTrace {
    let then: RecordedTrace
    let now: RecordedTrace

    private var endings: (then: ScenarioBundle.Ending, now: ScenarioBundle.Ending) { (.init(then), .init(now)) }
    var isSame: Bool { endings.then == endings.now }

    var lines: [String] {
        [
            "\(isSame ? "same" : "differs")  \(then.head.name)", "  then  \(endings.then)", "  now   \(endings.now)",
        ]
    }

    var json: JSONValue {
        [
            "name": .string(then.head.name), "same": .bool(isSame), "then": endings.then.json,
            "now": endings.now.json, "same_steps": .bool(TraceComparison(then, now).isSame),
        ]
    }
}
