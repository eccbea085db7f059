import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Scenarios
import TraceReports
import Worlds

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Runs one handoff, end to end, and tells what happens.",
        discussion:
            "Everything runs on this machine: an auth service, a backend and a web app over HTTPS, and a headless"
            + " web view. Exits with 1 when the page does not end up signed in.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var hosts: AllowedHostOptions
    @OptionGroup var web: ProfileOptions
    @OptionGroup var engine: EngineOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var tracing: TraceFileOptions

    @OptionGroup var recording: HAROptions
    @OptionGroup var timing: TimeoutOptions

    func run() async throws {
        try await runningWorlds(common.masking, within: timing.timeout) {
            let settings = try project.worldSettings(common, web, seeding, strictness, engine, reaching: hosts)
            let state = ProjectOptions.stateFolder(common.state, of: settings.projectID)
            let output = try tracing.output(isSecret: common.showSecrets)
            try recording.check()
            let start = ContinuousClock.now
            let story = try await Demonstration(settings: settings, stateFolder: state).run()
            // One that was ended has no verdict of its own.
            try Task.checkCancellation()
            output?.append(story.recording)
            try output?.finish()
            try recording.write([("demo", story.events)])
            try tell(story, elapsed: ContinuousClock.now - start)
        }
    }

    /// - Throws: exit code 1 where nobody was signed in.
    private func tell(_ story: Demonstration.Story, elapsed: Duration) throws {
        if common.json {
            Console.print(story.json.text())
        } else {
            write(story, elapsed: elapsed)
        }
        if story.verdict != .signedIn { throw ExitCode(1) }
    }

    private func write(_ story: Demonstration.Story, elapsed: Duration) {
        let palette = Palette(isOn: Console.hasColour)
        if !common.quiet {
            for (number, step) in story.steps.enumerated() {
                let mark = step.isAsExpected ? palette.green("✓") : palette.red("✗")
                let place = String(repeating: " ", count: number < 9 ? 1 : 0) + String(number + 1)
                let actor = step.actor.rawValue
                let padding = "".padded(to: 9 - actor.count)
                Console.print("\(place) \(mark) \(palette.bold(actor))\(padding) \(step.text)")
            }
            if !story.findings.isEmpty {
                Console.print("")
                Console.print("\(palette.bold("Findings")): what works here and may not elsewhere")
            }
            for line in CookieFlowText.lines(for: story.findings) {
                Console.print(line.hasPrefix("!") ? palette.yellow(line) : StyledText(line))
            }
            Console.print("")
        }
        if let cause = story.rootCause {
            let hint = story.observation.hint.map { RootCauseText.hint($0) } ?? []
            for line in RootCauseText.lines(cause) + RootCauseText.consequences(cause) + hint { Console.print(line) }
            Console.print("")
        }
        let verdict =
            "\(story.verdict.rawValue)\(story.uid.map { " as \($0)" } ?? "") in \(elapsed.wholeMilliseconds) ms"
        Console.print("Verdict: \(story.verdict == .signedIn ? palette.green(verdict) : palette.red(verdict))")
    }
}
