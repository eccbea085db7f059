import BridgePrimitives
import Scenarios

/// What a wait comes to in the model, whose time passes only as somebody moves it.
enum WaitDecision: Hashable, Sendable {
    case met
    /// The world's clock moves on to what is still to come, and it is looked again.
    case goOn(to: Instant)
    case inVain(ExpectationReason)

    /// - Parameters:
    ///   - holds: whether what is waited for is so by now.
    ///   - pending: when the next thing happens that could change it; nil where nothing does.
    ///   - deadline: the last moment at which it may.
    init(holds: Bool, pending: Instant?, deadline: Instant) {
        self =
            if holds {
                .met
            } else if let pending {
                pending <= deadline ? .goOn(to: pending) : .inVain(.notInTime)
            } else {
                .inVain(.nothingPending)
            }
    }
}
