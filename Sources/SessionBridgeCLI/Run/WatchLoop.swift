import ArgumentParser
import BridgePrimitives
import Scenarios

/// Runs again whenever something changes that scenarios are made of, until a signal.
struct WatchLoop {
    let command: RunCommand
    let ending: EndingSignal

    /// How long it is between two looks at the files.
    private static let pause = Duration.milliseconds(500)

    func run() async throws {
        var planned: [PlannedScenario] = []
        var only: [String]?
        while ending.number == nil {
            // From before the run: what is changed meanwhile is run, too.
            let before = files(planned)
            do {
                planned = try await RunSession(command: command, shown: nil, ending: ending).run(only: only).all
            } catch { guard tellFailure(error, command.common.masking) != nil else { throw error } }
            guard ending.number == nil else { break }
            Console.note("Waiting for a change, until Ctrl-C.")
            // Which modules there are is known by now.
            only = await change(from: before.adding(files(planned)), planned)
            if ending.number == nil, Console.isTerminal { Console.clear() }
        }
        throw ExitCode(ending.exitCode ?? 0)
    }

    private func files(_ planned: [PlannedScenario]) -> WatchedFiles {
        WatchedFiles(command.paths, planned: planned, others: [command.projectFile].compactMap(\.self))
    }

    /// The scenario files that alone have changed; nil for all.
    private func change(from before: WatchedFiles, _ planned: [PlannedScenario]) async -> [String]? {
        var last = before
        while ending.number == nil {
            try? await Task.sleep(for: Self.pause)
            if Task.isCancelled { return nil }
            let now = files(planned)
            // An editor may write a file in several pieces.
            defer { last = now }
            guard last == now else { continue }
            switch before.change(to: now) {
            case .none: continue
            case .files(let files): return files
            case .all: return nil
            }
        }
        return nil
    }
}
