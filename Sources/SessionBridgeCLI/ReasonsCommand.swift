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
            for entry in entries {
                if json { Console.print(entry.json.text()) } else { tell(entry, palette) }
            }
        }
    }

    private func tell(_ entry: ReasonCatalogue.Entry, _ palette: Palette) {
        let notes = [
            entry.devToolsName.map { "DevTools: \($0)" }, entry.kind.map { "exit code \($0.exitCode)" },
        ].compactMap(\.self)
        let remark = notes.isEmpty ? "" : palette.dim("  (\(notes.joined(separator: ", ")))")
        Console.print("\(palette.bold(entry.code.rawValue))\(remark)")
        Console.print("    \(entry.meaning)")
        if !entry.fix.isEmpty { Console.print("    → \(entry.fix)") }
    }
}
