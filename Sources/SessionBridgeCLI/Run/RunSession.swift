import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Cookies
import Files
import Foundation
import Inspecting
import Listening
import Project
import Scenarios
import Worlds

/// One run of the scenarios that a command names: chosen, played, told and reported.
struct RunSession {
    /// Where what happens is shown, until Ctrl-C.
    struct Shown {
        let hub = InspectorHub()
        let device = DeviceControl()
    }

    /// How it went, once all is told.
    struct Done {
        let report: RunReport
        /// What was read, also where it was not run.
        let all: [PlannedScenario]
        /// Whether a world was kept until a signal came.
        let hasStayed: Bool
    }

    let command: RunCommand
    let shown: Shown?
    let ending: EndingSignal

    /// - Parameter only: files whose scenarios alone are run; nil for all that are chosen.
    /// - Throws: what kept all from being run; reports have it then.
    func run(only files: [String]? = nil) async throws -> Done {
        // Before anything runs: a long run should not end at a file that cannot be had.
        let outputs = command.reports.files + [command.recording.har, command.tracing.file].compactMap(\.self)
        let named = [command.choosing.lastFailedFile].compactMap(\.self)
        try ScenarioFiles.mustBeApart(outputs: outputs + named, from: ScenarioFiles.paths(of: command.paths))
        try command.recording.check()
        try command.reports.check()
        for file in named { try OutputFile.check(file) }
        let (start, started) = (ContinuousClock.now, SystemTime.now)
        let recorder = RunRecorder(
            file: try command.tracing.output(isSecret: command.common.showSecrets), hub: shown?.hub,
            hasEvents: command.flow,
            keepsTraces: command.recording.har != nil || command.reports.has(.html))
        var facts = RunFacts(version: SessionBridgeVersion.current, started: started)
        facts.failsOnFlaky = command.trying.failsOnFlaky
        facts.failsWithoutEffect = command.trying.failsWithoutEffect
        do {
            let settings = try command.settings()
            let state = ProjectOptions.stateFolder(command.common.state, of: settings.projectID)
            let lastFailed = command.lastFailedFile(in: state)
            var chosen = try command.chosen(lastFailed)
            if let files { chosen.planned.removeAll { !files.contains($0.scenario.file) } }
            if !command.common.quiet { for note in chosen.notes { Console.note("session-bridge: \(note)") } }
            try command.project.approve(chosen.planned.map(\.scenario), with: settings)
            facts.adopt(settings, chosen)
            let telling = ResultTelling(
                isJSON: command.common.json, isBrief: command.common.quiet, hasFlow: command.flow,
                isAside: command.reports.takesStandardOutput, palette: Palette(isOn: Console.hasColour))
            // At once when all is done, while a world may stay longer.
            let before = facts
            let finish = { @Sendable [command] () throws in
                var facts = before
                facts.elapsed = ContinuousClock.now - start
                let report = RunReport(facts: facts, scenarios: recorder.scenarios)
                // What cannot be written keeps nobody from hearing how it went.
                let written = Result {
                    try recorder.finish()
                    try command.reports.write(report, traces: recorder.traces)
                    try command.recording.write(recorder.traces.map { ($0.trace.head.name, $0.trace.events) })
                }
                telling.finish(report, slowest: command.slowest)
                command.annotating.tell(report)
                do throws(BridgeFailure) { try lastFailed.write(report.scenarios) } catch {
                    Console.note("session-bridge: \(error.warning)")
                }
                try written.get()
            }
            let stay = shown.map { HeldRun(hub: $0.hub, device: $0.device, ending: ending, finish: finish) }
            DescriptorLimit.raise(to: WorldRoom.descriptors(for: command.trying.jobs, .world))
            var runs = ScenarioRuns(settings: settings, stateFolder: state, width: command.trying.jobs)
            runs.proving = command.trying.prove.map { $0 ? .always : .never } ?? .inModel
            if !command.common.quiet { runs.warn = { Console.note("session-bridge: \($0.warning)") } }
            try await play(chosen.planned, runs, telling, recorder, staying: chosen.planned.count == 1 ? stay : nil)
            if let stay, stay.hasStayed { try stay.rethrow() } else { try finish() }
            facts.elapsed = ContinuousClock.now - start
            return Done(
                report: RunReport(facts: facts, scenarios: recorder.scenarios), all: chosen.all,
                hasStayed: stay?.hasStayed ?? false)
        } catch {
            let errors = InputError.all(of: error)
            let report = RunReport(facts: facts, errors: errors)
            if !errors.isEmpty, recorder.scenarios.isEmpty {
                try command.reports.write(report)
                command.annotating.tell(report)
            }
            // Whoever reads objects gets one of what ended the run, too.
            if command.common.json {
                for error in errors { Console.print(Masking(command.common.masking).text(error.json.text()).text) }
            }
            throw error
        }
    }

    /// Tells each result as it comes; at a signal, those that are not done are ended.
    private func play(
        _ planned: [PlannedScenario], _ runs: ScenarioRuns, _ telling: ResultTelling, _ recorder: RunRecorder,
        staying: HeldRun?
    ) async throws {
        let policy = try command.trying.policy()
        let progress = RunProgress(total: planned.count, isWanted: !command.common.quiet && staying == nil)
        defer { progress?.finish() }
        let ending = ending
        let tell = { @Sendable (result: ScenarioResult) in
            guard let progress else { return telling.tell(result) }
            progress.around { telling.tell(result) }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let watch = RunWatch(began: { progress?.begin($0) }, ended: { progress?.end($0) })
                _ = try await runs.run(planned, policy: policy, watch: watch) { result, world in
                    guard let staying, let trace = result.recording, ending.number == nil else { return }
                    tell(result)
                    recorder.keep(result)
                    await staying.keep(world, result, trace)
                } report: { result in
                    guard staying?.hasStayed != true else { return }
                    let result = result.ended(by: ending)
                    recorder.add(result)
                    tell(result)
                }
            }
            group.addTask { await ending.wait() }
            // Whichever ends first, a signal or the run, ends the other.
            while try await group.next() != nil { group.cancelAll() }
        }
    }
}

extension ScenarioResult {
    /// - Parameter ending: what may have ended it.
    fileprivate func ended(by ending: EndingSignal) -> ScenarioResult {
        ending.number.map { ended(bySignal: EndingSignal.name(of: $0)) } ?? self
    }
}

extension RunFacts {
    fileprivate mutating func adopt(_ settings: WorldSettings, _ chosen: ScenarioChooser.Chosen) {
        (seed, profile, engine) = (settings.seed, settings.profile.name, settings.engine.rawValue)
        (strictness, shard) = (settings.strictness.rawValue, chosen.shard)
        scenariosOfAllShards = chosen.scenariosOfAllShards
    }
}
