import ArgumentParser
import BridgePrimitives
import Reporting

struct ReasonsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reasons", abstract: "Lists all reason codes with what they mean and how to fix it.")

    @Argument(help: ArgumentHelp("Only codes that begin with this: send, guard/token …", valueName: "prefix"))
    var prefix: String = ""

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await runningVerb {
            let entries = ReasonCatalogue.all.filter { $0.code.rawValue.hasPrefix(prefix) }
            guard !entries.isEmpty else {
                throw BridgeFailure(
                    .usage, code: "usage/no-such-reason", cause: "no reason begins with \"\(prefix)\"",
                    fix: "session-bridge reasons lists them all")
            }
            let palette = Palette(isOn: Console.hasColour)
            for entry in entries {
                if json {
                    Console.print(entry.json.text())
                    continue
                }
                let devTools = entry.devToolsName.map { palette.dim("  (DevTools: \($0))") } ?? ""
                Console.print(palette.bold(entry.code.rawValue) + devTools)
                Console.print("    \(entry.meaning)")
                if !entry.fix.isEmpty { Console.print("    → \(entry.fix)") }
            }
        }
    }
}
