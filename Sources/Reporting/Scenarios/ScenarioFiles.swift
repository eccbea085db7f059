import BridgePrimitives
import Foundation
public import Scenarios

/// Finds scenario files and reads them.
public enum ScenarioFiles: Sendable {
    /// Reads files, and all `.yaml` and `.yml` files in folders and the folders in them, in the order of their names.
    ///
    /// - Throws: `scenario/…` with file, line and column for a file that cannot be understood, `run/no-such-path`
    ///   and `run/nothing-to-run` for paths that lead nowhere, `run/no-such-scenario` when the filter leaves nothing.
    ///
    /// - Parameter filter: only scenarios whose name contains it; nil for all.
    public static func scenarios(at paths: [String], filter: String? = nil) throws -> [Scenario] {
        var scenarios: [Scenario] = []
        for file in try paths.flatMap({ try files(at: $0) }) { scenarios += try read(file) }
        guard let filter else { return scenarios }
        scenarios = scenarios.filter { $0.name.contains(filter) }
        guard !scenarios.isEmpty else {
            throw BridgeFailure(
                RunReason.noSuchScenario, cause: "no scenario's name contains \"\(filter)\"")
        }
        return scenarios
    }

    private static func files(at path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw BridgeFailure(
                RunReason.noSuchPath, cause: "there is nothing at \(path)")
        }
        guard isFolder.boolValue else { return [path] }
        let root = path.hasSuffix("/") ? String(path.dropLast()) : path
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        let files = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted().map { "\(root)/\($0)" }
        guard !files.isEmpty else {
            throw BridgeFailure(
                RunReason.nothingToRun, cause: "there is no .yaml file in \(path)")
        }
        return files
    }

    private static func read(_ file: String) throws -> [Scenario] {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw BridgeFailure(RunReason.unreadableFile, cause: "\(file) cannot be read")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw BridgeFailure(
                ScenarioReason.notUTF8, cause: "\(file) is not UTF-8")
        }
        return try ScenarioFile.scenarios(
            in: text, file: file, environment: ProcessInfo.processInfo.environment,
            reasons: ReasonCatalogue.all.entries.map(\.code.rawValue))
    }
}
