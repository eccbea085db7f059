import ArgumentParser
import BridgePrimitives
import Files
import Inspecting
import Scenarios

/// `junit=FILE`; `-` for standard output.
struct ReportOption: ExpressibleByArgument {
    enum Form: String, CaseIterable { case junit, json, html, tap, markdown, gitlab }
    let form: Form
    let file: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let form = Form(rawValue: parts[0]), !parts[1].isEmpty else { return nil }
        (self.form, file) = (form, parts[1])
    }

    var isStandardOutput: Bool { file == "-" }

    /// - Parameter traces: of an HTML report, by the scenarios that left them.
    func write(_ report: RunReport, traces: [ReportedTrace] = []) throws {
        let text =
            switch form {
            case .junit: report.junit
            case .json: report.json.text(indented: true) + "\n"
            case .html: InspectorFile(report, traces: traces).text
            case .tap: report.tap
            case .markdown: report.markdown
            case .gitlab: report.gitlab(path: RepositoryPath().path).text(indented: true) + "\n"
            }
        guard isStandardOutput else { return try OutputFile.write(text, to: file) }
        Console.print(document: text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
}

/// Whichever reports are wanted.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also write a report: junit=FILE, json=FILE, html=FILE, tap=FILE, markdown=FILE or gitlab=FILE, - for standard"
                + " output; may be repeated.", valueName: "form=file"))
    var report: [ReportOption] = []

    func validate() throws {
        guard report.count(where: \.isStandardOutput) <= 1 else {
            throw ValidationError("one report can go to standard output")
        }
    }

    var takesStandardOutput: Bool { report.contains(where: \.isStandardOutput) }

    var files: [String] { report.filter { !$0.isStandardOutput }.map(\.file) }

    /// - Throws: `output/not-writable`, before the work.
    func check() throws(BridgeFailure) { for file in files { try OutputFile.check(file) } }

    func write(_ run: RunReport, traces: [ReportedTrace] = []) throws {
        for option in report { try option.write(run, traces: traces) }
    }

    func has(_ form: ReportOption.Form) -> Bool { report.contains { $0.form == form } }
}
