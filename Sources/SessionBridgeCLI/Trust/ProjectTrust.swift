import BridgePrimitives
import BridgeTrace
import Foundation
import Project

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Decides whether a project's files may do what they say: only what the user has approved, here or earlier.
struct ProjectTrust {
    /// Trusts all projects of a process, for CI, which has checked out what it runs.
    static let variable = "SESSION_BRIDGE_TRUST"

    /// Whether `--trust` was typed.
    let isGiven: Bool

    /// - Parameter folder: the project's, links followed.
    /// - Throws: `project/not-trusted` for what was not approved; `state/…` if approvals cannot be read.
    func require(_ actions: [ProjectAction], in folder: String) throws(BridgeFailure) {
        guard !actions.isEmpty, ProcessInfo.processInfo.environment[Self.variable] != "1" else { return }
        let new: [ProjectAction]
        do throws(BridgeFailure) {
            let file = try ApprovalFile()
            new = actions.filter { !file.has($0, in: folder) }
        } catch {
            // With --trust the approval need not be kept.
            guard isGiven else { throw error }
            return
        }
        guard !new.isEmpty else { return }
        if !isGiven {
            guard Self.canAsk else {
                throw ProjectReason.notTrusted.failure(
                    "the project in \(folder) would \(new.map(\.words).joined(separator: "; "))",
                    fix: "read its files, then pass --trust once, or set \(Self.variable)=1 in CI")
            }
            guard Self.ask(about: new, in: folder) else {
                throw ProjectReason.notTrusted.failure(
                    "you did not approve what the project in \(folder) does", fix: "pass --trust once you have read it")
            }
        }
        do throws(BridgeFailure) { try ApprovalFile.add(new, in: folder) } catch {
            Console.note("session-bridge: \(error.warning)")
        }
    }

    private static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    private static func ask(about actions: [ProjectAction], in folder: String) -> Bool {
        let masking = Masking(.fingerprints)
        Console.note("The project in \(folder) would")
        for action in actions { Console.note("  \(masking.text(action.words))") }
        Console.note("Approve this, until it changes? [y/N]")
        return ["y", "yes"].contains(answer()?.lowercased())
    }

    /// A line of the terminal; nil at its end, and if the task is cancelled, as by Ctrl-C.
    private static func answer() -> String? {
        var line: [UInt8] = []
        while !Task.isCancelled {
            var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 100) > 0 else { continue }
            var byte: UInt8 = 0
            guard read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
            guard byte != 0x0A else { return ASCIIText.trimmed(line) }
            if line.count < 16 { line.append(byte) }
        }
        return nil
    }
}
