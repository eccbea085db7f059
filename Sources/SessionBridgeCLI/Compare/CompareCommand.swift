import ArgumentParser
import BridgePrimitives
import Cookies
import Scenarios
import Worlds

struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Runs every way of handing the session over, and tells where the token ends up.",
        discussion: """
            The same user and page each time: is the token on the page's first request, on the one after a redirect, does \
            the page's script see it, do later requests carry it, is it there after a reload, and after the app was \
            started again, in a frame, does another origin get it, and which addresses, Referers or logs have it besides? \
            The table is made by running, under --profile or in --engine. Of several, or of `all` profiles, it tells \
            whether the page was signed in under each, and each cell in which they differ.

              session-bridge compare --profile ios17
              session-bridge compare --profile all
              session-bridge compare --engine model --engine chromium --markdown
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var project: ProjectOptions
    @OptionGroup var hosts: AllowedHostOptions

    @Option(
        help: ArgumentHelp(
            "A cookie profile of the web view, or all; may be repeated: \(CookieProfile.all.map(\.name).joined(separator: ", ")).",
            discussion: "Default: \(WorldSettings().profile.name).", valueName: "name"))
    var profile: [String] = []

    @Option(
        help: ArgumentHelp(
            "What opens the page, may be repeated: \(EngineName.allCases.map(\.rawValue).joined(separator: ", ")).",
            discussion: "Profiles are the model's. Default: as the project file says, or else model.",
            valueName: "engine"))
    var engine: [EngineName] = []

    @Flag(help: "Print GitHub's Markdown, for a job's summary or an issue.")
    var markdown = false

    @Flag(name: .shortAndLong, help: "Also print each table of several, and what each reason means and its fix.")
    var verbose = false

    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var timing: TimeoutOptions

    func validate() throws {
        if markdown, common.json {
            throw ValidationError("--markdown and --json are two forms of one table; choose one")
        }
        let isOfSeveral = profile.count > 1 || profile.contains("all")
        if isOfSeveral, !engine.isEmpty, !engine.contains(.model) {
            throw ValidationError("several profiles are for the model; add --engine model, or leave out --engine")
        }
    }

    func run() async throws {
        try await runningWorlds(common.masking, within: timing.timeout) {
            let settings = try project.worldSettings(common, nil, seeding, strictness, reaching: hosts)
            let subjects = try subjects(beside: settings)
            let state = ProjectOptions.stateFolder(common.state, of: settings.projectID)
            let isAlone = subjects.count == 1
            // A row is printed as it is made where nothing else has to be known first.
            let isStreamed = isAlone && !common.json && !markdown
            if isStreamed { Console.print(HandoverRow.head) }
            var tables: [HandoverTable] = []
            for (index, subject) in subjects.enumerated() {
                if !isAlone, !common.quiet {
                    Console.note("session-bridge: \(index + 1) of \(subjects.count), \(subject.name)")
                }
                let comparison = HandoverComparison(settings: Self.settings(settings, in: subject), stateFolder: state)
                do {
                    let rows = try await comparison.run { row in
                        if isStreamed { Console.print(row.line) }
                        if common.json { Console.print(HandoverTable.json(row, in: subject, reasons: .all).text()) }
                    }
                    tables.append(HandoverTable(subject, rows))
                } catch let error where Task.isCancelled {
                    // Of one subject its rows are told already.
                    if !isAlone, !common.json, !tables.isEmpty {
                        tell(HandoverReport(tables, note: nil), isAlone: false)
                    }
                    throw error
                }
            }
            let note = common.quiet ? nil : HandoverNote.pageScripts(settings, in: subjects)
            if !common.json {
                tell(HandoverReport(tables, note: note), isAlone: isAlone)
            } else if let note {
                Console.print(HandoverNote.json(note).text())
            }
        }
    }

    private func tell(_ report: HandoverReport, isAlone: Bool) {
        if markdown { return Console.print(report.markdown(reasons: .all, hasLegend: !common.quiet)) }
        if !isAlone {
            Console.print(report.matrix)
            if verbose {
                for table in report.tables {
                    Console.print(["", table.subject.name, HandoverRow.head] + table.rows.map(\.line))
                }
            }
        }
        if let note = report.note { Console.print(["", HandoverNote.line(note)]) }
        if verbose {
            let codes = report.tables.flatMap { $0.explanations(reasons: .all) }
            if !codes.isEmpty { Console.print([""] + codes) }
        }
        if !common.quiet { Console.print([""] + HandoverReport.legend) }
    }

    /// - Throws: `usage/unknown-profile` with the names that there are.
    private func subjects(beside settings: WorldSettings) throws -> [HandoverSubject] {
        let profiles = try profile.flatMap { try $0 == "all" ? CookieProfile.all : [$0.asCookieProfile()] }
        var subjects: [HandoverSubject] = []
        for engine in engine.isEmpty ? [settings.engine] : engine {
            if engine == .model {
                let wanted = profiles.isEmpty ? [settings.profile] : profiles
                subjects += wanted.map { HandoverSubject(engine: .model, profile: $0) }
            } else {
                subjects.append(HandoverSubject(engine: engine, profile: profiles.count == 1 ? profiles.first : nil))
            }
        }
        return subjects.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Not inlined, as ``ProjectOptions/worldSettings(_:_:_:_:_:)`` is not.
    @inline(never)
    private static func settings(_ settings: WorldSettings, in subject: HandoverSubject) -> WorldSettings {
        var settings = settings
        settings.engine = subject.engine
        if let profile = subject.profile { settings.profile = profile }
        return settings
    }
}
