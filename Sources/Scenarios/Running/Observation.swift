public import BridgePrimitives
public import BridgeTrace

/// What a world looks like after a scenario's steps: everything an ``ScenarioExpectation`` can ask for.
public struct Observation: Sendable {
    public var verdict: Verdict
    /// Nil when no route was entered.
    public var route: String?
    public var path: String?
    /// The web page's user.
    public var webUserID: String?
    /// The native app's user.
    public var nativeUserID: String?
    /// Why the verdict is what it is, most telling first.
    public var verdictReasons: [ReasonCode]
    public var events: [TraceEvent]
    public var findings: [Finding]
    /// Names of the cookies on the first request for the page that was opened last; nil when none was sent.
    public var firstRequestCookies: [String]?
    /// Names of the cookies on any request for it.
    public var sentCookies: Set<String>
    /// Names of the cookies in the web view's store.
    public var storedCookies: Set<String>
    /// Names that `document.cookie` gave the guard.
    public var visibleCookies: Set<String>
    /// What the reader of a failure is to know beside its cause; nil for nothing.
    public var hint: Finding?

    public init(
        verdict: Verdict, route: String?, path: String?, webUserID: String?, nativeUserID: String?,
        verdictReasons: [ReasonCode], events: [TraceEvent], findings: [Finding], firstRequestCookies: [String]?,
        sentCookies: Set<String>, storedCookies: Set<String>, visibleCookies: Set<String>
    ) {
        (self.verdict, self.route, self.path) = (verdict, route, path)
        (self.webUserID, self.nativeUserID, self.verdictReasons) = (webUserID, nativeUserID, verdictReasons)
        (self.events, self.findings, self.firstRequestCookies) = (events, findings, firstRequestCookies)
        (self.sentCookies, self.storedCookies, self.visibleCookies) = (sentCookies, storedCookies, visibleCookies)
    }
}
