import ArgumentParser
import BridgePrimitives
import Foundation
import Inspecting
import Project
import Scenarios
import Worlds

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs scripted handoff tests.",
        discussion: """
            PATH is a scenario file (.yaml, .yml), a folder of them, or FILE:LINE for the scenario that stands there, \
            and FILE:LINE#ROW for one row of its table. Exits with 0 when all pass, with 1 when a scenario fails, with 64 \
            for options that cannot be, with 65 when a \
            file cannot be read (nothing is run then, and reports have what is wrong), with 69 when a world could not \
            start or the time was up, with 70 for a fault of our own, and after a signal as shells have it.

              session-bridge run Scenarios --tag smoke --report junit=results.xml
              session-bridge run Scenarios --shard 2/5 --durations last.json
            """)

    @Argument(
        help: ArgumentHelp(
            "Scenario files or folders, FILE:LINE or FILE:LINE#ROW; - for standard input.", valueName: "path"))
    var paths: [String]

    @Flag(name: .customLong("list"), help: "Print what would be run, with places and tags, and run nothing.")
    var isList = false

    @Flag(
        help: """
            Run again whenever a scenario file, the project file or a guard's module changes, until Ctrl-C; files are \
            looked at every 500 ms. After a change of scenario files only theirs are run.
            """)
    var watch = false

    @OptionGroup(title: "Choosing") var choosing: ChoosingOptions
    @OptionGroup var variables: VariableOptions
    @OptionGroup(title: "Trying") var trying: TryingOptions
    @OptionGroup(title: "Reporting") var reports: ReportOptions
    @OptionGroup(title: "Reporting") var annotating: AnnotationOptions

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var hosts: AllowedHostOptions
    @OptionGroup var web: ProfileOptions
    @OptionGroup var engine: EngineOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions

    @Option(
        help: ArgumentHelp(
            "Start each world's clock at this time, where it stands until a step moves it: two runs of one seed and one"
                + " state folder then differ in ports and in how long things took, and in nothing else.",
            valueName: "time"))
    var clock: String?

    @Flag(
        help: "Below each scenario that fails, tell its cookie flow; with --json and in JSON reports, all its events.")
    var flow = false

    @Option(help: ArgumentHelp("At the end, tell this many of the slowest.", valueName: "count"))
    var slowest: Int = 0

    @OptionGroup var tracing: TraceFileOptions

    @Flag(help: "Also show what happens in a web page, until Ctrl-C.")
    var ui = false

    @OptionGroup var page: InspectorOptions
    @OptionGroup var recording: HAROptions
    @OptionGroup var timing: TimeoutOptions

    func validate() throws {
        if common.json, reports.takesStandardOutput {
            throw ValidationError("--json and a report both want standard output; name a file")
        }
        guard (0...10_000).contains(slowest) else { throw ValidationError("--slowest takes a number from 0 to 10000") }
        if watch, ui || isList || reports.takesStandardOutput {
            throw ValidationError("--watch goes with neither --ui, --list nor a report on standard output")
        }
    }

    func run() async throws {
        try await runningVerb(common.masking, within: timing.timeout) {
            if isList { return try list() }
            if watch { return try await WatchLoop(command: self, ending: await EndingSignal()).run() }
            guard ui else { return try await runAll(showing: nil) }
            let shown = RunSession.Shown()
            try await page.serving(shown.hub, as: .run, device: shown.device, isJSON: common.json) {
                try await runAll(showing: shown)
            }
        }
    }

    private func runAll(showing shown: RunSession.Shown?) async throws {
        // Caught before anything runs: what is done by then is to be reported.
        let ending = await EndingSignal()
        let done = try await RunSession(command: self, shown: shown, ending: ending).run()
        if !done.hasStayed {
            if let signal = ending.number { throw ExitCode(ProcessSignals.exitCode(for: signal)) }
            if shown != nil {
                Console.note("The page stays until Ctrl-C.")
                await ending.wait()
            }
        }
        if done.report.exitCode != 0 { throw ExitCode(done.report.exitCode) }
    }

    private func list() throws {
        let projectID = try project.read(isQuiet: common.quiet)?.project.auth.projectID ?? WorldSettings().projectID
        let state = ProjectOptions.stateFolder(common.state, of: projectID)
        let chosen = try chosen(lastFailedFile(in: state))
        if !common.quiet { for note in chosen.notes { Console.note("session-bridge: \(note)") } }
        for each in chosen.planned where each.repetition ?? 1 == 1 {
            let scenario = each.scenario
            if common.json {
                let object: JSONValue = [
                    "name": .string(scenario.name), "source": .string(scenario.source.description),
                    "tags": .array(scenario.tags.map { .string($0) }),
                ]
                Console.print(object.text())
            } else {
                let tags = scenario.tags.isEmpty ? "" : "  [\(scenario.tags.joined(separator: ", "))]"
                Console.print("\(scenario.place)  \(scenario.name)\(tags)")
            }
        }
    }

    /// The world that is asked for.
    func settings() throws -> WorldSettings {
        var settings = try project.worldSettings(common, web, seeding, strictness, engine, reaching: hosts)
        if let clock {
            guard let start = Instant(rfc3339: clock), WorldClock.range.contains(start) else {
                throw TokenVerbReason.badTime.failure(
                    "\"\(clock)\" is no time of a world", fix: "write 2026-11-21T09:00:00Z")
            }
            (settings.startsAt, settings.isClockFrozen) = (start, true)
        }
        return settings
    }

    func lastFailedFile(in stateFolder: String?) -> LastFailedFile {
        LastFailedFile(path: choosing.lastFailedFile, stateFolder: stateFolder, projectFile: projectFile)
    }

    /// Nil where there is none.
    var projectFile: String? {
        project.noProjectFile ? nil : project.projectFile ?? ((try? ProjectFiles.found()) ?? nil)
    }

    func chosen(_ lastFailed: LastFailedFile) throws -> ScenarioChooser.Chosen {
        var chooser = try choosing.chooser(lastFailed: lastFailed, repetitions: trying.repetitions)
        chooser.variables = variables.values
        return try chooser.choose(at: paths, environment: ProcessInfo.processInfo.environment)
    }
}
