import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Inspecting
import Reporting
import Scenarios
import TraceReports
import Worlds

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs scripted handoff tests.",
        discussion:
            "PATH is a scenario file (.yaml, .yml) or a folder of them. Exits with 1 when a scenario fails, with 65"
            + " when a file cannot be read: nothing is run then, and reports have what is wrong.")

    @Argument(help: ArgumentHelp("Scenario files or folders; - for standard input.", valueName: "path"))
    var paths: [String]

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var web: ProfileOptions
    @OptionGroup var engine: EngineOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("How many scenarios run side by side.", valueName: "count"))
    var jobs: Int = 4

    @Option(help: ArgumentHelp("Only scenarios whose name contains this.", valueName: "text"))
    var filter: String?

    @OptionGroup var variables: VariableOptions

    @Flag(help: "Below each scenario that fails, tell its cookie flow; with --json, all its events.")
    var flow = false

    @OptionGroup var tracing: TraceFileOptions

    @Flag(help: "Also show what happens in a web page, until Ctrl-C.")
    var ui = false

    @OptionGroup var page: InspectorOptions

    @Option(
        help: ArgumentHelp(
            "Also write a report: junit=FILE, json=FILE or html=FILE; may be repeated.", valueName: "form=file"))
    var report: [ReportOption] = []

    @OptionGroup var recording: HAROptions
    @OptionGroup var timing: TimeoutOptions

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 256") }
    }

    func run() async throws {
        try await runningVerb(common.masking, within: timing.timeout) {
            guard ui else { return try await runAll(showing: nil) }
            let shown = Shown()
            try await page.serving(shown.hub, as: .run, device: shown.device, isJSON: common.json) {
                try await runAll(showing: shown)
            }
        }
    }

    /// Where what happens is shown, until Ctrl-C.
    private struct Shown {
        let hub = InspectorHub()
        let device = DeviceControl()
    }

    private func runAll(showing shown: Shown?) async throws {
        // Before anything runs: a long run should not end at a file that cannot be had.
        let outputs = report.map(\.file) + [recording.har, tracing.file].compactMap(\.self)
        try ScenarioFiles.mustBeApart(outputs: outputs, from: paths)
        try recording.check()
        for option in report { try OutputFile.check(option.file) }
        let palette = Palette(isOn: Console.hasColour)
        let start = ContinuousClock.now
        // Caught before anything runs: what is done by then is to be reported.
        let ending = await EndingSignal()
        let recorders = ScenarioRecorders(
            file: try tracing.output(isSecret: common.showSecrets), hub: shown?.hub,
            kept: recording.har == nil && !report.contains { $0.form == .html } ? nil : KeptTraces())
        // At once when all is done, while a world may stay longer.
        let finish = { @Sendable [self] (results: [ScenarioResult]) throws in
            let elapsed = ContinuousClock.now - start
            try recorders.file?.finish()
            for option in report { try option.write(results, kept: recorders.kept, elapsed: elapsed) }
            if let kept = recorders.kept { try recording.write(kept.traces.map { ($0.head.name, $0.events) }) }
            guard !common.json else { return }
            if !common.quiet { Console.print(Report.hint(of: results)) }
            let summary = Report.summary(of: results, elapsed: elapsed)
            Console.print(results.allSatisfy(\.hasPassed) ? palette.green(summary) : palette.red(summary))
        }
        let stay = shown.map { HeldRun(hub: $0.hub, device: $0.device, ending: ending, finish: finish) }
        let results: [ScenarioResult]
        do { results = try await runScenarios(palette, recorders, until: ending, staying: stay) } catch {
            let errors = InputError.all(of: error)
            if !errors.isEmpty { for option in report { try option.write([], errors: errors, elapsed: .zero) } }
            // Whoever reads objects gets one of what ended the run, too.
            if common.json {
                for error in errors { Console.print(Masking(common.masking).text(error.json.text()).text) }
            }
            throw error
        }
        if let stay, stay.hasStayed {
            try stay.rethrow()
        } else {
            try finish(results)
            if shown != nil, ending.number == nil {
                Console.note("The page stays until Ctrl-C.")
                await ending.wait()
            } else if let signal = ending.number {
                throw ExitCode(ProcessSignals.exitCode(for: signal))
            }
        }
        let code = Report.exitCode(of: results)
        if code != 0 { throw ExitCode(code) }
    }

    /// Tells each result as it comes; at a signal, those that are not done are ended.
    private func runScenarios(
        _ palette: Palette, _ recorders: ScenarioRecorders, until ending: EndingSignal, staying: HeldRun?
    ) async throws -> [ScenarioResult] {
        let scenarios = try ScenarioFiles.scenarios(at: paths, filter: filter, variables: variables.values)
        let settings = try project.worldSettings(common, web, seeding, strictness, engine)
        let state = ProjectOptions.stateFolder(common.state, of: settings.projectID)
        let runs = ScenarioRuns(settings: settings, stateFolder: state, width: jobs)
        let telling = ResultTelling(
            isJSON: common.json, isBrief: common.quiet, hasFlow: flow, palette: palette)
        return try await withThrowingTaskGroup(of: [ScenarioResult]?.self) { group in
            // One world can be looked after; of many, all would have to be kept.
            let staying = scenarios.count == 1 ? staying : nil
            group.addTask {
                try await runs.run(scenarios) { result, world in
                    guard let staying, let trace = result.recording, ending.number == nil else { return }
                    telling.tell(result)
                    recorders.keep(result)
                    await staying.keep(world, result, trace)
                } report: { result in
                    guard staying?.hasStayed != true else { return }
                    let result = result.ended(by: ending)
                    recorders.add(result)
                    telling.tell(result)
                }
            }
            group.addTask {
                await ending.wait()
                return nil
            }
            var results: [ScenarioResult] = []
            // Whichever ends first, a signal or the run, ends the other.
            for try await outcome in group {
                group.cancelAll()
                if let outcome { results = outcome.map { $0.ended(by: ending) } }
            }
            return results
        }
    }
}

