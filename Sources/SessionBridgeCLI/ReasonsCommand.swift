import ArgumentParser
import BridgePrimitives
import Reporting

struct ReasonsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reasons", abstract: "Lists all reason codes with what they mean and how to fix it.")

    @Argument(help: ArgumentHelp("One code, or what codes begin with: send, guard/token …", valueName: "prefix"))
    var prefix: String = ""

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await runningVerb {
            let all = ReasonCatalogue.all
            // A code that others begin with is asked for itself.
            let entries =
                all[ReasonCode(unchecked: prefix)].map { [$0] }
                ?? all.entries.filter { $0.code.rawValue.hasPrefix(prefix) }
            guard !entries.isEmpty else {
                throw UsageReason.noSuchReason.failure(
                    "no reason begins with \"\(prefix)\"", fix: ReasonCatalogue.all.suggestion(for: prefix))
            }
            let palette = Palette(isOn: Console.hasColour)
            for entry in entries { Console.print(json ? entry.json.text() : text(of: entry, palette)) }
        }
    }

    private func text(of entry: ReasonCatalogue.Entry, _ palette: Palette) -> String {
        let notes = [
            entry.devToolsName.map { "DevTools: \($0)" }, entry.kind.map { "exit code \($0.exitCode)" },
        ].compactMap(\.self)
        let head =
            palette.bold(entry.code.rawValue)
            + (notes.isEmpty ? "" : palette.dim("  (\(notes.joined(separator: ", ")))"))
        let fix = entry.fix.isEmpty ? [] : ["    → \(entry.fix)"]
        return ([head, "    \(entry.meaning)"] + fix).joined(separator: "\n")
    }
}
