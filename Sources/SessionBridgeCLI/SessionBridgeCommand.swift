import ArgumentParser
import BridgePrimitives
import Reporting

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
            DemoCommand.self, ServeCommand.self, RunCommand.self, TraceCommand.self, ExplainCommand.self,
            CookiesCommand.self, GuardCommand.self, TwinCommand.self, ReasonsCommand.self, ProfilesCommand.self,
            SchemaCommand.self,
        ])

    /// The program. A verb that there is none of is told before the parser, which calls it an unexpected argument.
    static func main() async {
        do {
            try await runningVerb { try checkVerb(CommandLine.arguments.dropFirst().first) }
        } catch {
            exit(withError: error)
        }
        await main(nil)
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
