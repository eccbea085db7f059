import ArgumentParser
import BridgePrimitives
import FaultMatrix
import Faults
import Files
import Project
import Scenarios
import Worlds

struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Runs a handoff under one fault after the other, and tells which of them it stands.",
        discussion: """
            A scenario, or the usual handoff, of the sample app or of your own by its project file. What breaks is real: \
            the services answer 503, wait, close the connection, send half an answer or somebody else's. Each row says \
            what became of the handoff, how often it asked again, and what brings the user in once the fault is gone.

              session-bridge faults
              session-bridge faults Scenarios/happy-path.yaml:4 --service backend
              session-bridge faults --list
            """)

    @Argument(help: ArgumentHelp("A scenario file of one scenario, or FILE:LINE or FILE:LINE#ROW.", valueName: "file"))
    var place: String?

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var hosts: AllowedHostOptions
    @OptionGroup var web: ProfileOptions
    @OptionGroup var engine: EngineOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("How many worlds at the same time.", valueName: "count"))
    var jobs: Int = 4

    @Option(help: ArgumentHelp("Only this fault; may be repeated.", valueName: "name"))
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only faults of this service, may be repeated: \(FaultService.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "service"))
    var service: [FaultServiceOption] = []

    @Flag(help: "List the faults, and run nothing.")
    var list = false

    @Flag(help: "Print GitHub's Markdown, for a job's summary; with --list the page docs/faults.md.")
    var markdown = false

    @Option(
        name: .customLong("fail-under"),
        help: ArgumentHelp("Exit with 1 when the score is lower, 0 to 100.", valueName: "score"))
    var failUnder: Int?

    @OptionGroup var timing: TimeoutOptions

    func validate() throws {
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 64") }
        if markdown, common.json {
            throw ValidationError("--markdown and --json are two forms of one table; choose one")
        }
        if let failUnder, !(0...100).contains(failUnder) {
            throw ValidationError("--fail-under takes a score from 0 to 100")
        }
    }

    func run() async throws {
        try await runningWorlds(common.masking, within: timing.timeout) {
            let faults = try chosen()
            guard !list else { return tell(faults) }
            let settings = try project.worldSettings(common, web, seeding, strictness, engine, reaching: hosts)
            let scenario =
                try place.map { try ScenarioFiles.scenario(at: $0) }
                ?? FaultedScenario.usual(handsOverByProject: settings.handover != nil)
            try project.approve([scenario], with: settings)
            DescriptorLimit.raise(to: WorldRoom.descriptors(for: jobs, .world))
            var trials = FaultTrials(
                scenario, faults: faults, settings: settings,
                stateFolder: ProjectOptions.stateFolder(common.state, of: settings.projectID), width: jobs)
            if !common.quiet { trials.warn = { Console.note("session-bridge: \($0.warning)") } }
            let isStreamed = !common.json && !markdown
            let palette = Palette(isOn: Console.hasColour)
            if isStreamed, !common.quiet { Console.print(FaultRow.head) }
            var rows: [FaultRow] = []
            let report: FaultReport
            do {
                report = try await trials.run { row in
                    rows.append(row)
                    if common.json { Console.print(row.json.text()) }
                    let isBad = row.isMet && row.fate != .handled
                    if isStreamed, !common.quiet || isBad {
                        Console.print(isBad ? palette.red(row.line) : StyledText(row.line))
                    }
                    if markdown, !common.quiet {
                        Console.note("session-bridge: \(rows.count) of \(faults.count), \(row.fault.name)")
                    }
                }
            } catch let error where Task.isCancelled {
                tell(FaultReport(scenario: scenario.name, rows: rows, untried: faults.count - rows.count), palette)
                throw error
            }
            tell(report, palette)
            if let failUnder, report.score.points.map({ $0 < failUnder }) ?? true { throw ExitCode(1) }
        }
    }

    private func tell(_ faults: [ShippedFault]) {
        if markdown { return Console.print(document: FaultTable.markdown(of: faults)) }
        for fault in faults {
            Console.print(common.json ? FaultTable.json(fault).text() : FaultTable.line(fault))
        }
    }

    private func tell(_ report: FaultReport, _ palette: Palette) {
        if common.json { return Console.print(report.json.text()) }
        if markdown {
            return Console.print(
                FaultTable.markdown(of: report, reasons: .all) + (common.quiet ? [] : ["", FaultScore.legend]))
        }
        let line = report.line
        let isWhole = report.untried == 0 && report.score.points != nil && report.score.handled == report.score.total
        let advice = report.advice(reasons: .all)
        if !common.quiet, !advice.isEmpty { Console.print([""] + advice) }
        if !common.quiet, !report.obstacles.isEmpty { Console.print([""] + report.obstacles) }
        Console.print("")
        Console.print(isWhole ? palette.green(line) : palette.red(line))
        if !common.quiet { Console.print(FaultScore.legend) }
    }

    /// - Throws: `faults/no-such-fault` with the name that was probably meant.
    private func chosen() throws -> [ShippedFault] {
        for name in only where ShippedFault.named(name) == nil {
            throw FaultVerbReason.noSuchFault.failure(
                "no fault is called \"\(name)\"",
                fix: Suggestion.nearest(to: name, among: ShippedFault.all.map(\.name)))
        }
        let services = Set(service.map(\.service))
        let faults = ShippedFault.all.filter { fault in
            (only.isEmpty || only.contains(fault.name)) && (services.isEmpty || services.contains(fault.fault.service))
        }
        guard !faults.isEmpty else {
            throw FaultVerbReason.noSuchFault.failure("--only and --service leave no fault over")
        }
        return faults
    }
}

/// As `--service` takes it.
struct FaultServiceOption: ExpressibleByArgument {
    let service: FaultService

    init?(argument: String) {
        guard let service = FaultService(rawValue: argument) else { return nil }
        self.service = service
    }

    static var allValueStrings: [String] { FaultService.allCases.map(\.rawValue) }
}