/// Where the trace of each scenario goes, as it ends.
private struct ScenarioRecorders: Sendable {
    let file: TraceFileOutput?
    let hub: InspectorHub?
    let kept: KeptTraces?

    func add(_ result: ScenarioResult) {
        guard let trace = result.recording else {
            kept?.add(problem: Report.lines(for: result).joined(separator: " "))
            return
        }
        hub?.add(trace)
        write(trace)
    }

    /// The same of a trace that goes on, which somebody else shows.
    func keep(_ result: ScenarioResult) { result.recording.map(write) }

    private func write(_ trace: RecordedTrace) {
        file?.append(trace)
        kept?.add(trace)
    }
}

/// The traces that a HAR or an HTML report is made of, which are written as a whole.
private final class KeptTraces: Sendable {
    private let state = Mutex<(traces: [RecordedTrace], problems: [String])>(([], []))

    func add(_ trace: RecordedTrace) { state.withLock { $0.traces.append(trace) } }
    func add(problem: String) { state.withLock { $0.problems.append(problem) } }

    var traces: [RecordedTrace] { state.withLock { $0.traces } }
    /// What left no trace, a line each.
    var problems: [String] { state.withLock { $0.problems } }
}

extension ScenarioResult {
    /// - Parameter ending: what may have ended it.
    fileprivate func ended(by ending: EndingSignal) -> ScenarioResult {
        ending.number.map { ended(bySignal: EndingSignal.name(of: $0)) } ?? self
    }
}

/// How each result is told as it comes.
private struct ResultTelling: Sendable {
    let isJSON: Bool
    /// Only what failed.
    let isBrief: Bool
    let hasFlow: Bool
    let palette: Palette

    func tell(_ result: ScenarioResult) {
        if isJSON {
            Console.print(Report.json(for: result, hasEvents: hasFlow).text())
        } else if !isBrief || !result.hasPassed {
            for line in Report.lines(for: result) {
                Console.print(result.hasPassed ? StyledText(line) : palette.red(line))
            }
            if hasFlow, !result.hasPassed {
                for line in CookieFlowText.lines(for: result.events) { Console.print("        " + line) }
            }
        }
    }
}

/// `junit=FILE`, `json=FILE` or `html=FILE`.
struct ReportOption: ExpressibleByArgument {
    enum Form: String { case junit, json, html }
    let form: Form
    let file: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let form = Form(rawValue: parts[0]), !parts[1].isEmpty else { return nil }
        (self.form, file) = (form, parts[1])
    }

    fileprivate func write(
        _ results: [ScenarioResult], kept: KeptTraces? = nil, errors: [InputError] = [], elapsed: Duration
    ) throws {
        let text =
            switch form {
            case .junit: Report.junit(for: results, errors: errors, elapsed: elapsed)
            case .json:
                JSONValue.array(results.map { Report.json(for: $0) } + errors.map(\.json)).text(indented: true) + "\n"
            case .html:
                HTMLReport(
                    kept?.traces ?? [], title: Report.summary(of: results, elapsed: elapsed),
                    problems: errors.map(\.line) + (kept?.problems ?? []), reasons: .all,
                    producer: SessionBridgeVersion.producer
                ).text
            }
        try OutputFile.write(text, to: file)
    }
}
