import BridgePrimitives
import Foundation

/// The release tool, serving as a process of its own.
final class ServedTool {
    /// Why there is nothing to measure.
    struct Missing: Error { let what: String }

    /// What the first line of `serve --json` says.
    let world: JSONValue
    /// From the start of the process to that line.
    let startup: Duration
    private let process: Process

    /// - Parameter arguments: after `serve --json --port-base 0`.
    /// - Throws: ``Missing`` when there is no tool beside this one, or it does not start.
    init(_ arguments: [String]) throws {
        let tool = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
            .appendingPathComponent("session-bridge")
        guard FileManager.default.isExecutableFile(atPath: tool.path) else {
            throw Missing(what: "session-bridge beside \(CommandLine.arguments.first ?? "bench")")
        }
        let (process, output) = (Process(), Pipe())
        process.executableURL = tool
        process.arguments = ["serve", "--json", "--port-base", "0"] + arguments
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        // The tool must get the signal that stops it.
        RSABound.unblockSignals()
        let start = ContinuousClock.now
        try process.run()
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            let read = output.fileHandleForReading.availableData
            if read.isEmpty { break }
            line += read
        }
        startup = ContinuousClock.now - start
        guard let world = try? JSONValue(parsing: line) else {
            process.terminate()
            throw Missing(what: "a first line of serve --json")
        }
        (self.process, self.world) = (process, world)
    }

    var auth: String { world["auth"]?.stringValue ?? "" }
    var project: String { world["project"]?.stringValue ?? "" }

    /// Resident memory in megabytes, as `ps` tells it.
    var residentMegabytes: Double? {
        let text = try? output(of: "ps", ["-o", "rss=", "-p", String(process.processIdentifier)])
        return text.flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }.map { $0 / 1024 }
    }

    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    deinit { stop() }
}

/// What a program prints.
///
/// - Throws: ``ServedTool/Missing`` when it is not installed.
func output(of program: String, _ arguments: [String]) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    RSABound.unblockSignals()
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // What env says of a program that it does not find.
    if process.terminationStatus == 127 { throw ServedTool.Missing(what: program) }
    return text
}
