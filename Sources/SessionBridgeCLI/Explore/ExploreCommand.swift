import ArgumentParser
import BridgePrimitives
import Files
import Project
import Scenarios
import Worlds

struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore", abstract: "Runs a scenario in every order that its events can have.",
        discussion: """
            Nothing promises when a cookie that nobody waits for is in the store, when a script is installed, or when the \
            network process ends. A scenario has such events where it does not wait (`cookie-store: { awaited: false }`) \
            and under `together:`. Each order is a run of its own in the model. Orders that differ only in events that \
            commute end alike, and one of them is run, unless --all is given.

            Prints the order that fails and is nearest to the program's own, with its root cause. Exits with 1 when an \
            order fails.

              session-bridge explore Scenarios/races/01-load-before-cookie.yaml:4
              session-bridge explore login.yaml:12 --out race.yaml && session-bridge run race.yaml
            """)

    @Argument(
        help: ArgumentHelp(
            "A scenario: FILE, or FILE:LINE or FILE:LINE#ROW where there are several.", valueName: "file"))
    var place: String

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var hosts: AllowedHostOptions
    @OptionGroup var web: ProfileOptions
    @OptionGroup var engine: EngineOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions

    @Flag(help: "Run every order, also those that end like another.")
    var all = false

    @Option(help: ArgumentHelp("Run so many orders by chance, which --seed fixes.", valueName: "count"))
    var random: Int?

    @Option(help: ArgumentHelp("How many orders are run at most.", valueName: "count"))
    var orders: Int = 1000

    @Option(help: ArgumentHelp("How many choices, from the first on, are varied.", valueName: "count"))
    var depth: Int?

    @Option(help: ArgumentHelp("Write a scenario with the order that fails, for `run`.", valueName: "file"))
    var out: String?

    @OptionGroup var timing: TimeoutOptions

    func validate() throws {
        guard (1...1_000_000).contains(orders) else {
            throw ValidationError("--orders takes a number from 1 to 1000000")
        }
        guard depth.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--depth takes a number from 1 on: with 0 nothing is varied, as in `run`")
        }
        guard random.map({ (1...1_000_000).contains($0) }) ?? true else {
            throw ValidationError("--random takes a number from 1 to 1000000")
        }
        if random != nil, all || depth != nil {
            throw ValidationError("--random takes orders by chance; leave out --all and --depth")
        }
    }

    func run() async throws {
        try await runningWorlds(common.masking, within: timing.timeout) {
            let scenario = try ScenarioFiles.scenario(at: place)
            if let out {
                try ScenarioFiles.mustBeApart(outputs: [out], from: [scenario.file])
                try ReproducingScenario.mustStayBeside(scenario, out)
                try OutputFile.check(out)
            }
            let settings = try project.worldSettings(common, web, seeding, strictness, engine, reaching: hosts)
            try project.approve([scenario], with: settings)
            let state = ProjectOptions.stateFolder(common.state, of: settings.projectID)
            let explorer = RaceExplorer(
                settings: settings, stateFolder: state, selection: selection, depth: depth ?? .max, limit: orders)
            let tellsProgress = !common.quiet && !common.json
            let report = try await explorer.explore(scenario) { count in
                if tellsProgress, count % 250 == 0 { Console.note("session-bridge: \(count) orders") }
            }
            var written: String?
            if let out, let order = report.order {
                let text = try ReproducingScenario.text(
                    of: scenario, in: ScenarioFiles.text(of: scenario), order: order)
                try OutputFile.write(text, to: out)
                written = out
            }
            tell(report, writtenTo: written)
            if !report.hasPassed { throw ExitCode(1) }
        }
    }

    private var selection: RaceExplorer.Selection {
        if let random { return .random(random, seed: seeding.seed) }
        return all ? .all : .reduced
    }

    private func tell(_ report: RaceReport, writtenTo file: String?) {
        guard !common.json else { return Console.print(report.json.text()) }
        let palette = Palette(isOn: Console.hasColour)
        let lines = RaceText.lines(for: report, writtenTo: file)
        Console.print(report.hasPassed ? palette.green(lines[0]) : palette.red(lines[0]))
        Console.print(Array(lines.dropFirst()))
    }
}
