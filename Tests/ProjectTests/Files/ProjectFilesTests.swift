import BridgePrimitives
import Foundation
import Scenarios
import Testing
import TestSupport
import Worlds

@testable import Project

@Suite("Project files in folders", .timeLimit(.minutes(5)))
struct ProjectFilesTests {
    private static func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func theNearestOneUpwardsCounts() throws {
        try withFolder { folder in
            try Self.write("version: 1", to: folder + "/session-bridge.yaml")
            try FileManager.default.createDirectory(
                atPath: folder + "/a/b/session-bridge.yaml", withIntermediateDirectories: true)
            // A folder of that name is no file.
            #expect(ProjectFiles.nearest(to: folder + "/a/b") == folder + "/a/b/../../session-bridge.yaml")
            #expect(ProjectFiles.nearest(to: folder) == folder + "/session-bridge.yaml")
            try Self.write("version: 1", to: folder + "/a/session-bridge.yaml")
            #expect(ProjectFiles.nearest(to: folder + "/a/b") == folder + "/a/b/../session-bridge.yaml")
            // The other usual ending is read too, and comes second.
            try Self.write("version: 1", to: folder + "/a/c/session-bridge.yml")
            #expect(ProjectFiles.nearest(to: folder + "/a/c") == folder + "/a/c/session-bridge.yml")
            try Self.write("version: 1", to: folder + "/a/session-bridge.yml")
            #expect(ProjectFiles.nearest(to: folder + "/a") == folder + "/a/session-bridge.yaml")
        }
    }

    /// Columns: whose the name, the file and its folder are, what all may do with the last two, whose process it is, and
    /// what is said. The files' group is 20, and the user's own is 20 except where the process is 601's.
    @Test(
        arguments: [
            ((501, 501, 501), (0o644, 0o755), 501, nil),
            ((501, 501, 501), (0o664, 0o775), 501, nil),  // a group of its own is what many systems give each user
            ((0, 0, 0), (0o644, 0o755), 501, nil),  // root may do anything anyway
            ((502, 502, 501), (0o644, 0o755), 501, "it belongs to another user, of id 502"),
            ((501, 501, 501), (0o644, 0o755), 0, "it belongs to another user, of id 501"),  // root obeys nobody
            ((502, 501, 501), (0o644, 0o755), 501, "it belongs to another user, of id 502"),  // a link to ours
            ((501, 502, 501), (0o644, 0o755), 501, "it belongs to another user, of id 502"),  // our link to theirs
            ((501, 501, 501), (0o666, 0o755), 501, "everybody may write it"),
            ((501, 501, 502), (0o644, 0o755), 501, "its folder belongs to another user, of id 502"),
            ((501, 501, 501), (0o644, 0o777), 501, "everybody may write into its folder"),
            ((601, 601, 601), (0o644, 0o755), 601, nil),
            ((601, 601, 601), (0o664, 0o755), 601, "the group of id 20 may write it"),
            ((601, 601, 601), (0o644, 0o775), 601, "the group of id 20 may write into its folder"),
            // What the file's command runs may be planted beside it.
            ((501, 501, 0), (0o644, 0o1777), 501, "everybody may write into its folder"),
        ] as [((uid_t, uid_t, uid_t), (mode_t, mode_t), uid_t, String?)])
    func whoseItMustBe(
        owners: (uid_t, uid_t, uid_t), permissions: (mode_t, mode_t), user: uid_t, objection: String?
    ) {
        let found = FoundProjectFile(
            name: .init(owner: owners.0, group: 20, permissions: 0o777),
            file: .init(owner: owners.1, group: 20, permissions: permissions.0),
            folder: .init(owner: owners.2, group: 20, permissions: permissions.1))
        #expect(found.objection(of: user, in: user == 601 ? 601 : 20) == objection)
    }

    @Test func oneThatOthersMayChangeIsNotTaken() throws {
        try withFolder { folder in
            try Self.write("version: 1", to: folder + "/a/session-bridge.yaml")
            #expect(try ProjectFiles.found(from: folder + "/a") == folder + "/a/session-bridge.yaml")
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder + "/a")
            let failure = #expect(throws: BridgeFailure.self) { try ProjectFiles.found(from: folder + "/a") }
            #expect(failure?.code.rawValue == "project/foreign-file")
            #expect(failure?.fix.contains("--project-file \(folder)/a/session-bridge.yaml") == true)
            #expect(throws: Never.self) { try ProjectFiles.load(folder + "/a/session-bridge.yaml") }
        }
    }

    @Test func filesAreLookedForFromItsFolder() throws {
        try withFolder { folder in
            try Self.write("x('${token}')", to: folder + "/ios/Bridge.js")
            try Self.write(
                "users: [{ email: hanako@example.com, password: correct-horse }]", to: folder + "/users.yaml")
            let file = folder + "/session-bridge.yaml"
            try Self.write(
                "version: 1\nauth: { users: users.yaml }\nweb: { folder: dist, sign-in-path: /login }\n"
                    + "handover: { user-script: { file: ios/Bridge.js } }", to: file)
            let loaded = try ProjectFiles.load(file)
            guard case .userScript(let script)? = loaded.project.handover?.first else {

                Issue.record("no script")
                return

            }
            #expect(script.source.text == "x('${token}')")
            let settings = try loaded.worldSettings()
            #expect(settings.webRoot == folder + "/dist" && settings.seeds != nil)
            #expect(settings.routes != nil && settings.authPort == 0)
        }
    }

    @Test(arguments: [
        (Data("version: 1\nhandover: { user-script: { file: none.js } }".utf8), "project/no-such-file"),
        (Data("version: 1\nauth: { project: ".utf8) + [0xFF], "project/not-utf8"),
        (Data(), "project/empty"),
        (Data([0xEF, 0xBB, 0xBF]) + Data("version: 2".utf8), "project/unknown-version"),  // after a byte order mark
        (Data(count: 2 << 20), "project/too-large"),
    ])
    func whatCannotBeReadIsToldWithItsPlace(content: Data, code: String) throws {
        try withFolder { folder in
            let file = folder + "/session-bridge.yaml"
            try content.write(to: URL(fileURLWithPath: file))
            let problems = #expect(throws: ScenarioProblems.self) { try ProjectFiles.load(file) }
            #expect(problems?.problems.map(\.code.rawValue) == [code])
            #expect(problems?.description.hasPrefix(file + ":") == true)
        }
    }

    @Test func oneThatIsNamedMustBeThere() throws {
        let failure = #expect(throws: BridgeFailure.self) { try ProjectFiles.load("/nowhere/bridge.yaml") }
        #expect(failure?.code.rawValue == "project/no-such-file" && failure?.kind == .unreadableInput)
        try withFolder { folder in
            try Self.write("version: 1\nauth: { users: none.yaml }", to: folder + "/session-bridge.yaml")
            let users = #expect(throws: BridgeFailure.self) { try ProjectFiles.load(folder + "/session-bridge.yaml") }
            #expect(users?.code.rawValue == "seeds/unreadable", "\(String(describing: users))")
        }
    }
}
