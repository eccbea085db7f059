public import BridgePrimitives
public import BridgeTrace

/// What must be the case when a scenario's steps are done. What is nil is not looked at.
public struct ScenarioExpectation: Hashable, Sendable {
    /// The name of the route that is shown.
    public var route: String?
    public var verdict: Verdict?
    /// The uid of the web page's user; `${user.uid}` stands for the scenario's user.
    public var signedInAs: String?
    /// Codes that some event of the trace must carry.
    public var reasons: [ReasonCode] = []
    /// Codes that some finding must carry.
    public var findings: [ReasonCode] = []
    /// Codes that no finding may carry.
    public var noFindings: [ReasonCode] = []
    public var cookie: CookieExpectation?
    public var firstRequest: RequestExpectation?
    /// Cookies by store and attributes.
    public var cookies: [CookieCondition] = []
    public var requests: [RequestCondition] = []
    public var tokens: [TokenCondition] = []
    /// What the page has printed.
    public var console: ConsoleCondition?
    /// How long things took by the world's clock.
    public var took: [TimeCondition] = []
    /// What the auth service was asked.
    public var authCalls: [AuthCallCondition] = []
    /// The scenario must stop at this step, for this reason.
    public var failure: FailureExpectation?
    /// The root cause that the ending must have, which is wanted.
    public var because: ReasonCode?
    /// Comparisons of what steps have brought about.
    public var values: [ValueExpectation] = []
    /// What it becomes when the steps are taken; nil for one that waits for nothing. What it waits for is a stand-in above.
    public var template: ExpectationTemplate?
    /// Where its file has it.
    public var places = ExpectationPlaces()

    public init() {}

    public struct CookieExpectation: Hashable, Sendable {
        public var name: String
        public var isVisibleToScript: Bool?
        public var isSent: Bool?
        public var isStored: Bool?

        public init(name: String, isVisibleToScript: Bool? = nil, isSent: Bool? = nil, isStored: Bool? = nil) {
            self.name = name
            (self.isVisibleToScript, self.isSent, self.isStored) = (isVisibleToScript, isSent, isStored)
        }
    }

    public struct RequestExpectation: Hashable, Sendable {
        public var with: String?
        public var without: String?
        public init(with: String? = nil, without: String? = nil) { (self.with, self.without) = (with, without) }
    }

    public struct FailureExpectation: Hashable, Sendable {
        /// The name of the step that must fail; nil for any.
        public var step: String?
        public var reason: ReasonCode
        public init(step: String?, reason: ReasonCode) { (self.step, self.reason) = (step, reason) }
    }
}
