import BridgePrimitives
import Foundation
import TestSupport
import Testing

@testable import PageEngines

@Suite("Where the WebKit helper lies", .timeLimit(.minutes(5)))
struct HelperPlaceTests {
    /// Each with the program that looks for it, below a folder.
    @Test(arguments: [
        ("bin/session-bridge", "bin/session-bridge-webkit"),
        (".build/debug/session-bridge", ".build/engines/session-bridge-webkit"),
        (".build/x86_64-unknown-linux-gnu/debug/session-bridge", ".build/engines/session-bridge-webkit"),
    ])
    func isBesideTheProgramOrInItsBuild(program: String, helper: String) throws {
        let folder = try TemporaryFolder()
        try Self.putProgram(folder.file(helper))
        let place = HelperPlace(named: nil, program: folder.file(program), path: "")
        // The system's folder for temporary files may be a link.
        let real = URL(fileURLWithPath: folder.file(helper)).resolvingSymlinksInPath().path
        #expect(try place.find() == real)
    }

    @Test func isInAFolderOfThePath() throws {
        let folder = try TemporaryFolder()
        try Self.putProgram(folder.file("session-bridge-webkit"))
        let place = HelperPlace(
            named: nil, program: "/nowhere/session-bridge", path: ":relative:/nowhere:\(folder.path)")
        #expect(try place.find() == folder.file("session-bridge-webkit"))
    }

    @Test func isWhatTheVariableNamesAndNothingElse() throws {
        let folder = try TemporaryFolder()
        try Self.putProgram(folder.file("other"))
        #expect(try HelperPlace(named: folder.file("other"), program: "", path: "").find() == folder.file("other"))
        try Self.putProgram(folder.file("session-bridge-webkit"))
        let failure = #expect(throws: BridgeFailure.self) {
            try HelperPlace(named: folder.file("none"), program: folder.file("session-bridge"), path: folder.path)
                .find()
        }
        #expect(failure?.code == PageEngineReason.notBuilt.code)
        #expect(failure?.cause == "SESSION_BRIDGE_WEBKIT names \(folder.file("none")), which is no program")
    }

    /// One line, with what to type.
    @Test func isMissingWithAFix() {
        let failure = #expect(throws: BridgeFailure.self) {
            try HelperPlace(named: nil, program: "/nowhere/session-bridge", path: "/etc").find()
        }
        #if os(Linux)
            #expect(
                failure?.description
                    == "error[engine/not-built]: there is no session-bridge-webkit beside the program or in PATH, and SESSION_BRIDGE_WEBKIT names none; run make webkit, or install the package session-bridge-webkit"
            )
        #else
            #expect(failure?.code == PageEngineReason.notBuilt.code)
        #endif
    }

    private static func putProgram(_ path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
}
