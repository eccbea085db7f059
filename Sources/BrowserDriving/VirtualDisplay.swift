import BridgePrimitives
package import ChildProcesses
import Foundation

/// An X display without a screen, for a browser that insists on a window.
package struct VirtualDisplay: Sendable {
    /// As `DISPLAY` has it: `:1`.
    package let name: String
    package let process: ChildProcess

    /// Starts Xvfb on the first display that is free.
    ///
    /// - Throws: `browser/not-installed` or `browser/driver-did-not-start`.
    package static func start(in folder: TemporaryFolder, timeouts: BrowserTimeouts) async throws -> VirtualDisplay {
        let location = try InstalledTool.virtualDisplay.location()
        let (number, log) = (try folder.openFile("display"), try folder.openFile("display.log"))
        defer {
            try? number.close()
            try? log.close()
        }
        // It writes the number of the display to the file once it takes clients.
        let process = try starting { () throws(ChildProcessFailure) in
            try ChildProcess(
                location, ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], output: number,
                errors: log)
        }
        let end = ContinuousClock.now + timeouts.start
        do {
            while true {
                let text = folder.contents(of: "display")
                if text.hasSuffix("\n"), let number = Int(text.filter { !$0.isWhitespace }) {
                    return VirtualDisplay(name: ":\(number)", process: process)
                }
                guard process.isRunning, ContinuousClock.now < end else {
                    throw BrowserReason.driverDidNotStart.failure(
                        "Xvfb gives no display" + (folder.lastLine(of: "display.log").map { ": \($0)" } ?? ""))
                }
                try await pause(for: .milliseconds(10))
            }
        } catch {
            await Task { await process.stop(within: timeouts.stop) }.value
            throw error
        }
    }
}
