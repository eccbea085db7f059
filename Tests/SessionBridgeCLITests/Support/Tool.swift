import Foundation
import TestSupport

/// Runs the tool that was built beside these tests.
struct Tool {
    static let program = BuiltProducts.program("session-bridge")

    let exitCode: Int32
    let output: String
    let errors: String

    /// - Parameter output: a file for standard output; nil to read it.
    ///   - input: what standard input holds.
    init(_ arguments: [String], input: String = "", output: String? = nil, columns: Int = 120) throws {
        let run = try ProgramRun(
            Self.program, arguments, input: input, output: output,
            environment: [
                "SESSION_BRIDGE_STATE": Self.state, "SESSION_BRIDGE_TRUST": "1", "NO_COLOR": "1",
                "COLUMNS": String(columns),
            ])
        (exitCode, self.output, errors) = (run.exitCode, run.output, run.errors)
    }

    static let state = FileManager.default.temporaryDirectory
        .appendingPathComponent("session-bridge-cli-tests-\(getpid())").path
}
