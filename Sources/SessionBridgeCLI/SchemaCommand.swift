import ArgumentParser
import BridgePrimitives
import Reporting
import Scenarios

struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Prints the JSON Schema of scenario files, for editors and validators.",
        discussion: "Draft 2020-12, for one document of a file. With yaml-language-server, begin a file with"
            + " # yaml-language-server: $schema=scenario.schema.json")

    @Flag(help: "Print the reference of the language instead, as in docs/scenarios.md.")
    var markdown = false

    func run() async throws {
        try await runningVerb {
            Console.print(
                document: markdown
                    ? ScenarioLanguage.reference
                    : ScenarioLanguage.schema(ScenarioFiles.vocabulary).text(indented: true))
        }
    }
}
