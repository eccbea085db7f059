public import BridgePrimitives
public import Cookies

/// What came of an ``EngineVisit``.
///
/// All texts are in the clear: whoever prints one masks it.
public struct VisitedPage: Sendable {
    public enum Outcome: Sendable {
        /// With the status of the document that is shown; nil for one that no server answered with.
        case finished(status: Int?)
        /// `engine/load-failed`, `engine/timed-out` or `engine/process-terminated`.
        case failed(BridgeFailure)
    }

    /// Something that the engine told, and when it was heard.
    public struct Happening: Hashable, Sendable {
        public let at: Instant
        public let event: EngineEvent

        package init(at: Instant, event: EngineEvent) { (self.at, self.event) = (at, event) }
    }

    /// Such as `webkitgtk`, and its version.
    public let engine: String
    public let version: String
    public let outcome: Outcome
    /// Where the view is; `about:blank` when nothing was shown.
    public let url: String
    public let title: String
    /// Navigations, console, panels and the like, in order.
    public let happenings: [Happening]
    /// What went through the proxy, in the order of the requests.
    public let exchanges: [EngineExchange]
    /// Requests whose answers had not come at the end, in order; the proxy tells of what has ended.
    public let waiting: [String]
    /// What scripts did that no proxy sees; what the page's did is in order.
    public let scriptActions: [PageScriptAction]
    /// What the engine's store holds at the end.
    public let cookies: [NativeCookie]
    /// What `document.cookie` gives at the end; nil when no page is shown, or it does not answer.
    public let visible: Secret<String>?

    package init(
        engine: String, version: String, outcome: Outcome, url: String, title: String, happenings: [Happening],
        exchanges: [EngineExchange], waiting: [String] = [], scriptActions: [PageScriptAction],
        cookies: [NativeCookie], visible: Secret<String>?
    ) {
        (self.engine, self.version, self.outcome, self.url, self.title) = (engine, version, outcome, url, title)
        (self.happenings, self.exchanges, self.waiting) = (happenings, exchanges, waiting)
        (self.scriptActions, self.cookies, self.visible) = (scriptActions, cookies, visible)
    }

    public var failure: BridgeFailure? { if case .failed(let failure) = outcome { failure } else { nil } }

    /// What the page wrote to its console, and what it threw.
    public var console: [EngineEvent.ConsoleMessage] {
        happenings.compactMap { if case .console(let message) = $0.event { message } else { nil } }
    }

    /// The points at which the navigation delegate would be called.
    public var navigations: [EngineEvent] {
        happenings.map(\.event).filter { event in
            switch event {
            case .navigation, .failed: true
            default: false
            }
        }
    }
}
