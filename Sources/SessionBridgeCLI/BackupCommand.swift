import ArgumentParser
import BridgePrimitives
import Serving
import Worlds

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies what serve keeps: accounts, users, keys and certificates; also while it serves.",
        discussion: """
            `serve --state COPY` goes on from the copy. Each database is copied as it is at one moment, and whoever uses \
            it waits for nothing. The copy holds secrets and is for its owner only.
            """)

    @Argument(
        help: ArgumentHelp("Where the copy is put: a folder that is not there yet, or empty.", valueName: "folder"))
    var copy: String

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var timing: TimeoutOptions

    func run() async throws {
        try await runningVerb(common.masking, within: timing.timeout) {
            let settings = try project.read(isQuiet: common.quiet)?.worldSettings() ?? WorldSettings()
            let state =
                ProjectOptions.stateFolder(common.state, of: settings.projectID) ?? WorldMaterial.usualStateFolder
            let files = try StateBackup(of: state, to: copy).make()
            if common.json {
                let facts = JSONObject([
                    ("state", .string(state)), ("copy", .string(copy)), ("files", .array(files.map { .string($0) })),
                ])
                Console.print(JSONValue.object(facts).text())
            } else if !common.quiet {
                Console.print(
                    "\(files.count) files of \(state) are in \(copy); `serve --state \(copy)` goes on from them")
            }
        }
    }
}
