import Foundation
import TestSupport

/// Runs the tool that was built beside these tests.
struct Tool {
    let exitCode: Int32
    let output: String
    let errors: String

    /// - Parameter output: a file for standard output; nil to read it.
    ///   - input: what standard input holds.
    init(_ arguments: [String], input text: String = "", output file: String? = nil, columns: Int = 120) throws {
        let process = Process()
        process.executableURL = BuiltProducts.tool
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SESSION_BRIDGE_STATE": Self.state, "NO_COLOR": "1", "COLUMNS": String(columns)]) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        if let file { process.standardOutput = FileHandle(forWritingAtPath: file) }
        let input = Pipe()
        if text.isEmpty { process.standardInput = FileHandle.nullDevice } else { process.standardInput = input }
        try process.start()
        // It fits the pipe, which is all that is needed.
        if !text.isEmpty { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
        try input.fileHandleForWriting.close()
        if file != nil { try output.fileHandleForWriting.close() }
        // Errors are one line and fit the pipe; results may be longer, so they are read first.
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        exitCode = process.terminationStatus
    }

    static let state = FileManager.default.temporaryDirectory
        .appendingPathComponent("session-bridge-cli-tests-\(getpid())").path
}
