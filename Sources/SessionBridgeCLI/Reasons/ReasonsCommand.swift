import ArgumentParser
import BridgePrimitives
import Diagnosis
import Project

struct ReasonsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reasons",
        abstract: "Lists all reason codes, explains one, or finds the codes of a symptom.",
        discussion: """
              session-bridge reasons send
              session-bridge reasons send/host-only
              session-bridge reasons --symptoms signed out after relaunch
            """)

    @Argument(
        help: ArgumentHelp(
            "One code, or what codes begin with: send, guard/token …; with --symptoms what is seen, in your words.",
            valueName: "code"))
    var words: [String] = []

    @Flag(help: "List what people see in place of codes, with the codes that it turns out to be.")
    var symptoms = false

    @Flag(help: "One JSON object a line.")
    var json = false

    @Flag(help: "Of findings only: what a trace gives reason to tell, with how much each matters.")
    var findings = false

    @Flag(help: "Print the reference page instead, as in docs/reasons.md, docs/findings.md and docs/symptoms.md.")
    var markdown = false

    @Option(
        help: ArgumentHelp(
            "Scenarios that the page of reasons or findings names, a file or a folder.", valueName: "path"))
    var scenarios: String?

    func validate() throws {
        guard symptoms || words.count <= 1 else {
            throw ValidationError("one code at a time; words are for --symptoms")
        }
        if findings, symptoms { throw ValidationError("--findings and --symptoms are two lists; choose one") }
        if markdown, json { throw ValidationError("--markdown and --json are two forms of one list; choose one") }
        if scenarios != nil, !markdown || symptoms {
            throw ValidationError("--scenarios is for the page of reasons or findings; add --markdown")
        }
        if markdown, !words.isEmpty { throw ValidationError("--markdown prints all; leave the words out") }
    }

    func run() async throws {
        try await runningVerb {
            let palette = Palette(isOn: Console.hasColour)
            if markdown { return Console.print(document: try page()) }
            if findings { return try printFindings(palette) }
            if symptoms { return try tellSymptoms(palette) }
            let prefix = words.first ?? ""
            let all = ReasonCatalogue.all
            // A code that others begin with is asked for itself.
            if let entry = all[ReasonCode(unchecked: prefix)] { return explain(entry, palette) }
            let entries = all.entries.filter { $0.code.rawValue.hasPrefix(prefix) }
            guard !entries.isEmpty else {
                throw UsageReason.noSuchReason.failure(
                    "no reason begins with \"\(prefix)\"", fix: ReasonCatalogue.all.suggestion(for: prefix))
            }
            for entry in entries {
                if json { Console.print(entry.json.text()) } else { tell(entry, palette) }
            }
        }
    }

    private func page() throws -> String {
        if symptoms { return Symptom.reference }
        let shipped = try scenarios.map { try ScenarioFiles.scenarios(at: [$0]) } ?? []
        let folder = scenarios ?? ""
        return findings
            ? FindingReference(shipped).markdown(from: folder) : ReasonReference(shipped).markdown(from: folder)
    }

    /// One code: what the list says, and what people say who meet it.
    private func explain(_ entry: ReasonCatalogue.Entry, _ palette: Palette) {
        guard !json else { return Console.print(entry.json.text()) }
        tell(entry, palette)
        let met = Symptom.all.filter { $0.causes.contains { $0.code == entry.code } }
        guard !met.isEmpty else { return }
        Console.print("")
        Console.print(palette.bold("People say"))
        for symptom in met { Console.print("    \(symptom.title)") }
    }

    private func tellSymptoms(_ palette: Palette) throws {
        let asked = words.joined(separator: " ")
        let found = asked.isEmpty ? Symptom.all : Array(SymptomSearch().matches(asked).prefix(5))
        guard !found.isEmpty else {
            throw UsageReason.noSuchReason.failure(
                "no symptom has anything of \"\(asked)\"", fix: "leave the words out to list all of them")
        }
        for symptom in found {
            if json {
                Console.print(symptom.json.text())
                continue
            }
            Console.print(palette.bold(symptom.title))
            if !asked.isEmpty { for line in Self.lines(of: symptom.explanation) { Console.print("    \(line)") } }
            for cause in symptom.causes { Console.print("    \(cause.code.rawValue)  \(cause.clue)") }
            Console.print("    → \(symptom.command)\(symptom.commandPlace.map { "   (\($0))" } ?? "")")
        }
    }

    /// Prose in lines of at most 96 characters; a word that is longer has a line of its own.
    private static func lines(of text: String) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let line = lines.last, line.count + 1 + word.count <= 96 {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
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

    private func printFindings(_ palette: Palette) throws {
        let prefix = words.first ?? ""
        let kinds = FindingCatalogue.all.kinds.filter { $0.code.rawValue.hasPrefix(prefix) }
        guard !kinds.isEmpty else {
            let areas = FindingCatalogue.all.kinds.map { $0.code.rawValue.prefix { $0 != "/" } }.uniqued()
            throw UsageReason.noSuchReason.failure(
                "no finding begins with \"\(prefix)\"", fix: "they begin with: \(areas.joined(separator: ", "))")
        }
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
