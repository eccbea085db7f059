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
}

/// A step could not be taken.
public struct StepFailure: Error, Hashable, Sendable {
    /// The step's name in a file.
    public let step: String
    public let reasons: [ReasonCode]
    /// One clause, no secrets, no full stop.
    public let message: String

    public init(step: String, reasons: [ReasonCode], message: String) {
        (self.step, self.reasons, self.message) = (step, reasons, message)
    }
}
