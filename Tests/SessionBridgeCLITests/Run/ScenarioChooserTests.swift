import BridgePrimitives
import Foundation
import Project
import Scenarios
import Testing
import TestSupport

@testable import SessionBridgeCLI

@Suite("Scenarios that are named", .timeLimit(.minutes(5)))
struct ScenarioChooserTests {
    private static func document(_ name: String, tags: String = "[]") -> String {
        "name: \(name)\ntags: \(tags)\nsteps: [reload]\nexpect: { verdict: not-opened }\n"
    }

    private static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// Two files: `a.yaml` has one at lines 2 and 8, `b:3.yaml` one at line 1.
    private static func withFiles(_ body: (String) throws -> Void) throws {
        try withFolder { folder in
            try write(
                "# first\n\(document("one"))---\n# second\n\(document("two", tags: "[slow]"))", to: folder + "/a.yaml")
            try write(document("three"), to: folder + "/b:3.yaml")
            try body(folder)
        }
    }

    /// Columns: why, paths in the folder, names of those that are chosen.
    @Test(arguments: [
        ("a folder", [""], ["one", "two", "three"]), ("a file", ["/a.yaml"], ["one", "two"]),
        ("its first line, which is a comment", ["/a.yaml:1"], ["one"]), ("a line within", ["/a.yaml:4"], ["one"]),
        ("where it stands", ["/a.yaml:8"], ["two"]), ("with the column", ["/a.yaml:9:3"], ["two"]),
        ("the last line", ["/a.yaml:11"], ["two"]), ("two lines", ["/a.yaml:9", "/a.yaml:2"], ["one", "two"]),
        ("a line and the whole file", ["/a.yaml:2", "/a.yaml"], ["one", "two"]),
        ("a line and another file", ["/a.yaml:2", "/b:3.yaml"], ["one", "three"]),
        ("a line and the folder", ["/a.yaml:2", ""], ["one", "two", "three"]),
        ("a colon in the name", ["/b:3.yaml"], ["three"]), ("and a line", ["/b:3.yaml:2"], ["three"]),
    ])
    func placesAreLines(why: String, paths: [String], names: [String]) throws {
        try Self.withFiles { folder in
            let planned = try ScenarioFiles.planned(at: paths.map { folder + $0 })
            #expect(planned.map(\.scenario.name) == names, "\(why)")
        }
    }

    @Test(arguments: [
        "/a.yaml:x", "/a.yaml:0", "/a.yaml:", "/c.yaml:3", "/a.yaml:-1", "/a.yaml:99999999999999999999",
        "/a.yaml:12", "/b:3.yaml:5", ":3", "/a.yaml:2#1", "/a.yaml:2#x", "/a.yaml:2#1#1",
    ])
    func whatIsNoPlaceIsNoPath(path: String) throws {
        try Self.withFiles { folder in
            #expect(throws: RunReason.noSuchPath.failure("")) { _ = try ScenarioFiles.planned(at: [folder + path]) }
        }
    }

    /// Two scenarios: the first with rows in lines 2 and 3, its steps in line 4; the second from line 7 on with a table of
    /// two rows, which has as many lines as would lead astray.
    private static func withTables(_ body: (String) throws -> Void) throws {
        try withFolder { folder in
            try write(
                """
                name: own ${row.n}
                rows: [{ n: a },
                  { n: b }]
                steps: [reload]
                expect: { verdict: not-opened }
                ---
                name: other ${row.n}
                rows: { file: t.csv }
                steps: [reload]
                expect: { verdict: not-opened }

                """, to: folder + "/a.yaml")
            try write("n\n\n\nc\n\n\n\n\nd\n", to: folder + "/t.csv")
            try body(folder)
        }
    }

