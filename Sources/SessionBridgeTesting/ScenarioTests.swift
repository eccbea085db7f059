import Foundation
import Project
public import Scenarios
public import Testing

/// Scenario files as the arguments of a test:
///
///     @Test(arguments: try ScenarioTests.all(in: "Scenarios"))
///     func handoff(_ scenario: ScenarioTest) async throws { try await scenario.run() }
public enum ScenarioTests: Sendable {
    /// All scenarios of files, and of folders and the folders in them.
    ///
    /// - Parameters:
    ///   - paths: a relative one is looked for beside the test's file, then in each folder above it, and at last in the
    ///     folder that the tests run in.
    ///   - filter: only scenarios whose name contains it; nil for all.
    ///   - testFile: the test's own file.
    /// - Throws: `ScenarioProblems` with everything that is wrong with any of the files; `run/no-such-path`,
    ///   `run/nothing-to-run`, `run/no-such-scenario`.
    public static func all(
        in paths: String..., filter: String? = nil, testFile: String = #filePath
    ) throws -> [ScenarioTest] {
        try ScenarioFiles.scenarios(at: paths.map { place(of: $0, beside: testFile) }, filter: filter).map {
            ScenarioTest($0)
        }
    }

    static func place(of path: String, beside testFile: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        var folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
        while true {
            let candidate = folder.appendingPathComponent(path).path
            if FileManager.default.fileExists(atPath: candidate) { return candidate }
            guard folder.path != "/" else { return path }
            folder.deleteLastPathComponent()
        }
    }
}

/// One scenario, which a test runs.
public struct ScenarioTest: Sendable, CustomTestStringConvertible {
    public let scenario: Scenario

    public init(_ scenario: Scenario) { self.scenario = scenario }

    public var testDescription: String { scenario.name }

    /// Runs it in a world of its own, as `session-bridge run` does and as the test's trait has it.
    ///
    /// What is not as expected is an issue at the step of the file in which the root cause lies, or at the expectation where
    /// that itself is the cause, with the lines that the command prints.
    /// - Throws: when there are no keys or no project file to run it with.
    public func run() async throws {
        let result = try await BridgeTestConfiguration.current.result(of: scenario)
        guard !result.hasPassed else { return }
        Issue.record(
            Comment(rawValue: Report.lines(for: result).joined(separator: "\n")),
            sourceLocation: Testing.SourceLocation(result.place))
    }
}

extension Testing.SourceLocation {
    /// A place in a scenario file, which belongs to no module.
    init(_ place: Scenarios.SourceLocation) {
        let path = URL(fileURLWithPath: place.file)
        self.init(
            fileID: "Scenarios/\(path.lastPathComponent)", filePath: path.path, line: max(place.line, 1),
            column: max(place.column, 1))
    }
}
