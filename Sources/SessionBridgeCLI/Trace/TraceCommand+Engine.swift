import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Cookies
import PageEngines
import Project

extension TraceCommand {
    /// The page in the real engine, and what the engine really sent.
    func run(in engine: PageEngineKind) async throws {
        try await runningWorlds(common.masking, within: timeout, courtesy: CommandDeadline.courtesy) {
            let project = try project.load(isQuiet: common.quiet, startsCommands: false)
            var visit = EngineVisit(url: try address(in: project?.project))
            visit.engine = engine
            visit.userScripts = userScripts
            visit.headers = try headers()
            visit.readHosts = readHosts
            // The engine's start and its questions at the end take their part: it gives up before the command does.
            let limit = try timeout.asTimeout()
            visit.timeouts = EngineTimeouts(page: limit - min(limit / 2, .seconds(4)))
            let output = try self.tracing.output(isSecret: common.showSecrets)
            var tracing = EngineTracing(visit: visit)
            if let profile = try web.given() { tracing.profile = profile }
            tracing.masking = common.masking
            tracing.cookies = cookie
            try recording.check()
            let trace = try await tracing.run()
            try Task.checkCancellation()
            output?.append(trace.recording)
            try output?.finish()
            if common.json {
                Console.print(trace.json.text())
            } else {
                for line in EngineTraceText.lines(for: trace, isBrief: common.quiet) { Console.print(line) }
            }
            try recording.write([(trace.title.text, trace.events)])
            if let failure = trace.failure {
                Console.note(
                    "session-bridge: \(trace.masking.url(url)) did not open: \(trace.masking.text(failure.description))"
                )
                throw ExitCode(BridgeFailure.Kind.unavailable.exitCode)
            }
        }
    }
}
