import ArgumentParser
import BridgePrimitives
import Scenarios

/// How often and how long scenarios are tried.
struct TryingOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("How many scenarios run side by side.", valueName: "count"))
    var jobs: Int = 4

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp("Run each scenario this often, and report each time.", valueName: "count"))
    var repetitions: Int = 1

    @Option(
        help: ArgumentHelp(
            "Try a scenario that does not pass again, up to this often; one that passes then is flaky.",
            valueName: "count"))
    var retries: Int = 0

    @Flag(name: .customLong("fail-on-flaky"), help: "Exit with 1 where a scenario is flaky, too.")
    var failsOnFlaky = false

    @Flag(
        name: .customLong("strict-effects"),
        help: "Exit with 1 where a step or a setting could not act on a server of yours (run/no-effect), too.")
    var failsWithoutEffect = false

    @Flag(name: .customLong("fail-fast"), help: "Begin no more scenarios once one has not passed.")
    var failsFast = false

    @Option(
        help: ArgumentHelp("How long each try of a scenario may take: 10s, 2m.", valueName: "duration"))
    var scenarioTimeout: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Run a scenario that fails again with its cause changed at the edge of the world, up to five causes, and report \
            what that showed. On for the model; --prove also tries in an engine, and with a server of yours of which only \
            the URL is known. Not with --ui.
            """)
    var prove: Bool?

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 256") }
        guard (1...10_000).contains(repetitions) else {
            throw ValidationError("--repeat takes a number from 1 to 10000")
        }
        guard (0...100).contains(retries) else { throw ValidationError("--retries takes a number from 0 to 100") }
    }

    /// - Throws: `usage/bad-duration`.
    func policy() throws(BridgeFailure) -> RunPolicy {
        RunPolicy(
            retries: retries, stopsAtFailure: failsFast,
            scenarioLimit: try scenarioTimeout.map { text throws(BridgeFailure) in try text.asTimeout() })
    }
}
