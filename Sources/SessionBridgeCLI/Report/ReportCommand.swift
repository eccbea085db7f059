import ArgumentParser
import BridgePrimitives
import Project
import Scenarios

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Shows, merges and compares reports of runs.",
        discussion: """
            A report is what `run --report json=FILE` wrote; `schema --report` describes it.

              session-bridge report results.json
              session-bridge report merge shard-1.json shard-2.json --report junit=all.xml
              session-bridge report diff yesterday.json today.json
            """,
        subcommands: [ReportShowCommand.self, ReportMergeCommand.self, ReportDiffCommand.self],
        defaultSubcommand: ReportShowCommand.self)
}

/// What `report` does with one file.
struct ReportShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Tells a report, or writes it in another form.",
        discussion: "Exits as the run did: with 1 where a scenario failed.")

    @Argument(help: ArgumentHelp("A JSON report, or - for standard input.", valueName: "file"))
    var file: String

    @OptionGroup var reports: ReportOptions

    @Flag(help: "Print one JSON object a scenario.")
    var json = false

    @Option(help: ArgumentHelp("Tell this many of the slowest.", valueName: "count"))
    var slowest: Int = 0

    func run() async throws {
        try await runningVerb {
            try ScenarioFiles.mustBeApart(outputs: reports.files, from: [file], as: "the report that is read,")
            try reports.check()
            let report = try RunReportFile.read(file)
            try reports.write(report)
            ReportTelling(isJSON: json, isSilent: reports.takesStandardOutput).tell(report, slowest: slowest)
            if report.exitCode != 0 { throw ExitCode(report.exitCode) }
        }
    }
}

struct ReportMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Puts the reports of several shards or runs together.",
        discussion: """
            A scenario that is in several counts once, as it ended worst, and is told. A shard without a report is told, \
            and is an error of the whole: exits with 65, unless a scenario failed, which is 1.
            """)

    @Argument(help: ArgumentHelp("JSON reports, or - for standard input.", valueName: "file"))
    var files: [String]

    @OptionGroup var reports: ReportOptions

    @Flag(help: "Print one JSON object a scenario.")
    var json = false

    func run() async throws {
        try await runningVerb {
            try ScenarioFiles.mustBeApart(outputs: reports.files, from: files, as: "the report that is read,")
            try reports.check()
            var parts: [(file: String, report: RunReport)] = []
            for file in files { parts.append((file, try RunReportFile.read(file))) }
            let merge = try RunReportMerge(parts)
            for note in merge.notes { Console.note("session-bridge: \(note)") }
            try reports.write(merge.report)
            ReportTelling(isJSON: json, isSilent: reports.takesStandardOutput).tell(merge.report, slowest: 0)
            if merge.report.exitCode != 0 { throw ExitCode(merge.report.exitCode) }
        }
    }
}

struct ReportDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Tells what is otherwise in a later run: what fails, is flaky, slower, new or gone.",
        discussion: "Exits with 1 where something fails that did not fail before.")

    @Argument(help: ArgumentHelp("The earlier JSON report, or - for standard input.", valueName: "old"))
    var old: String

    @Argument(help: ArgumentHelp("The later one.", valueName: "new"))
    var new: String

    @Option(help: ArgumentHelp("How much slower counts, in percent; together with --slower-by.", valueName: "percent"))
    var slowerPercent: Double = 50

    @Option(help: ArgumentHelp("How much slower counts.", valueName: "duration"))
    var slowerBy: String = "500ms"

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(help: "Print Markdown, for a comment of a review.")
    var markdown = false

    func validate() throws {
        guard old != "-" || new != "-" else { throw ValidationError("standard input can be one of the two") }
        guard !json || !markdown else { throw ValidationError("--json and --markdown exclude each other") }
        guard (0...1_000_000).contains(slowerPercent) else {
            throw ValidationError("--slower-percent takes a number from 0 to 1000000")
        }
    }

    func run() async throws {
        try await runningVerb {
            let least = try slowerBy.asTimeout()
            let diff = RunReportDiff(
                try RunReportFile.read(old), try RunReportFile.read(new),
                slower: RunReportDiff.Threshold(percent: slowerPercent, least: least))
            if json {
                Console.print(diff.json.text())
            } else if markdown {
                Console.print(document: diff.markdown)
            } else {
                Console.print(diff.lines)
            }
            if diff.hasNewFailures { throw ExitCode(1) }
        }
    }
}

/// A report that was read, for people or scripts.
private struct ReportTelling {
    let isJSON: Bool
    let isSilent: Bool

    func tell(_ report: RunReport, slowest count: Int) {
        guard !isSilent else { return }
        if isJSON {
            return Console.print(report.scenarios.map { $0.json.text() } + report.errors.map { $0.json.text() })
        }
        let palette = Palette(isOn: Console.hasColour)
        for scenario in report.scenarios where !scenario.hasPassed || scenario.isFlaky {
            for line in scenario.lines { Console.print(scenario.isFlaky ? palette.yellow(line) : palette.red(line)) }
        }
        for error in report.errors { Console.print(palette.red("ERROR \(error.line)")) }
        for line in report.slowestLines(count) { Console.print(line) }
        Console.print(report.exitCode == 0 ? palette.green(report.summary) : palette.red(report.summary))
    }
}
