public import BridgePrimitives
import Files
import Foundation
import Project
import RouterGuard
public import Scenarios

/// A path as it is typed: a file, a folder, or a line of a file.
struct ScenarioPath: Hashable {
    let path: String
    /// From 1; nil for all of it.
    let line: Int?

    /// - Parameter exists: whether something is there; a file may have a colon in its name.
    init(_ text: String, exists: (String) -> Bool) {
        // What an editor copies has the column, too.
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for count in [1, 2] where parts.count > count && !exists(text) {
            let path = parts.dropLast(count).joined(separator: ":")
            let numbers = parts.suffix(count).map { Int($0) }
            guard exists(path), let line = numbers[0], line > 0, !numbers.contains(nil) else { continue }
            (self.path, self.line) = (path, line)
            return
        }
        (path, line) = (text, nil)
    }
}

extension ScenarioFiles {
    /// What is typed, without the lines that are meant: files and folders alone.
    public static func paths(of typed: [String]) -> [String] {
        typed.map { ScenarioPath($0, exists: FileManager.default.fileExists(atPath:)).path }
    }

    /// The scenarios at paths, of which each may be `FILE:LINE`: the scenario that stands there, or else the nearest above
    /// it, or else the file's first.
    ///
    /// - Throws: as ``scenarios(at:filter:)``.
    public static func planned(at typed: [String], variables: [String: String] = [:]) throws -> [PlannedScenario] {
        let paths = typed.map { ScenarioPath($0, exists: FileManager.default.fileExists(atPath:)) }
        let all = PlannedScenario.all(try scenarios(at: paths.map(\.path), variables: variables))
        guard paths.contains(where: { $0.line != nil }) else { return all }
        var lines: [String: Set<Int>] = [:]
        for path in paths {
            guard let line = path.line else { continue }
            let place = place(of: path.path)
            let starts = all.map(\.scenario).filter { self.place(of: $0.file) == place }.map(\.firstLine)
            if let start = starts.filter({ $0 <= line }).max() ?? starts.min() {
                lines[place, default: []].insert(start)
            }
        }
        let whole = try Set(paths.filter { $0.line == nil }.flatMap { try files(at: $0.path) }.map(place(of:)))
        return all.filter { each in
            let place = place(of: each.scenario.file)
            return whole.contains(place) || lines[place]?.contains(each.scenario.firstLine) == true
        }
    }

    /// The one scenario at `FILE`, of one, or at `FILE:LINE`.
    ///
    /// - Throws: as ``planned(at:variables:)``; `run/which-scenario` where there are several.
    public static func scenario(at typed: String) throws -> Scenario {
        let scenarios = try planned(at: [typed]).map(\.scenario)
        if scenarios.count == 1, let only = scenarios.first { return only }
        let places = scenarios.prefix(5).map { "\($0.source.file):\($0.source.line)" }.joined(separator: ", ")
        throw RunReason.whichScenario.failure(
            "\(typed) has \(scenarios.count) scenarios",
            fix: "name one: \(places)\(scenarios.count > 5 ? ", …" : "")")
    }

    /// The text of the file that a scenario was read from.
    public static func text(of scenario: Scenario) throws(BridgeFailure) -> String {
        do throws(InputFile.Problem) {
            return String(decoding: try InputFile.read(scenario.file, upTo: ScenarioFile.sizeLimit), as: UTF8.self)
        } catch {
            throw RunReason.unreadableFile.failure("\(scenario.file) \(error.clause)")
        }
    }

    /// All that a change of could let scenarios end otherwise: their files; those that these use, and the modules of
    /// their guards.
    ///
    /// - Parameter typed: those that lead nowhere are left out.
    static func watched(_ typed: [String], _ scenarios: [PlannedScenario]) -> (files: [String], others: [String]) {
        let used = scenarios.flatMap(\.scenario.files)
        let modules = scenarios.flatMap { each -> [String] in
            guard let module = each.scenario.setting.pageGuard?.module else { return [] }
            let folder = ProjectFile.folder(of: each.scenario.file)
            let root = ProjectFiles.nearest(to: folder).map(ProjectFile.folder) ?? folder
            return module.scripts.map { "\(root)/\($0.name)" }
        }
        return (paths(of: typed).flatMap { (try? files(at: $0)) ?? [] }, (used + modules).uniqued())
    }
}

extension Scenario {
    /// Where it begins in its own file; the first line where a row of another file is its place.
    fileprivate var firstLine: Int { source.file == file ? source.line : 1 }
}
