package import BridgePrimitives

extension GuardReason {
    /// The reason that goes with a navigation failure.
    package init(_ kind: NavigationFailure.Kind) {
        switch kind {
        case .redirected: self = .redirected
        case .aborted: self = .aborted
        case .cancelled: self = .cancelled
        case .duplicated: self = .duplicated
        }
    }
}
