public import BridgePrimitives
import Files
import Foundation
public import Scenarios

/// A path as it is typed: a file, a folder, or a place in a file.
struct ScenarioPath: Hashable {
    let path: String
    /// From 1; nil for all of it. Others than the file has are refused later, where the file is read.
    let line: Int?
    /// The row of the scenario's table; nil for all of them.
    let row: Int?

    /// - Parameter exists: whether something is there; a file may have a colon in its name.
    init(_ text: String, exists: (String) -> Bool) {
        // What an editor copies has the column, too.
        for count in [1, 2] where !exists(text) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count > count else { continue }
            let path = parts.dropLast(count).joined(separator: ":")
            var numbers = parts.suffix(count).map(String.init)
            let last = (numbers.popLast() ?? "").split(separator: "#", omittingEmptySubsequences: false).map(
                String.init)
            numbers += [last[0]]
            let (lines, rows) = (numbers.map { Int($0) }, last.dropFirst().map { Int($0) })
            guard exists(path), let line = lines[0], !lines.contains(nil), rows.count < 2, !rows.contains(nil)
            else { continue }
            (self.path, self.line, row) = (path, line, rows.first ?? nil)
            return
        }
        (path, line, row) = (text, nil, nil)
    }
}

extension ScenarioFiles {
    /// What is typed, without the lines that are meant: files and folders alone.
    public static func paths(of typed: [String]) -> [String] {
        typed.map { ScenarioPath($0, exists: FileManager.default.fileExists(atPath:)).path }
    }

    /// The scenarios at paths, of which each may be `FILE:LINE`: the scenario that stands there with all its rows, or the
    /// one row that does; else the nearest above it, or else the file's first. `FILE:LINE#ROW` is one row of it.
    ///
    /// - Throws: as ``scenarios(at:filter:)``; `run/no-such-path` for a line or a row that is not there.
    public static func planned(at typed: [String], variables: [String: String] = [:]) throws -> [PlannedScenario] {
        let paths = typed.map { ScenarioPath($0, exists: FileManager.default.fileExists(atPath:)) }
        for path in paths { try checkLine(of: path) }
        let all = PlannedScenario.all(try scenarios(at: paths.map(\.path), variables: variables))
        guard paths.contains(where: { $0.line != nil }) else { return all }
        let meant = try Set(paths.compactMap { try Part($0, among: all.map(\.scenario)) })
        let whole = try Set(paths.filter { $0.line == nil }.flatMap { try files(at: $0.path) }.map(place(of:)))
        return all.filter { each in
            let part = Part(of: each.scenario)
            return whole.contains(part.place) || meant.contains(part) || meant.contains(part.withoutRow)
        }
    }

    /// A scenario of a file, or one row of it.
    private struct Part: Hashable {
        let place: String
        let firstLine: Int
        var row: Int?

        init(of scenario: Scenario) {
            (place, firstLine) = (ScenarioFiles.place(of: scenario.file), scenario.firstLine)
            row = scenario.row?.number
        }

        /// - Returns: nil for a path without a line, and for a file whose scenarios are none of these.
        init?(_ path: ScenarioPath, among all: [Scenario]) throws(BridgeFailure) {
            guard let line = path.line else { return nil }
            let place = ScenarioFiles.place(of: path.path)
            let inFile = all.filter { ScenarioFiles.place(of: $0.file) == place }
            let starts = inFile.map(\.firstLine)
            guard let start = starts.filter({ $0 <= line }).max() ?? starts.min() else { return nil }
            (self.place, firstLine) = (place, start)
            let rows = inFile.filter { $0.firstLine == start }.compactMap(\.row)
            row = path.row ?? rows.first { $0.lines?.contains(line) == true }?.number
            guard path.row == nil || rows.contains(where: { $0.number == path.row }) else {
                throw RunReason.noSuchPath.failure(
                    "the scenario at \(path.path):\(line) has \(rows.isEmpty ? "no rows" : "rows 1 to \(rows.count)")",
                    fix: "see --list, which has the places")
            }
        }

        /// All rows of it.
        var withoutRow: Part {
            var part = self
            part.row = nil
            return part
        }
    }

    private static func checkLine(of path: ScenarioPath) throws {
        guard let line = path.line else { return }
        guard try files(at: path.path) == [path.path] else {
            throw RunReason.noSuchPath.failure("\(path.path) is a folder, which has no lines", fix: "name a file in it")
        }
        // What cannot be read is told by whoever reads it, and a pipe can be read but once.
        guard (try? FileStatus(of: path.path))?.kind != .special,
            let text = try? InputFile.read(path.path, upTo: ScenarioFile.sizeLimit)
        else { return }
        let newline = UInt8(ascii: "\n")
        let count = text.count { $0 == newline } + (text.last == newline ? 0 : 1)
        guard !(1...max(count, 1)).contains(line) else { return }
        throw RunReason.noSuchPath.failure(
            "\(path.path) has no line \(line): its lines are 1 to \(count)", fix: "see --list, which has the places")
    }

    /// The one scenario at `FILE`, of one, or at `FILE:LINE` or `FILE:LINE#ROW`.
    ///
    /// - Throws: as ``planned(at:variables:)``; `run/which-scenario` where there are several.
    public static func scenario(at typed: String) throws -> Scenario {
        let scenarios = try planned(at: [typed]).map(\.scenario)
        if scenarios.count == 1, let only = scenarios.first { return only }
        let places = scenarios.prefix(5).map(\.place).joined(separator: ", ")
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
}
