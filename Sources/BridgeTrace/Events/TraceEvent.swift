public import BridgePrimitives

/// One thing that happened in a world: who did it, when by the world's clock, and why it came out as it did.
public struct TraceEvent: Hashable, Sendable {
    /// Place in the log, from 0.
    public let sequence: Int
    /// The world's time, without anybody's skew.
    public let at: Instant
    /// Real time since the log began, to the millisecond; what a moved clock does not touch.
    public let elapsed: Duration
    public let actor: TraceActor
    public let kind: Kind

    public enum Kind: Hashable, Sendable {
        case account(AccountEvent)
        case token(TokenEvent)
        case request(RequestEvent)
        case response(ResponseEvent)
        case served(ServedEvent)
        case proxied(ProxiedEvent)
        case cookieWrite(CookieWriteEvent)
        case cookieRead(CookieReadEvent)
        case edge(EdgeEvent)
        case script(ScriptEvent)
        case navigation(NavigationEvent)
        case message(MessageEvent)
        case routing(RoutingEvent)
        case clock(ClockEvent)
        case device(DeviceEvent)
        case keychain(KeychainEvent)
        case fault(FaultEvent)
        case requestFailed(FailedRequestEvent)
        case scriptSkipped(SkippedScriptEvent)
        case policyViolation(PolicyViolationEvent)
        case pageError(PageErrorEvent)
        case printed(PrintedEvent)
        case process(ProcessEvent)
    }

    package init(sequence: Int, at: Instant, elapsed: Duration = .zero, actor: TraceActor, kind: Kind) {
        (self.sequence, self.at, self.elapsed, self.actor, self.kind) = (sequence, at, elapsed, actor, kind)
    }

    /// All reasons that the event carries, in the order of the checks.
    public var reasons: [ReasonCode] { kind.event.allReasons }
}

/// Who acts in a trace.
public enum TraceActor: String, CaseIterable, Sendable {
    /// The native app, its Firebase client and its stores.
    case app
    case backend
    /// A server between the web view and the backend or the web app.
    case edge
    case auth
    /// The simulated identity providers.
    case apple, twitter
    /// What stands in for Google's hosts, and passes on what is for this machine.
    case proxy
    case webView = "web-view"
    /// The web app's own code: its router, its guard, its Firebase client.
    case page
    /// Whoever moves the clock or the faults: a scenario, a test.
    case test
    /// The endpoints by which that is done in a served world.
    case control
}

/// A request met a fault that was planted.
public struct FaultEvent: Hashable, Sendable {
    /// Whose answer it spoils.
    public let service: String
    /// What happens to it: `hang`, `status 503`.
    public let effect: MaskedText
    public let method: String
    public let url: MaskedText
    public let reasons: [ReasonCode]

    public init(service: String, effect: MaskedText, method: String, url: MaskedText, reasons: [ReasonCode]) {
        (self.service, self.effect, self.method) = (service, effect, method)
        (self.url, self.reasons) = (url, reasons)
    }
}
