import BridgePrimitives
import Scenarios
import Testing

@Suite("The settings of a folder", .timeLimit(.minutes(5)))
struct FolderFileTests {
    private static let outer = FolderFile(
        file: "folder.yaml",
        text: """
            tags: outer
            profile: ios17
            variables: { a: outer, b: outer, c: outer }
            backend: { cookie-name: __session }
            set-up: [launch]
            tear-down: [reboot]
            """)
    private static let inner = FolderFile(
        file: "in/folder.yaml",
        text:
            "tags: inner\nprofile: ios18\nvariables: { b: inner, c: inner }\nset-up: [unlock]\ntear-down: [advance: '${var.wait:-1s}']"
    )
    private static let text = """
        name: ${var.a} ${var.b} ${var.c}
        tags: own
        variables: { c: own }
        backend: { cookie-attributes: Path=/ }
        set-up: [reload]
        steps: [sign-in]
        tear-down: [lock]
        expect: { verdict: signed-out }
        """

    @Test func theNearerWinsAndListsAreAdded() throws {
        let scenario = try #require(readScenarios(Self.text, folders: [Self.outer, Self.inner]).first)
        #expect(scenario.name == "outer inner own" && scenario.tags == ["outer", "inner", "own"])
        #expect(scenario.setting.profile == "ios18")
        #expect(scenario.setting.cookieName == "__session" && scenario.setting.cookieAttributes == "Path=/")
        #expect(scenario.steps.map(\.step.name) == ["launch", "unlock", "reload", "sign-in"])
        #expect(scenario.steps.map(\.part) == [.setUp, .setUp, .setUp, .steps])
        #expect(scenario.tearDown.map(\.step.name) == ["lock", "advance", "reboot"])
        #expect(scenario.steps.first?.location == SourceLocation(file: "folder.yaml", line: 5, column: 10))
        #expect(scenario.files == ["folder.yaml", "in/folder.yaml"])
    }

    /// Columns: the folder's text, and what is said of it.
    @Test(arguments: [
        ("name: x", "folder.yaml:1:1 scenario/unknown-key"),
        ("steps: [reload]", "folder.yaml:1:1 scenario/unknown-key"),
        ("expect: { route: x }", "folder.yaml:1:1 scenario/unknown-key"),
        ("profile: ios81", "folder.yaml:1:10 scenario/unknown-profile"),
        ("set-up: []", "folder.yaml:1:9 scenario/no-steps"),
        ("tags: [", "folder.yaml:1:8 scenario/not-yaml"),
        ("tags: a\n---\ntags: b", "folder.yaml:3:1 scenario/wrong-type"),
        ("user: { email: '${row.x}' }", "folder.yaml:1:16 scenario/no-such-variable"),
        ("tear-down: [advance: '${exchange.at}']", "folder.yaml:1:22 scenario/capture-too-early"),
        ("version: 3", "folder.yaml:1:10 scenario/unknown-version"),
    ])
    func isRefusedWhereItStands(text: String, problem: String) {
        let found = problems(
            in:
                "name: n\nsteps: [reload]\nexpect: { verdict: signed-out }\n---\nname: m\nsteps: [reload]\nexpect: { route: x }",
            folders: [FolderFile(file: "folder.yaml", text: text)])
        // Once, though two scenarios have it.
        #expect(found == [problem])
    }

    @Test func anEmptyFileSaysNothing() throws {
        let scenario = try #require(
            readScenarios(
                Self.text.replacing("${var.a} ${var.b} ", with: ""),
                folders: [FolderFile(file: "folder.yaml", text: "# nothing yet")]
            ).first)
        #expect(scenario.files.isEmpty)
    }
}
