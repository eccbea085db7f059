import BridgePrimitives
import ChildProcesses
import Foundation

/// An X display without a screen, for an engine that insists on a window.
struct VirtualDisplay: Sendable {
    /// As `DISPLAY` has it: `:1`.
    let name: String
    let process: ChildProcess

    /// Starts Xvfb on the first display that is free.
    ///
    /// - Throws: `engine/not-installed`, `engine/did-not-start` or `engine/cancelled`.
    static func start(in folder: EngineFolder, timeouts: EngineTimeouts) async throws -> VirtualDisplay {
        let location = try InstalledTool.virtualDisplay.location()
        let (number, log) = (try folder.openFile("display"), try folder.openFile("display.log"))
        defer {
            try? number.close()
            try? log.close()
        }
        // It writes the number of the display to the file once it takes clients.
        let process: ChildProcess
        do throws(ChildProcessFailure) {
            process = try ChildProcess(
                location, ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], output: number,
                errors: log)
        } catch {
            throw PageEngineReason.didNotStart.failure(error.cause)
        }
        let end = ContinuousClock.now + timeouts.start
        do {
            while true {
                let text = folder.contents(of: "display")
                if text.hasSuffix("\n"), let number = Int(text.filter { !$0.isWhitespace }) {
                    return VirtualDisplay(name: ":\(number)", process: process)
                }
                guard process.isRunning, ContinuousClock.now < end else {
                    throw PageEngineReason.didNotStart.failure(
                        "Xvfb gives no display" + (folder.lastLine(of: "display.log").map { ": \($0)" } ?? ""))
                }
                do { try await Task.sleep(for: .milliseconds(10)) } catch {
                    throw PageEngineReason.cancelled.failure("the wait for a display was given up")
                }
            }
        } catch {
            await Task { await process.stop(within: timeouts.stop) }.value
            throw error
        }
    }
}
