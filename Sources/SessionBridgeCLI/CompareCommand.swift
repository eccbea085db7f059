import ArgumentParser
import BridgePrimitives
import Reporting
import Worlds

struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Runs every way of handing the session over, and tells where the cookie ends up.",
        discussion: """
            The same user and page each time: is the cookie on the page's first request, does its script see it, do later \
            requests carry it, is it there after a reload, and after the app was started again, and which addresses, \
            Referers or logs have the token besides? The table is made by running, under --profile or in --engine.

              session-bridge compare --profile ios17
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var web: ProfileOptions
    @OptionGroup var engine: EngineOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var timing: TimeoutOptions

    func run() async throws {
        try await runningVerb(common.masking, within: timing.timeout) {
            let settings = try project.worldSettings(common, web, seeding, strictness, engine)
            let state = ProjectOptions.stateFolder(common.state, of: settings.projectID)
            let isJSON = common.json
            if !isJSON { Console.print(HandoverRow.head) }
            _ = try await HandoverComparison(settings: settings, stateFolder: state).run { row in
                Console.print(isJSON ? row.json.text() : row.line)
            }
        }
    }
}
