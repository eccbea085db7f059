import BridgePrimitives
import Foundation
import Project
import RouterGuard
import Scenarios
import Testing
import TestSupport
import Worlds

@Suite("Guards' modules in folders", .timeLimit(.minutes(5)))
struct GuardModuleFilesTests {
    private static func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private static let scenario = "steps: [open]\nexpect: { route: main }"

    @Test func aModuleIsReadFromTheFolderOfWhatNamesIt() throws {
        try withFolder { folder in
            try Self.write("\u{FEFF}import './auth'; export default () => true", to: folder + "/src/router/guard.js")
            try Self.write("", to: folder + "/src/router/auth.js")
            try Self.write(
                "version: 1\nweb: { guard: { module: src/router/guard.js } }", to: folder + "/session-bridge.yaml")
            let module = try ProjectFiles.load(folder + "/session-bridge.yaml").project.web.pageGuard?.module
            #expect(module?.scripts.map(\.name) == ["src/router/auth.js", "src/router/guard.js"])
            // A scenario's module is in the project's folder, where there is one.
            try Self.write(
                "name: n\nguard: { module: ../../src/router/guard.js }\n" + Self.scenario, to: folder + "/e2e/a/s.yaml")
            let scenarios = try ScenarioFiles.scenarios(at: [folder + "/e2e"])
            #expect(scenarios.first?.setting.pageGuard?.module == module)
            #expect(try ProjectFiles.load(folder + "/session-bridge.yaml").worldSettings().ownGuard?.module == module)
        }
    }

    /// Nothing outside of the project is read, whatever leads there, and nothing is waited for.
    @Test(arguments: [
        ("../outside.js", "guard-module/outside-project"), ("link.js", "guard-module/outside-project"),
        ("linked/outside.js", "guard-module/outside-project"), ("importing.js", "guard-module/outside-project"),
        ("/etc/passwd", "guard-module/outside-project"),
        ("../../../../../../../etc/passwd", "guard-module/outside-project"),
        ("pipe.js", "guard-module/unreadable"), ("folder.js", "guard-module/unreadable"),
        ("large.js", "guard-module/too-large"), ("binary.js", "guard-module/unreadable"),
        ("nul.js", "guard-module/unreadable"), ("none.js", "guard-module/unreadable"),
    ])
    func whatIsNotRead(name: String, code: String) throws {
        try withFolder { folder in
            let project = folder + "/project"
            try Self.write("export default 1", to: folder + "/outside.js")
            try Self.write("import './link.js'", to: project + "/importing.js")
            try FileManager.default.createDirectory(atPath: project + "/folder.js", withIntermediateDirectories: true)
            for (link, target) in [("link.js", "/outside.js"), ("linked", "")] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(project)/\(link)", withDestinationPath: folder + target)
            }
            #expect(mkfifo(project + "/pipe.js", 0o600) == 0)
            try Data(repeating: 0x20, count: 10 << 20).write(to: URL(fileURLWithPath: project + "/large.js"))
            try Data([0x65, 0xFF]).write(to: URL(fileURLWithPath: project + "/binary.js"))
            try Data("export default 1\0".utf8).write(to: URL(fileURLWithPath: project + "/nul.js"))
            let file = project + "/session-bridge.yaml"
            try Self.write("version: 1\nweb: { guard: { module: \(name) } }", to: file)
            let problems = #expect(throws: ScenarioProblems.self) { try ProjectFiles.load(file) }
            #expect(problems?.problems.map(\.code.rawValue) == [code], "\(String(describing: problems))")
            #expect(problems?.problems.first?.location.line == 2)
        }
    }
}
