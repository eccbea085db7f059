public import BridgePrimitives
public import BridgeTrace

/// What was seen of a handoff under a fault, and of the same after the fault was gone. What a clean run shows as well is
/// left out of it by whoever gathers it.
public struct FaultSighting: Sendable {
    /// What brought the user in after the fault was gone.
    public enum Recovery: String, CaseIterable, Sendable {
        /// The page was signed in under the fault already.
        case notNeeded = "signed in"
        case reload
        /// A whole new attempt.
        case retry = "new attempt"
        case none = "no"
    }

    /// While the fault was there.
    public var events: [TraceEvent]
    public var verdict: Verdict
    /// The page's user and the app's, and the page's after the fault was gone.
    public var webUserID: String?
    public var nativeUserID: String?
    public var recoveredUserID: String?
    public var recovery: Recovery
    /// Why a step could not be taken: the first one.
    public var failure: ReasonCode?
    /// Codes by which a token is known to be where it must not be.
    public var leaks: [String]
    /// Exceptions of the page's scripts.
    public var exceptions: Int
    /// Whether somebody had to end it from outside.
    public var isStuck: Bool
    /// Of the world's time.
    public var elapsed: Duration
    /// Whether the fault itself redirects for ever: whoever follows goes round as often as HTTP clients do, and stops.
    public var isLoopPlanted = false
    /// Whether somebody's clock that the fault puts off was read: of that no request tells.
    public var isClockRead = false
    /// Whether the fault spoils the tokens themselves, so that whoever signs a user in with one has not verified it.
    public var isTokenSpoiled = false
    /// By which events say that somebody went round in a circle.
    public var loopCodes: Set<ReasonCode> = []

    public init(
        events: [TraceEvent] = [], verdict: Verdict, webUserID: String? = nil, nativeUserID: String? = nil,
        recoveredUserID: String? = nil, recovery: Recovery = .none, failure: ReasonCode? = nil, leaks: [String] = [],
        exceptions: Int = 0, isStuck: Bool = false, elapsed: Duration = .zero
    ) {
        (self.events, self.verdict) = (events, verdict)
        (self.webUserID, self.nativeUserID, self.recoveredUserID) = (webUserID, nativeUserID, recoveredUserID)
        (self.recovery, self.failure, self.leaks) = (recovery, failure, leaks)
        (self.exceptions, self.isStuck, self.elapsed) = (exceptions, isStuck, elapsed)
    }

    /// Somebody waits longer than any of our clients has patience.
    public static let longestWait = Duration.seconds(300)
    /// So many times the same request is a storm, also where nothing redirects.
    public static let stormSize = 5

    /// The worst that holds; the rules are those of the cases' sentences.
    public var fate: FaultFate {
        if isWrongUser { return .wrongUser }
        if isTokenSpoiled, verdict == .signedIn { return .accepted }
        if !leaks.isEmpty { return .leaks }
        if exceptions > 0 || verdict == .pageError { return .crashes }
        if hasLoop { return .loops }
        if isStuck || verdict == .hanging || elapsed > Self.longestWait { return .hangs }
        return recovery == .none ? .notRecovered : .handled
    }

    private var isWrongUser: Bool {
        verdict == .otherUser
            || [webUserID, recoveredUserID].contains { $0 != nil && nativeUserID != nil && $0 != nativeUserID }
    }

    private var hasLoop: Bool {
        guard !isLoopPlanted else { return verdict == .looping || askedAgain > Self.redirectLimit + Self.stormSize }
        return verdict == .looping || askedAgain >= Self.stormSize
            || events.contains { !loopCodes.isDisjoint(with: $0.reasons) }
    }

    /// Of redirects that Fetch follows (§4.4).
    private static let redirectLimit = 20

    /// How often a request that met the fault was made again.
    public var askedAgain: Int {
        var counts: [String: Int] = [:]
        for event in events {
            guard case .fault(let fault) = event.kind else { continue }
            counts["\(fault.method) \(fault.url.text)", default: 0] += 1
        }
        return max(0, (counts.values.max() ?? 0) - 1)
    }

    /// How often a request met the fault.
    public var injections: Int {
        events.count { if case .fault = $0.kind { true } else { false } }
    }

    /// Whether anything broke at all: a handoff that never came across the fault shows nothing of how it bears it.
    public var isMet: Bool { injections > 0 || isClockRead }
}
