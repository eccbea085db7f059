import ArgumentParser
import BridgePrimitives
import Diagnosis
import Reporting

struct ReasonsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reasons", abstract: "Lists all reason codes with what they mean and how to fix it.")

    @Argument(help: ArgumentHelp("One code, or what codes begin with: send, guard/token …", valueName: "prefix"))
    var prefix: String = ""

    @Flag(help: "One JSON object a line.")
    var json = false

    @Flag(help: "Of findings only: what a trace gives reason to tell, with how much each matters.")
    var findings = false

    @Flag(help: "Print the page of findings instead, as in docs/findings.md.")
    var markdown = false

    @Option(
        help: ArgumentHelp(
            "Scenarios that the page of findings names, a file or a folder.", valueName: "path"))
    var scenarios: String?

    func validate() throws {
        if markdown, !findings { throw ValidationError("--markdown prints findings; add --findings") }
        if markdown, json { throw ValidationError("--markdown and --json are two forms of one list; choose one") }
        if scenarios != nil, !markdown { throw ValidationError("--scenarios is for the page; add --markdown") }
        if markdown, !prefix.isEmpty { throw ValidationError("--markdown prints all findings; leave the prefix out") }
    }

    func run() async throws {
        if findings { return try await runningVerb { try printFindings() } }
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

    private func printFindings() throws {
        if markdown {
            let shipped = try scenarios.map { try ScenarioFiles.scenarios(at: [$0]) } ?? []
            return Console.print(document: FindingReference(shipped).markdown(from: scenarios ?? ""))
        }
        let kinds = FindingCatalogue.all.kinds.filter { $0.code.rawValue.hasPrefix(prefix) }
        guard !kinds.isEmpty else {
            let areas = FindingCatalogue.all.kinds.map { $0.code.rawValue.prefix { $0 != "/" } }.uniqued()
            throw UsageReason.noSuchReason.failure(
                "no finding begins with \"\(prefix)\"", fix: "they begin with: \(areas.joined(separator: ", "))")
        }
        let palette = Palette(isOn: Console.hasColour)
        for kind in kinds {
            guard !json else {
                Console.print(kind.json.text())
                continue
            }
            Console.print("\(palette.bold(kind.code.rawValue))\(palette.dim("  (\(kind.severity.rawValue))"))")
            Console.print("    \(kind.meaning)")
            if !kind.fix.isEmpty { Console.print("    → \(kind.fix)") }
        }
    }
}
