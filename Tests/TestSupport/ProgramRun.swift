public import Foundation

/// One run of a program, from its start to its end.
public struct ProgramRun: Sendable {
    public let exitCode: Int32
    public let output: String
    public let errors: String

    /// - Parameters:
    ///   - text: what standard input holds; it has to fit a pipe.
    ///   - file: a file for standard output; nil to read it.
    ///   - environment: on top of this process's own.
    public init(
        _ program: URL, _ arguments: [String], input text: String = "", output file: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        if let file { process.standardOutput = FileHandle(forWritingAtPath: file) }
        let input = Pipe()
        if text.isEmpty { process.standardInput = FileHandle.nullDevice } else { process.standardInput = input }
        try process.start()
        if !text.isEmpty { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
        try input.fileHandleForWriting.close()
        if file != nil { try output.fileHandleForWriting.close() }
        // Errors are one line and fit the pipe; results may be longer, so they are read first.
        self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        exitCode = process.terminationStatus
    }
}
