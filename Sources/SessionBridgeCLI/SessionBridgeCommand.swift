import ArgumentParser
import BridgePrimitives
import Files
import Listening

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@main
struct SessionBridgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session-bridge",
        abstract: "Runs the handoff of a Firebase session from a native app to its web view, and names the reason for"
            + " everything that happens to the cookie, the token and the route.",
        discussion: """
            Exit codes: 0 as expected, 1 an expectation failed, 64 wrong usage, 65 unreadable input, \
            69 a service could not start or be reached, 70 a fault of our own.

            Completions for zsh, bash and fish:
              session-bridge --generate-completion-script zsh
            """,
        version: SessionBridgeVersion.current,
        subcommands: [
            DemoCommand.self, ServeCommand.self, BackupCommand.self, ExecCommand.self, RunCommand.self,
            ExploreCommand.self, FaultsCommand.self, HandoffCommand.self, CompareCommand.self,
            TraceCommand.self, ProxyCommand.self, InspectCommand.self, DiffCommand.self,
            ExplainCommand.self, LintCommand.self, DoctorCommand.self, CookiesCommand.self,
            TokenCommand.self, ReasonsCommand.self, ProfilesCommand.self,
            SchemaCommand.self, ReportCommand.self, InitCommand.self,
        ])

    static func main() async {
        _ = CommandDeadline.commandBegan
        ProcessSignals.prepare()
        prepareDescriptors()
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            // Before the parser, which calls it an unexpected argument.
            try await runningVerb(nil) { try checkVerb(arguments.first) }
            var command = try parsing(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            leave(tell(error))
        }
        leave(0)
    }

    /// Raises how much the process may open, and ends it if that is too little for any verb: with no descriptor left the
    /// libraries beneath end it, without a word of why.
    private static func prepareDescriptors() {
        DescriptorLimit.raise(to: DescriptorLimit.usual)
        let limit = DescriptorLimit.current
        guard limit.room(upTo: fewestDescriptors) >= fewestDescriptors else {
            let failure = BridgeFailure.tooFewDescriptors("it cannot start", limit: limit)
            Console.note("session-bridge: \(failure)")
            leave(failure.kind.exitCode)
        }
        ListenerLoops.settle(within: limit)
    }

    /// For signals, tasks and a file or two.
    private static let fewestDescriptors = 8

    /// What was typed stands in the messages of the parser, which come with lines of their own: so it is typed again
    /// with what a terminal would obey in a form that can be shown.
    private static func parsing(_ arguments: [String]) throws -> any ParsableCommand {
        do { return try parseAsRoot(arguments) } catch {
            _ = try parseAsRoot(arguments.map(VisibleText.escaped))
            throw error
        }
    }

    /// Says what the parser has to say: help that was asked for as a result, anything else as a message.
    private static func tell(_ error: any Error) -> Int32 {
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        guard !text.isEmpty else { return code.rawValue }
        guard code.isSuccess else {
            // The usage behind it is ours, and names options that look like secrets' names.
            let message = message(for: error)
            Console.note(
                document: message.isEmpty
                    ? text : text.replacing(message, with: TypedSecrets.ofThisProcess().hidden(in: message)))
            return code.rawValue
        }
        Console.print(document: text)
        do { try Console.checkOutput() } catch {
            Console.note("session-bridge: \(error)")
            return error.kind.exitCode
        }
        return code.rawValue
    }

    /// - Throws: `usage/unknown-verb` for a first argument that is neither an option nor a verb.
    static func checkVerb(_ word: String?) throws(BridgeFailure) {
        let verbs = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let word, !word.hasPrefix("-"), !verbs.contains(word), word != "help" else { return }
        throw BridgeFailure(
            UsageReason.unknownVerb, cause: "there is no verb \"\(word)\"",
            fix: Suggestion.text(for: word, among: verbs))
    }
}

/// Ends the process, as it is. What was acknowledged is on disk by now; `exit` would first take down the libraries'
/// globals under threads that still run, such as those of a script that no one waits for.
private func leave(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
}