    /// Columns: why, the path in the folder, names of those that are chosen.
    @Test(arguments: [
        ("all rows", "/a.yaml:1", ["own a", "own b"]), ("a row's line", "/a.yaml:2", ["own a"]),
        ("the other's", "/a.yaml:3", ["own b"]), ("a step of all rows", "/a.yaml:4", ["own a", "own b"]),
        ("a row by its number", "/a.yaml:1#2", ["own b"]), ("the line between", "/a.yaml:6", ["own a", "own b"]),
        ("a table's scenario", "/a.yaml:7", ["other c", "other d"]), ("its step", "/a.yaml:9", ["other c", "other d"]),
        ("its row", "/a.yaml:7#1", ["other c"]), ("a row with the column", "/a.yaml:7:1#2", ["other d"]),
        ("the last line", "/a.yaml:10", ["other c", "other d"]),
    ])
    func linesAreThoseOfTheScenariosFile(why: String, path: String, names: [String]) throws {
        try Self.withTables { folder in
            let planned = try ScenarioFiles.planned(at: [folder + path])
            #expect(planned.map(\.scenario.name) == names, "\(why)")
        }
    }

    /// What is printed of a scenario chooses it.
    @Test func eachPlaceLeadsBack() throws {
        try Self.withTables { folder in
            for scenario in try ScenarioFiles.scenarios(at: [folder]) {
                #expect(try ScenarioFiles.scenario(at: scenario.place) == scenario)
            }
        }
    }

    /// Columns: what is typed, and what is said of it.
    @Test(arguments: [
        ("/a.yaml:11", "run/no-such-path", "has no line 11: its lines are 1 to 10"),
        ("/a.yaml:0", "run/no-such-path", "has no line 0: its lines are 1 to 10"),
        ("/a.yaml:7#3", "run/no-such-path", "a.yaml:7 has rows 1 to 2"),
        (":1", "run/no-such-path", "is a folder, which has no lines"),
        ("/t.csv:4", "run/nothing-to-run", "t.csv is a table, and no scenario"),
        ("/t.csv", "run/nothing-to-run", "t.csv is a table, and no scenario"),
    ])
    func placesThatAreNoneAreRefused(path: String, code: String, says: String) throws {
        try Self.withTables { folder in
            let failure = #expect(throws: BridgeFailure.self) { try ScenarioFiles.planned(at: [folder + path]) }
            #expect(failure?.code.rawValue == code)
            #expect(failure?.cause.contains(says) == true, "\(failure?.cause ?? "")")
        }
    }

