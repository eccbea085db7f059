import BridgePrimitives
import Foundation
import Project
import Scenarios
import TestSupport
import Testing

@Suite("What is told of project files", .timeLimit(.minutes(5)))
struct ProjectLanguageTests {
    private static let schema = ProjectLanguage.schema(Vocabulary(profiles: ["ios18"]))

    /// Each file of the examples, and each that `init` writes.
    @Test func theSchemaTakesWhatTheReaderTakes() throws {
        let files = Checkout.texts(in: "Examples", suffix: ".yaml").filter {
            // Scenarios lie among them.
            !$0.path.contains("/scenarios/") && !$0.text.contains("\nexpect:")
        }
        #expect(files.count >= 2)
        var own = ProjectAnswers()
        (own.backendURL, own.exchangePath, own.idTokenName) = ("http://localhost:3000", "/x", "t")
        (own.tokenPlace, own.page) = ("cookie fb", "dist")
        let written = [ProjectAnswers(), own].map { ("written by init", ProjectText.text($0)) }
        for (path, text) in files.map({ ($0.path, $0.text) }) + written {
            let complaint = try SchemaCheck(schema: Self.schema).complaint(about: YAMLJSON.value(of: text))
            #expect(complaint == nil, "\(path)")
        }
    }

    @Test(arguments: [
        ("{}", "$: version is missing"), ("{ version: 1, x: 1 }", "$.x: is not known"),
        ("{ version: 2 }", "$.version"), ("{ version: 1, web: { engine: opera } }", "$.web.engine"),
        ("{ version: 1, auth: { strictness: lax } }", "$.auth.strictness"),
        ("{ version: 1, backend: { url: localhost } }", "$.backend.url"),
        (
            "{ version: 1, backend: { url: 'http://b', exchange: { token: { jsn: a } } } }",
            "$.backend.exchange.token.jsn"
        ),
        ("{ version: 1, handover: [{ user-script: {} }] }", "$.handover"),
    ])
    func theSchemaRefusesWhatTheReaderRefuses(text: String, place: String) throws {
        let complaint = try SchemaCheck(schema: Self.schema).complaint(about: YAMLJSON.value(of: text))
        #expect(complaint?.hasPrefix(place) == true, "\(complaint ?? "none")")
    }

    @Test func theReferenceInTheDocumentsIsTheTables() throws {
        let file = try #require(
            Checkout.texts(in: "docs", suffix: "project-file.md").first { $0.path == "docs/project-file.md" })
        #expect(file.text == ProjectLanguage.reference + "\n", "session-bridge schema --project-file --markdown")
        for key in ["version", "backend.start.command", "handover.user-script.file", "backend.exchange.token.json"] {
            #expect(ProjectLanguage.reference.contains("| `\(key)` |"), "\(key)")
        }
    }
}
