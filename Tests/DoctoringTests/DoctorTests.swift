import BridgePrimitives
import Doctoring
import Foundation
import Linting
import Testing
import TestSupport

@testable import SessionBridgeCLI

@Suite("Wrong set-ups, and right ones beside them", .timeLimit(.minutes(5)))
struct DoctorTests {
    static let rows = addressRows + emulatorRows + projectRows + clockRows + appRows + otherRows

    /// Writes the files, reads them as the command does, and asks.
    private func examination(of setup: Setup) throws -> Examination {
        let folder = try TemporaryFolder()
        return try withExtendedLifetime(folder) {
            for (name, text) in setup.files {
                let path = folder.file(name)
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            }
            var surroundings = Surroundings(now: doctorNow)
            AppSetup.read(try SourceFolders([folder.path], wanted: AppSetup.isWanted).files, into: &surroundings)
            // Files of a test are as young as the test, and the test's clock is its own.
            surroundings.newestFile = nil
            setup.around(&surroundings)
            return Examination(of: surroundings)
        }
    }

    private func outcome(_ reason: DoctorReason, _ examination: Examination) -> Examination.Row.Outcome? {
        examination.rows.first { $0.reason == reason }?.outcome
    }

    @Test(arguments: rows.indices)
    func isFound(index: Int) throws {
        let row = Self.rows[index]
        let wrong = try examination(of: row.wrong)
        #expect(outcome(row.reason, wrong) == .wrong, "\(row.reason.rawValue): \(row.why)")
        let evidence = wrong.rows.first { $0.reason == row.reason }?.evidence ?? []
        #expect(!evidence.isEmpty && evidence.allSatisfy { !$0.place.isEmpty && !$0.what.isEmpty })
        let right = try examination(of: row.right)
        #expect(outcome(row.reason, right) != .wrong, "\(row.reason.rawValue): \(row.why)")
    }

    @Test func everyCheckHasARow() {
        #expect(Set(DoctorReason.allCases) == Set(Self.rows.map(\.reason)))
        #expect(DoctorReason.allCases.count >= 30)
    }

    @Test func everyReasonIsAskedOnce() {
        let rows = Examination(of: Surroundings(now: doctorNow)).rows
        #expect(rows.map(\.reason).count == Set(rows.map(\.reason)).count)
        #expect(Set(rows.map(\.reason)) == Set(DoctorReason.allCases))
    }

    @Test func whereNothingIsNothingApplies() {
        let examination = Examination(of: Surroundings(now: doctorNow))
        #expect(examination.count(.notApplicable) == examination.rows.count)
    }

    @Test func keysAreInNoEvidence() throws {
        let one = "initializeApp({ apiKey: 'AIzaSyTopSecretOne', projectId: 'p' })"
        let other = "initializeApp({ apiKey: 'AIzaSyTopSecretTwo', projectId: 'p' })"
        let examination = try examination(
            of: Setup(["a.js": one, "b.js": other, ".env": "GOOGLE_APPLICATION_CREDENTIALS=none.json"]))
        #expect(!examination.wrong.isEmpty)
        for row in examination.rows { #expect(!row.json().text().contains("TopSecret")) }
    }

    @Test(
        "Files that are not what they are called",
        arguments: [
            "", "{", "<plist>", "\u{0}\u{1}", "[1,2]", "{\"pins\":7,\"emulators\":[],\"hosting\":3}", "=\n=x\nA=\n",
        ])
    func brokenFiles(text: String) throws {
        let names = [
            "firebase.json", ".firebaserc", "package.json", "Package.resolved", "Podfile.lock", ".env", "Info.plist",
            "GoogleService-Info.plist", "A.entitlements", "service-account.json", "a.js", "A.swift",
        ]
        let examination = try examination(of: Setup(Dictionary(uniqueKeysWithValues: names.map { ($0, text) })))
        #expect(examination.wrong.isEmpty)
    }
}

@Suite("Which files of a folder are read", .timeLimit(.minutes(5)))
struct SourceFoldersTests {
    @Test func whatToolsMadeIsPassedOver() throws {
        let folder = try TemporaryFolder()
        try withExtendedLifetime(folder) {
            let files = [
                "a.swift", "web/b.vue", "node_modules/c.js", "web/dist/d.js", "Pods/e.swift", "ignored/f.js",
                "g.min.js",
                "web/h.gen.js", "i.txt", ".hidden/j.js",
            ]
            for name in files {
                let path = folder.file(name)
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try Data("x".utf8).write(to: URL(fileURLWithPath: path))
            }
            try Data("# tools\n/ignored/\n*.gen.js\n".utf8).write(to: URL(fileURLWithPath: folder.file(".gitignore")))
            let found = try SourceFolders([folder.path])
            #expect(found.files.map { String($0.path.dropFirst(folder.path.count + 1)) } == ["a.swift", "web/b.vue"])
            #expect(found.skipped.count == 6)
        }
    }

    @Test func aFolderThatIsNotThereIsSaid() {
        #expect(throws: SourceReason.unreadable.failure("")) { _ = try SourceFolders(["/nowhere/at/all"]) }
    }

    @Test(
        arguments: [
            ("*.js", "a/b.js", false, true), ("build/", "build", true, true), ("build/", "build", false, false),
            ("/a", "a", false, true), ("/a", "b/a", false, false), ("a/b", "a/b", true, true),
            ("a/b", "c/a/b", true, false),
            ("!a", "a", false, false), ("#a", "#a", false, false), ("a?c", "abc", false, true),
            ("**/x", "y/x", false, true),
        ])
    func ignoreRules(line: String, path: String, isFolder: Bool, expected: Bool) {
        #expect(IgnoreRules(parsing: Array(line.utf8)).ignore(path, isFolder: isFolder) == expected)
    }
}