    /// Columns: what is typed, the one scenario that it names; nil where there are several.
    @Test(
        arguments: [
            ("/a.yaml", nil), ("", nil), ("/a.yaml:4", "one"), ("/a.yaml:11", "two"), ("/b:3.yaml", "three"),
        ] as [(String, String?)])
    func oneOfSeveralIsToBeNamed(path: String, name: String?) throws {
        try Self.withFiles { folder in
            guard let name else {
                #expect {
                    try ScenarioFiles.scenario(at: folder + path)
                } throws: { error in
                    let failure = error as? BridgeFailure
                    return failure?.code == RunReason.whichScenario.code && failure?.fix.contains("a.yaml:2, ") == true
                }
                return
            }
            let found = try ScenarioFiles.scenario(at: folder + path)
            #expect(found.name == name)
        }
    }

    @Test func theLastFailuresAloneAreRun() throws {
        try Self.withFiles { folder in
            let file = LastFailedFile(path: folder + "/last.json", stateFolder: nil, projectFile: nil)
            var chooser = ScenarioChooser()
            chooser.lastFailed = file
            func choose() throws -> (names: [String], note: String?) {
                let chosen = try chooser.choose(at: [folder], environment: [:])
                return (chosen.planned.map(\.scenario.name), chosen.notes.last)
            }
            #expect(try choose() == (["one", "two", "three"], "there is no last run to go by: all are run"))
            func report(_ name: String, _ outcome: ReportedEnding.Outcome) -> ReportedScenario {
                let path = folder + "/a.yaml"
                return ReportedScenario(
                    key: ScenarioKey(file: path, name: name), source: SourceLocation(file: path, line: 1, column: 1),
                    ending: ReportedEnding(outcome))
            }
            try file.write([report("one", .passed), report("two", .failed)])
            #expect(try choose() == (["two"], "1 of 3 failed last time: those are run"))
            // Another checkout, another way to the file: the same scenario.
            try file.write([report("two", .passed)])
            #expect(try choose() == (["one", "two", "three"], "nothing failed last time: all are run"))
            try file.write([report("elsewhere", .failed)])
            #expect(try choose().note == "what failed last time is not among these: all are run")
            try Self.write("{}", to: file.path)
            #expect(throws: RunReason.unreadableFile.failure("")) { _ = try choose() }
        }
    }

    /// What is ours and broken is as good as none; what fails in one project says nothing of another.
    @Test func theStateFolderHasAFileForEachProject() throws {
        try withFolder { folder in
            let a = LastFailedFile(path: nil, stateFolder: folder, projectFile: folder + "/a/session-bridge.yaml")
            let b = LastFailedFile(path: nil, stateFolder: folder, projectFile: folder + "/b/session-bridge.yaml")
            #expect(a.path != b.path && a.path.hasPrefix(folder + "/last-failed-"))
            #expect(try a.read() == nil)
            try Self.write("oops", to: a.path)
            #expect(try a.read() == nil)
            try a.write([])
            #expect(try a.read() == LastFailed() && b.read() == nil)
        }
    }

    @Test func aShardIsToldAndItsSchedulerToo() throws {
        try Self.withFiles { folder in
            var chooser = ScenarioChooser()
            chooser.shard = .auto(count: nil)
            let status = folder + "/status"
            let environment = ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": status]
            let chosen = try chooser.choose(at: [folder], environment: environment)
            #expect(chosen.planned.map(\.scenario.name) == ["two"] && chosen.shard?.description == "2/2")
            #expect(chosen.notes == ["shard 2/2, as Bazel says", "shard 2/2: 1 of 3 scenarios"])
            #expect(FileManager.default.fileExists(atPath: status))
            let alone = try chooser.choose(at: [folder], environment: [:])
            #expect(alone.planned.count == 3 && alone.notes == ["nobody has split this run: all are run"])
            chooser.durationsFile = folder + "/none.json"
            #expect(throws: ReportReason.unreadable.failure("")) {
                _ = try chooser.choose(at: [folder], environment: environment)
            }
        }
    }

    // MARK: - Watching

    /// Columns: why, what happens to the folder, what is to be run.
    @Test func whatChangesIsToldApart() throws {
        let rows: [(String, (String) throws -> Void, WatchedFiles.Change)] = [
            ("nothing", { _ in }, .none),
            ("a scenario file", { try Self.write(Self.document("uno"), to: $0 + "/a.yaml") }, .files(["/a.yaml"])),
            ("a new one", { try Self.write(Self.document("new"), to: $0 + "/c.yaml") }, .files(["/c.yaml"])),
            ("one is gone", { try FileManager.default.removeItem(atPath: $0 + "/a.yaml") }, .all),
            ("the project file", { try Self.write("version: 1\n# x\n", to: $0 + "/session-bridge.yaml") }, .all),
            ("something else", { try Self.write("x", to: $0 + "/notes.txt") }, .none),
        ]
        for (why, change, expected) in rows {
            try Self.withFiles { folder in
                try Self.write("version: 1\n", to: folder + "/session-bridge.yaml")
                func files() -> WatchedFiles {
                    WatchedFiles([folder], planned: [], others: [folder + "/session-bridge.yaml"])
                }
                let before = files()
                try change(folder)
                let told = before.adding(files()).change(to: files())
                guard case .files(let names) = told else {
                    #expect(told == expected, "\(why)")
                    return
                }
                #expect(.files(names.map { String($0.dropFirst(folder.count)) }) == expected, "\(why)")
            }
        }
    }
}
