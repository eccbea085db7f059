import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Project
import Scenarios
import Serving

struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract:
            "Prints the JSON Schema of scenario, project or trace files or of reports, or the control endpoints' OpenAPI document.",
        discussion:
            "Draft 2020-12, for one document of a file, or one line of a trace. With yaml-language-server, begin a file with"
            + " # yaml-language-server: $schema=scenario.schema.json")

    @Flag(name: .customLong("project-file"), help: "Of project files, session-bridge.yaml, instead of scenario files.")
    var isOfProjectFiles = false

    @Flag(name: .customLong("trace-file"), help: "Of a trace file's lines, as --trace writes them.")
    var isOfTraceFiles = false

    @Flag(name: .customLong("report"), help: "Of a run's report, as run --report json=FILE writes it.")
    var isOfReports = false

    @Flag(help: "The OpenAPI 3.1 document of the control endpoints of serve and exec instead.")
    var control = false

    @Flag(
        help: "Print the reference page instead, as in docs/scenarios.md, docs/project-file.md and docs/trace-file.md.")
    var markdown = false

    func validate() throws {
        if isOfReports, isOfTraceFiles || isOfProjectFiles || control || markdown {
            throw ValidationError("--report goes with no other option")
        }
        if control, isOfTraceFiles || isOfProjectFiles || markdown {
            throw ValidationError("--control goes with no other option")
        }
        if isOfTraceFiles, isOfProjectFiles {
            throw ValidationError("--trace-file and --project-file are two files; choose one")
        }
    }

    func run() async throws {
        try await runningVerb {
            if control { return Console.print(document: ControlDocument.json.text(indented: true)) }
            if isOfTraceFiles {
                return Console.print(document: markdown ? TraceSchema.reference : TraceSchema.json.text(indented: true))
            }
            if isOfReports { return Console.print(document: RunReportSchema.json.text(indented: true)) }
            let vocabulary = ScenarioFiles.vocabulary
            Console.print(
                document: markdown
                    ? isOfProjectFiles ? ProjectLanguage.reference : ScenarioLanguage.reference
                    : (isOfProjectFiles ? ProjectLanguage.schema(vocabulary) : ScenarioLanguage.schema(vocabulary))
                        .text(indented: true))
        }
    }
}
