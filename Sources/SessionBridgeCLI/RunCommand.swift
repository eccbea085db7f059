import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Reporting
import Scenarios
import Worlds

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs scripted handoff tests.",
        discussion:
            "PATH is a scenario file (.yaml, .yml) or a folder of them. Exits with 1 when a scenario fails, with 65"
            + " when a file cannot be read: nothing is run then, and reports have what is wrong.")

    @Argument(help: ArgumentHelp("Scenario files or folders.", valueName: "path"))
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

    @Flag(help: "Below each scenario that fails, tell its cookie flow; with --json, all its events.")
    var trace = false

    @Option(
        help: ArgumentHelp("Also write a report: junit=FILE or json=FILE; may be repeated.", valueName: "form=file"))
    var report: [ReportOption] = []

    @OptionGroup var timing: TimeoutOptions

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 256") }
    }

    func run() async throws {
        try await runningVerb(common.masking, within: timing.timeout) {
            // Before anything runs: a long run should not end at a file that cannot be had.
            try ScenarioFiles.mustBeApart(outputs: report.map(\.file), from: paths)
            for option in report { try OutputFile.check(option.file) }
            let palette = Palette(isOn: Console.hasColour)
            let start = ContinuousClock.now
            // Caught before anything runs: what is done by then is to be reported.
            let ending = await EndingSignal()
            let results: [ScenarioResult]
            do { results = try await runScenarios(palette, until: ending) } catch {
                let errors = InputError.all(of: error)
                if !errors.isEmpty { for option in report { try option.write([], errors: errors, elapsed: .zero) } }
                // Whoever reads objects gets one of what ended the run, too.
                if common.json {
                    for error in errors { Console.print(Masking(common.masking).text(error.json.text()).text) }
                }
                throw error
            }
            let elapsed = ContinuousClock.now - start
            for option in report { try option.write(results, elapsed: elapsed) }
            if !common.json {
                let summary = Report.summary(of: results, elapsed: elapsed)
                Console.print(results.allSatisfy(\.hasPassed) ? palette.green(summary) : palette.red(summary))
            }
            if let signal = ending.number { throw ExitCode(ProcessSignals.exitCode(for: signal)) }
            let code = Report.exitCode(of: results)
            if code != 0 { throw ExitCode(code) }
        }
    }

    /// Tells each result as it comes; at a signal, those that are not done are ended.
    private func runScenarios(_ palette: Palette, until ending: EndingSignal) async throws -> [ScenarioResult] {
        let scenarios = try ScenarioFiles.scenarios(at: paths, filter: filter)
        let settings = try project.worldSettings(common, web, seeding, strictness, engine)
        let state = ProjectOptions.stateFolder(common.state, of: settings.projectID)
        let runs = ScenarioRuns(settings: settings, stateFolder: state, width: jobs)
        let telling = ResultTelling(
            isJSON: common.json, isBrief: common.quiet, hasTrace: trace, palette: palette)
        return try await withThrowingTaskGroup(of: [ScenarioResult]?.self) { group in
            group.addTask { try await runs.run(scenarios) { telling.tell($0.ended(by: ending)) } }
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
    let hasTrace: Bool
    let palette: Palette

    func tell(_ result: ScenarioResult) {
        if isJSON {
            Console.print(Report.json(for: result, hasEvents: hasTrace).text())
        } else if !isBrief || !result.hasPassed {
            for line in Report.lines(for: result) {
                Console.print(result.hasPassed ? StyledText(line) : palette.red(line))
            }
            if hasTrace, !result.hasPassed {
                for line in CookieFlowText.lines(for: result.events) { Console.print("        " + line) }
            }
        }
    }
}

/// `junit=FILE` or `json=FILE`.
struct ReportOption: ExpressibleByArgument {
    enum Form: String { case junit, json }
    let form: Form
    let file: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let form = Form(rawValue: parts[0]), !parts[1].isEmpty else { return nil }
        (self.form, file) = (form, parts[1])
    }

    func write(_ results: [ScenarioResult], errors: [InputError] = [], elapsed: Duration) throws {
        let text =
            switch form {
            case .junit: Report.junit(for: results, errors: errors, elapsed: elapsed)
            case .json:
                JSONValue.array(results.map { Report.json(for: $0) } + errors.map(\.json)).text(indented: true) + "\n"
            }
        try OutputFile.write(text, to: file)
    }
}
