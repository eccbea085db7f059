import ArgumentParser
import BridgePrimitives
import Project
import Reporting
import Scenarios

struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of scenario or project files, for editors and validators.",
        discussion: "Draft 2020-12, for one document of a file. With yaml-language-server, begin a file with"
            + " # yaml-language-server: $schema=scenario.schema.json")

    @Flag(name: .customLong("project-file"), help: "Of project files, session-bridge.yaml, instead of scenario files.")
    var isOfProjectFiles = false

    @Flag(help: "Print the reference of the language instead, as in docs/scenarios.md and docs/project-file.md.")
    var markdown = false

    func run() async throws {
        try await runningVerb {
            let vocabulary = ScenarioFiles.vocabulary
            Console.print(
                document: markdown
                    ? isOfProjectFiles ? ProjectLanguage.reference : ScenarioLanguage.reference
                    : (isOfProjectFiles ? ProjectLanguage.schema(vocabulary) : ScenarioLanguage.schema(vocabulary))
                        .text(indented: true))
        }
    }
}
