import Foundation
import TestSupport

/// What a shell makes of a script in which `$tool` is the tool that was built beside these tests.
struct Shell {
    let exitCode: Int32
    let output: String
    let errors: String

    /// - Parameters:
    ///   - folder: where it runs.
    ///   - environment: on top of this process's own; `SESSION_BRIDGE_STATE` is shared by all that do not set it, and
    ///     `SESSION_BRIDGE_TRUST` is 1 unless it is set.
    init(_ script: String, in folder: String, environment: [String: String] = [:]) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment
            .merging([
                "tool": Self.tool, "SESSION_BRIDGE_STATE": Self.state, "SESSION_BRIDGE_TRUST": "1", "NO_COLOR": "1",
            ]) { $1 }
            .merging(environment) { $1 }
        // Files, not pipes: what a script leaves running in the background must not keep us waiting.
        let (outputFile, errorFile) = (folder + "/.output-\(UUID())", folder + "/.errors-\(UUID())")
        defer { for file in [outputFile, errorFile] { try? FileManager.default.removeItem(atPath: file) } }
        for file in [outputFile, errorFile] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        process.standardOutput = FileHandle(forWritingAtPath: outputFile)
        process.standardError = FileHandle(forWritingAtPath: errorFile)
        process.standardInput = FileHandle.nullDevice
        // No thread of the tests' pool waits meanwhile: it has two on a small machine.
        exitCode = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.start() } catch { continuation.resume(throwing: error) }
        }
        output = String(decoding: FileManager.default.contents(atPath: outputFile) ?? Data(), as: UTF8.self)
        errors = String(decoding: FileManager.default.contents(atPath: errorFile) ?? Data(), as: UTF8.self)
    }

    static let tool = Tool.program.path
    /// Keys are slow to make, so they are made once.
    static let state = FileManager.default.temporaryDirectory
        .appendingPathComponent("session-bridge-shell-tests-\(getpid())").path
}
