public import BridgePrimitives
public import BridgeTrace

/// The world that a runner acts in: takes steps, then tells what it looks like.
///
/// For implementers: a step that cannot be taken throws ``StepFailure`` with the reason that a user would search
/// for; `observe()` must answer after a failure too.
public protocol ScenarioPlayer: Sendable {
    func perform(_ step: Step) async throws(StepFailure)
    func observe() async -> Observation
    /// The sequence number that the world's next event will get.
    var nextEvent: Int { get }
    /// Why something did not come about; nil when nothing in the handoff stands against it.
    func rootCause(of shortfall: Shortfall) -> RootCause?
    /// What a step that was just taken has brought about, under the names of its ``StepDefinition/captures``.
    ///
    /// - Parameter event: the sequence number of its first event.
    func captures(of step: Step, since event: Int) async -> CapturedValues
    /// What the world has now, of what is named `user`, `id-token`, `page` and `now`.
    ///
    /// - Parameter members: what is asked for.
    func worldValues(_ members: Set<String>) async -> CapturedValues
}

extension ScenarioPlayer {
    /// Nothing, for players whose steps bring about nothing that can be named.
    public func captures(of step: Step, since event: Int) async -> CapturedValues { CapturedValues() }
    public func worldValues(_ members: Set<String>) async -> CapturedValues { CapturedValues() }
}

/// A step could not be taken.
public struct StepFailure: Error, Hashable, Sendable {
    /// The step's name in a file.
    public let step: String
    /// What a user would search for first.
    public let reason: ReasonCode
    /// What else is the case.
    public let others: [ReasonCode]
    /// One clause, no secrets, no full stop.
    public let message: String

    /// All of them, the most particular first.
    public var reasons: [ReasonCode] { [reason] + others }

    /// - Parameters:
    ///   - causes: what a service gave as its reasons, if it gave any; they come first.
    ///   - reason: the player's own.
    ///   - notes: what comes last.
    ///   - message: nil for what the reason means.
    public init(
        step: String, because causes: [ReasonCode] = [], _ reason: some Reason, notes: [ReasonCode] = [],
        message: String? = nil
    ) {
        (self.step, self.message) = (step, message ?? reason.meaning)
        self.reason = causes.first ?? reason.code
        others = causes.dropFirst() + (causes.isEmpty ? [] : [reason.code]) + notes
    }

    /// - Parameter failure: knows its reason.
    public init(step: String, _ failure: BridgeFailure) {
        (self.step, reason, others, message) = (step, failure.code, [], failure.cause)
    }
}
