public import ArgumentParser
import BridgePrimitives
public import BrowserDriving
import Reporting
import Scenarios
import Twin
import Worlds

struct TwinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "twin",
        abstract: "Runs scenarios in the headless view and in a real engine, and tells what differs.",
        discussion: """
            Both use the same services, the app's steps are taken once. After each page the two are compared: cookies \
            in the jar, document.cookie, the Cookie headers of the page's requests, the route, and who is signed in.

            --engine webkitgtk or chromium opens the page through the engine's own API, with user scripts, stores, \
            headers and message handlers as in a WKWebView; make webkit builds what the first needs, scripts/setup \
            browsers installs the other. --browser drives a whole browser over WebDriver, which takes user scripts and \
            cookies alone; for safari that is what there is, on macOS, after `safaridriver --enable` and Allow Remote Automation in Safari's \
            Develop menu.

            --trace writes both sides of each scenario into one file, which inspect shows; diff says where they part:

              session-bridge twin login.yaml --engine chromium --trace both.jsonl
              session-bridge diff both.jsonl#1 both.jsonl#2

            Exits with 1 on a difference that the profile does not explain.
            """)

    @Argument(help: ArgumentHelp("Scenario files or folders.", valueName: "path"))
    var paths: [String]

    @Option(
        help: ArgumentHelp(
            "The engine to compare with: webkitgtk, chromium, or on macOS safari, over WebDriver.",
            discussion: "Default: as the project file says.", valueName: "engine"))
    var engine: EngineOption?

    @Option(
        help: ArgumentHelp("A browser over WebDriver in its place: webkitgtk, chromium or safari.", valueName: "name"))
    var browser: BrowserEngine?

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var web: ProfileOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions

    @Option(help: ArgumentHelp("Only scenarios whose name contains this.", valueName: "text"))
    var filter: String?

    @OptionGroup var variables: VariableOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How many scenarios run side by side in an engine; a browser has one window.", valueName: "count"))
    var jobs: Int = 4

    @Option(help: ArgumentHelp("Keep a picture of each scenario's last page here.", valueName: "folder"))
    var screenshots: String?

    @OptionGroup var tracing: TraceFileOptions
    @OptionGroup var timing: TimeoutOptions

    func validate() throws {
        if tracing.file != nil, browser != nil || engine?.name == .safari {
            throw ValidationError("--trace needs --engine: of a browser over WebDriver only the server's side is seen")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 64") }
        if engine != nil, browser != nil { throw ValidationError("--engine and --browser exclude each other") }
    }

    func run() async throws {
        try await runningWorlds(common.masking, within: timing.timeout) {
            let scenarios = try ScenarioFiles.scenarios(at: paths, filter: filter, variables: variables.values)
            // The profile is the browser's unless one was typed.
            let settings = try project.worldSettings(common, nil, seeding, strictness)
            let peer = try peer(as: settings.engine)
            // Before the browser starts: a minute's work should not end at a folder that cannot be had.
            if let screenshots { try OutputFile.makeFolder(screenshots) }
            let output = try tracing.output(isSecret: common.showSecrets)
            let palette = Palette(isOn: Console.hasColour)
            var (told, compared, faults, pictures) = (0, 0, 0, 0)
            let twins = TwinRuns(
                settings: settings, beside: peer, profile: try web.given(),
                stateFolder: ProjectOptions.stateFolder(common.state, of: settings.projectID), width: jobs)
            func tellTotals() {
                guard !common.json, compared > 0 else { return }
                let alike = "\(compared - faults) of \(compared) alike or explained"
                let skipped = told - compared
                let verdict = faults == 0 ? palette.green(alike) : palette.red(alike)
                Console.print(skipped == 0 ? verdict : "\(verdict), \(skipped) not comparable")
            }
            do {
                try await twins.run(
                    scenarios,
                    picture: screenshots.map { folder in
                        { _, picture in
                            pictures += 1
                            let number = String(pictures)
                            let name = String(repeating: "0", count: max(0, 3 - number.count)) + number
                            try OutputFile.write(picture, to: "\(folder)/\(peer.name)-\(name).png")
                        }
                    }, trace: output.map { output in { output.append($0) } }
                ) { result in
                    told += 1
                    if case .incomparable = result.outcome {} else { compared += 1 }
                    if !result.isAlike { faults += 1 }
                    if common.json {
                        Console.print(result.json.text())
                    } else {
                        for line in result.lines(isBrief: common.quiet) {
                            Console.print(result.isAlike ? StyledText(line) : palette.red(line))
                        }
                    }
                }
            } catch let error where Task.isCancelled {
                tellTotals()
                try output?.finish()
                throw error
            }
            try output?.finish()
            guard compared > 0 else {
                throw BridgeFailure(
                    TwinSetupReason.nothingToCompare,
                    cause: "none of the scenarios can be run in \(peer.name)")
            }
            tellTotals()
            if faults > 0 { throw ExitCode(1) }
        }
    }

    /// - Parameter usual: what the project file says.
    /// - Throws: `twin/no-engine` where that is the model.
    private func peer(as usual: EngineName) throws(BridgeFailure) -> TwinPeer {
        if let browser { return .browser(browser) }
        let name = engine?.name ?? usual
        if name == .safari { return .browser(.safari) }
        guard let kind = name.kind else {
            throw TwinSetupReason.noEngine.failure(
                engine == nil ? "neither the command nor a project file names an engine" : "the model is the other side"
            )
        }
        return .engine(kind)
    }
}

extension BrowserEngine: ExpressibleByArgument {}
