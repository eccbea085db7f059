import ArgumentParser
import Reporting

@main
struct SessionBridgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session-bridge",
        abstract: "Runs the handoff of a Firebase session from a native app to its web view, and names the reason for"
            + " everything that happens to the cookie, the token and the route.",
        discussion: """
            Exit codes: 0 as expected, 1 an expectation failed, 64 wrong usage, 65 unreadable input,
            69 a service could not start or be reached, 70 a fault of session-bridge itself.

            Completions for zsh, bash and fish:
              session-bridge --generate-completion-script zsh
            """,
        version: SessionBridgeVersion.current,
        subcommands: [
            DemoCommand.self, ServeCommand.self, RunCommand.self, TraceCommand.self, ExplainCommand.self,
            CookiesCommand.self, GuardCommand.self, TwinCommand.self, ReasonsCommand.self, ProfilesCommand.self,
            SchemaCommand.self,
        ])
}
