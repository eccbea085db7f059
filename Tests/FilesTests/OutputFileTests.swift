import Files
import Foundation
import Reasons
import Testing
import TestSupport

@Suite("Files that a user asked for", .timeLimit(.minutes(5)))
struct OutputFileTests {
    #if os(Linux)
        /// A device that has no room: it must still be there afterwards, and not a file in its stead.
        @Test(arguments: [false, true])
        func aFullDiskIsSaid(isSecret: Bool) throws {
            let failure = #expect(throws: BridgeFailure.self) {
                try OutputFile.write("x", to: "/dev/full", isSecret: isSecret)
            }
            #expect(failure?.code.rawValue == "output/disk-full")
            #expect(failure?.cause.contains("No space left on device") == true)
            let type = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type] as? FileAttributeType
            #expect(type == .typeCharacterSpecial)
        }
    #endif

    @Test func aDeviceIsWrittenWhereItIs() throws {
        try OutputFile.write("x", to: "/dev/null")
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
    }

    @Test func aFileIsReplacedWholeAndNothingIsLeftBesideIt() throws {
        try withFolder { folder in
            let path = folder + "/report.json"
            try OutputFile.write("a longer text", to: path)
            try OutputFile.write("short", to: path, isSecret: true)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "short")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report.json"])
        }
    }

    /// Before the work that ends in a file: nothing may be changed by asking.
    @Test func whatCannotBeWrittenIsSaidBeforehand() throws {
        try withFolder { folder in
            let path = folder + "/report.json"
            try OutputFile.check(path)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            try OutputFile.write("kept", to: path)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
            for good in [path, folder + "/link", "/dev/null"] { try OutputFile.check(good) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
            for (bad, words) in [
                (folder + "/none/report.json", "No such file or directory"), (folder, "Is a directory"),
                (path + "/below", "Not a directory"),
            ] {
                let failure = #expect(throws: BridgeFailure.self) { try OutputFile.check(bad) }
                #expect(failure?.code == OutputReason.notWritable.code)
                #expect(failure?.cause == "\(bad) cannot be written: \(words)")
            }
        }
    }

    /// Columns: below a folder of ours, what cannot be written, and the system's words.
    @Test(arguments: [("none/report.json", "No such file or directory"), ("", "a directory")])
    func whatCannotBeWrittenIsSaid(name: String, words: String) throws {
        try withFolder { folder in
            let failure = #expect(throws: BridgeFailure.self) { try OutputFile.write("x", to: folder + "/" + name) }
            #expect(failure?.cause.contains(words) == true, "\(failure?.cause ?? "")")
        }
    }
}
