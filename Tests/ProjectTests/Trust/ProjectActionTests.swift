import Project
import Testing

@Suite("What a project file does", .timeLimit(.minutes(5)))
struct ProjectActionTests {
    private static let plain = """
        version: 1
        backend:
          url: http://127.0.0.1:${port}
          start: { command: npm start, environment: { A: "1" }, within: 60s }
        web: { sign-in-path: /login }
        """

    private static func digests(_ text: String, in folder: String = "/srv/app") throws -> [String] {
        try ProjectFiles.read(text, as: folder + "/session-bridge.yaml").actions(startingCommands: true).map(\.digest)
    }

    /// What is changed, and whether it is to be approved again.
    @Test(arguments: [
        ("/login", "/signin", false), ("within: 60s", "within: 5s", false),
        ("version: 1", "# a comment\nversion: 1", false),
        ("npm start", "npm  start", true), ("npm start", "npm start; curl evil.test", true),
        ("A: \"1\"", "A: \"2\"", true),
        ("A: \"1\"", "B: \"1\"", true), ("within: 60s", "inherit: [A]", true), ("within: 60s", "inherit: []", true),
    ])
    func isApprovedAgainIfItChanges(old: String, new: String, isNew: Bool) throws {
        let changed = Self.plain.replacing(old, with: new)
        #expect(changed != Self.plain)
        #expect(try (Self.digests(changed) != Self.digests(Self.plain)) == isNew)
    }

    @Test func anotherFolderIsAnotherCommand() throws {
        #expect(try Self.digests(Self.plain) == Self.digests(Self.plain))
        #expect(try Self.digests(Self.plain) != Self.digests(Self.plain, in: "/srv/other"))
    }

    @Test(
        arguments: [
            ("version: 1\nauth: { project: demo-app }", []),
            ("version: 1\nbackend: { url: \"http://localhost:3000\" }", []),
            ("version: 1\nauth: { api-key: \"${env.UNSET:-x}\" }", ["read UNSET from your environment"]),
            (
                "version: 1\nauth: { api-key: \"${env.UNSET:-x}\" }\nbackend: { url: \"https://api.example.com\" }",
                ["read UNSET from your environment, and may send it to api.example.com"]
            ),
            (
                "version: 1\nweb: { url: \"http://localhost:1\", start: { command: run it, inherit: [A] } }",
                ["start `run it` in /srv/app as web, and of your environment A"]
            ),
            (
                plain, ["start `npm start` in /srv/app as backend, with A set"]
            ),
        ] as [(String, [String])])
    func isSaid(text: String, words: [String]) throws {
        let project = try ProjectFiles.read(text, as: "/srv/app/session-bridge.yaml")
        #expect(project.actions(startingCommands: true).map(\.words) == words)
        #expect(project.actions(startingCommands: false).map(\.words) == words.filter { $0.hasPrefix("read") })
    }
}
