import BridgePrimitives
package import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A program that was started, with all that it starts in its turn: a browser's driver, a display, somebody's backend.
package final class ChildProcess: Sendable {
    /// Held for as long as it runs; ended by ``stop(within:)`` alone.
    private let held: HeldProcess
    private var process: Process { held.process }
    private let mark: String

    /// How a process ended: one of both.
    package struct End: Hashable, Sendable {
        package let status: Int?
        package let signal: Int?
    }

    /// The variable that all of a family inherit, so that those are found too who leave their parent.
    private static let markName = "SESSION_BRIDGE_CHILD"

    /// Foundation mixes up the descriptors of two processes that start at the same moment: the lock is held meanwhile.
    private static let started = Mutex(Started())

    /// All that were started and not yet stopped.
    private struct Started {
        var processes: [ObjectIdentifier: ChildProcess] = [:]
        /// Whether this process is about to end, and starts nothing any more.
        var isClosed = false
    }

    /// - Parameters:
    ///   - environment: on top of this process's own; an empty value takes a variable away.
    ///   - folder: where it runs; nil for where this process does.
    ///   - input: what it reads; nil for nothing.
    ///   - output: where standard output and standard error go.
    ///   - whenEnded: called once, some time after its end, by a thread of the system's.
    package init(
        _ location: String, _ arguments: [String], environment: [String: String] = [:], folder: String? = nil,
        input: FileHandle? = nil, output: FileHandle, errors: FileHandle,
        whenEnded: (@Sendable (End) -> Void)? = nil
    ) throws(ChildProcessFailure) {
        let markValue = "\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
        mark = "\(Self.markName)=\(markValue)"
        held = HeldProcess()
        process.executableURL = URL(fileURLWithPath: location)
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        for (name, value) in environment where value.isEmpty { variables[name] = nil }
        variables[Self.markName] = markValue
        process.environment = variables
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        (process.standardInput, process.standardOutput, process.standardError) = (
            input ?? FileHandle.nullDevice, output, errors
        )
        if let whenEnded {
            process.terminationHandler = { process in
                let number = Int(process.terminationStatus)
                let isSignal = process.terminationReason == .uncaughtSignal
                whenEnded(End(status: isSignal ? nil : number, signal: isSignal ? number : nil))
            }
        }
        do {
            try Self.started.withLock { started in
                guard !started.isClosed else { throw ChildProcessFailure("this process is about to end") }
                try Self.withoutBlockedSignals { try process.run() }
                started.processes[ObjectIdentifier(self)] = self
            }
        } catch {
            let cause = (error as? ChildProcessFailure)?.cause ?? error.localizedDescription
            throw ChildProcessFailure("\(location) cannot be run (\(cause))")
        }
    }

    /// Kills all that were started and not yet stopped, with whomever those have started, and starts none from now on:
    /// for a process that ends at once, whose children would go on without it.
    ///
    /// Nobody is asked first, and nobody's end is waited for.
    package static func killAll() {
        let all = started.withLock { started in
            started.isClosed = true
            return Array(started.processes.values)
        }
        // Whoever is being started while the first ones are killed is found in the next look.
        for _ in 0..<3 {
            let table = ProcessTable.current()
            let left = all.filter { $0.killFamily(in: table) }
            if left.isEmpty { return }
        }
    }

    /// - Returns: whether there was anybody to kill.
    private func killFamily(in table: ProcessTable) -> Bool {
        let root = process.processIdentifier
        var numbers = table.family(of: root, mark: mark).map(\.number)
        if isRunning(in: table) { numbers.append(root) }
        for number in numbers { kill(number, SIGKILL) }
        return !numbers.isEmpty
    }

    /// Foundation hears of the end through a socket, which children of the process inherit, and so may a process that
    /// another thread starts at the same moment: it says that this one runs until all of those have ended too. The
    /// system's own table knows at once. Until Foundation has heard, the number is not given out again.
    package var isRunning: Bool { isRunning(in: .current()) }

    private func isRunning(in table: ProcessTable) -> Bool {
        process.isRunning && table.contains(process.processIdentifier)
    }

    /// At which TCP ports it listens, or one of those that it has started; in order, each once; nil where
    /// the system does not tell.
    package var listeningPorts: [Int]? {
        let root = process.processIdentifier
        return ListeningPorts.ports(of: ProcessTable.current().family(of: root, mark: mark).map(\.number) + [root])
    }

    /// Asks it to go, then the children that it leaves behind, and kills what is left of all when the time is up; returns
    /// when all are gone.
    ///
    /// Call it from a task that is not cancelled.
    package func stop(within grace: Duration) async {
        let root = process.processIdentifier
        defer { Self.started.withLock { _ = $0.processes.removeValue(forKey: ObjectIdentifier(self)) } }
        let family = ProcessTable.current().family(of: root, mark: mark)
        if isRunning { process.terminate() }
        if await isGone(family, within: grace, askingOrphans: true) { return }
        // Whoever was started in the meantime is looked for again.
        let left = ProcessTable.current()
        for entry in left.running(family).union(left.family(of: root, mark: mark)) { kill(entry.number, SIGKILL) }
        if isRunning(in: left) { kill(root, SIGKILL) }
        // Nobody can refuse that; the system only needs a moment to say so.
        _ = await isGone(family, within: max(grace, .seconds(5)))
    }

    /// - Parameter askingOrphans: a shell goes and says nothing to whom it has started, so they are asked once it has.
    private func isGone(
        _ family: Set<ProcessTable.Entry>, within grace: Duration, askingOrphans: Bool = false
    ) async -> Bool {
        let end = SuspendingClock.now + grace  // a machine that sleeps gives nobody time to go
        var family = family
        var asked: Set<ProcessTable.Entry> = []
        // Whoever is just becoming another program shows no environment for a moment, and so no mark: one look that finds
        // nobody is no proof.
        var looksInVain = 0
        while true {
            let table = ProcessTable.current()
            if !isRunning(in: table) {
                var orphans = table.running(family)
                if orphans.isEmpty {
                    // What it started as it was asked to go is in no earlier list.
                    orphans = table.family(of: process.processIdentifier, mark: mark)
                    if orphans.isEmpty {
                        looksInVain += 1
                        if looksInVain >= (table.hasOrphanWithoutEnvironment ? 20 : 2) { return true }
                    }
                    family.formUnion(orphans)
                }
                if askingOrphans {
                    for entry in orphans.subtracting(asked) { kill(entry.number, SIGTERM) }
                    asked.formUnion(orphans)
                }
            }
            guard SuspendingClock.now < end else { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    /// A child inherits the signals that its parent's thread blocks, and threads of a pool block all of them: the
    /// child would never hear that it is to go.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var previous = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try body()
    }
}

/// Apple's Foundation does not declare `Process` as `Sendable`.
///
/// Unchecked: one thread sets the process up before it runs. Afterwards it is only asked and signalled, which Foundation
/// allows from any thread.
private struct HeldProcess: @unchecked Sendable {
    let process = Process()
}
