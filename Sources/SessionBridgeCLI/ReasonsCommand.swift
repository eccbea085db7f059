import ArgumentParser
import BridgePrimitives
import Diagnosis
import Documenting
import Reporting

struct ReasonsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reasons",
        abstract: "Lists all reason codes, tells one with an example that it runs, or finds the codes of a symptom.",
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

    @Option(help: ArgumentHelp("Where the keys are kept that an example may need.", valueName: "dir"))
    var state: String?

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
        guard symptoms || words.count <= 1 else {
            throw ValidationError("one code at a time; words are for --symptoms")
        }
        if findings, symptoms { throw ValidationError("--findings and --symptoms are two lists; choose one") }
        if markdown, !findings { throw ValidationError("--markdown prints findings; add --findings") }
        if markdown, json { throw ValidationError("--markdown and --json are two forms of one list; choose one") }
        if scenarios != nil, !markdown { throw ValidationError("--scenarios is for the page; add --markdown") }
        if markdown, !words.isEmpty { throw ValidationError("--markdown prints all findings; leave the prefix out") }
    }

    func run() async throws {
        if findings { return try await runningVerb { try printFindings() } }
        try await runningVerb {
            let palette = Palette(isOn: Console.hasColour)
            if symptoms { return try tellSymptoms(palette) }
            let prefix = words.first ?? ""
            let all = ReasonCatalogue.all
            // A code that others begin with is asked for itself.
            if let entry = all[ReasonCode(unchecked: prefix)] { return try await tellPage(of: entry, palette) }
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

    private func tellPage(of entry: ReasonCatalogue.Entry, _ palette: Palette) async throws {
        let pages = ReasonPages(ReasonCatalogue.all, runner: ExampleRunner(stateFolder: state))
        guard let page = try await page(of: entry, from: pages) else { return tell(entry, palette) }
        guard !json else { return Console.print(page.json.text()) }
        tell(page.lines(), palette)
    }

    private func tell(_ lines: [PageLine], _ palette: Palette) {
        for line in lines {
            switch line {
            case .title(let text), .heading(let text): Console.print(palette.bold(text))
            case .text(let text): Console.print(text)
            case .code(let text): Console.print("    \(text)")
            case .blank: Console.print("")
            }
        }
    }

    /// What the code means can be told where its example cannot be run, for want of a place for keys say.
    private func page(of entry: ReasonCatalogue.Entry, from pages: ReasonPages) async throws -> ReasonPage? {
        do { return try await pages.page(of: entry) } catch let failure as BridgeFailure {
            Console.note("session-bridge: \(failure.description)")
            return try await pages.page(of: entry, runsExample: false)
        }
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
            if !asked.isEmpty { tell(PageLine.wrapped(symptom.explanation, width: 100, indent: "    "), palette) }
            for cause in symptom.causes { Console.print("    \(cause.code.rawValue)  \(cause.clue)") }
            Console.print("    → \(symptom.command)\(symptom.commandPlace.map { "   (\($0))" } ?? "")")
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
        let prefix = words.first ?? ""
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
