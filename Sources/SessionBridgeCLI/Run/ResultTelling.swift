import BridgePrimitives
import BridgeTrace
import Scenarios
import TraceReports

/// How each result is told as it comes.
struct ResultTelling: Sendable {
    let isJSON: Bool
    /// Only what failed.
    let isBrief: Bool
    let hasFlow: Bool
    /// Whether standard output belongs to a report.
    let isAside: Bool
    let palette: Palette

    func tell(_ result: ScenarioResult) {
        if isJSON { return Console.print(Report.json(for: result, hasEvents: hasFlow).text()) }
        guard !isBrief || !result.hasPassed || result.isFlaky else { return }
        for line in Report.lines(for: result) {
            say(result.isFlaky ? palette.yellow(line) : result.hasPassed ? StyledText(line) : palette.red(line))
        }
        if hasFlow, !result.hasPassed {
            for line in CookieFlowText.lines(for: result.events) { say(StyledText("        " + line)) }
        }
    }

    /// What comes after the last of them.
    func finish(_ report: RunReport, slowest count: Int) {
        guard !isJSON else { return }
        for line in report.slowestLines(count) { say(StyledText(line)) }
        if !isBrief { for line in report.hint { say(StyledText(line)) } }
        say(
            report.exitCode == 0 && report.tally.passed == report.tally.count
                ? palette.green(report.summary) : palette.red(report.summary))
    }

    private func say(_ line: StyledText) { isAside ? Console.note(line) : Console.print(line) }
}
