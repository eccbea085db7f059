public import BridgePrimitives
import Diagnosis
public import RouterGuard
public import WebViews

/// What came of opening a page: the load, then the web app's router.
public struct OpenedPage: Sendable {
    public let result: NavigationResult
    /// The sequence number of the first event that belongs to it.
    public let firstEvent: Int
    /// How the router ended; nil when it never started.
    public internal(set) var outcome: GuardedOutcome?
    /// The page's user afterwards.
    public internal(set) var webUserID: String?
    /// Why the router never started.
    public internal(set) var reasons: [ReasonCode] = []
    /// What it shows, where that speaks for itself; nil where a guard decided.
    var judged: JudgedPage?
    /// The name of the route at its address, where it was judged so.
    package internal(set) var route: String?
    /// The document's own, which did not run.
    var scripts = PageScripts(of: [])
}
