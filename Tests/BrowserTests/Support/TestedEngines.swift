import Foundation
import PageEngines

/// The engines that this run is for: the names in `SESSION_BRIDGE_BROWSERS`, which `make test-browsers` sets.
///
/// The target exists only where the variable is set, and a name that is not an engine's ends the run with a failed test.
enum TestedEngines {
    private static let environment = ProcessInfo.processInfo.environment

    static let names = (environment["SESSION_BRIDGE_BROWSERS"] ?? "")
        .split { $0 == "," || $0 == " " }.map(String.init)
    static let all = names.compactMap(PageEngineKind.init(rawValue:))
    /// Whether this run is for every scenario, and not for the selection that CI runs; `make test-all` sets the variable.
    static let runsAllScenarios = environment["SESSION_BRIDGE_SCENARIOS"] == "all"
}
