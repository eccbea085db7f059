import BrowserDriving
import Foundation
import PageEngines

/// The browsers that this run is for: the names in `SESSION_BRIDGE_BROWSERS`, which `make test-browsers` sets.
///
/// The target exists only where the variable is set, and a name that is none ends the run with a failed test.
enum TestedBrowsers {
    static let names = (ProcessInfo.processInfo.environment["SESSION_BRIDGE_BROWSERS"] ?? "")
        .split { $0 == "," || $0 == " " }.map(String.init)
    static let all = names.compactMap(BrowserEngine.init(rawValue:))
    /// Those of them that pages open in through their own API.
    static let pageEngines = names.compactMap(PageEngineKind.init(rawValue:))
}
