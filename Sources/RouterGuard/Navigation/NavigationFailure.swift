/// Why a navigation did not get to its route, other than by an error.
public struct NavigationFailure: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A guard sent it elsewhere; where to is a navigation of its own.
        case redirected
        /// A guard said `next(false)`.
        case aborted
        /// A newer navigation took its place.
        case cancelled
        /// It would have gone nowhere.
        case duplicated
    }

    public let kind: Kind
    public let from: Route
    /// The route that was refused; for redirects not the one they lead to.
    public let to: Route

    /// The text of Vue Router 3.6.5's error.
    public var message: String {
        switch kind {
        case .redirected:
            "Redirected when going from \"\(from.fullPath)\" to \"\(to.path)\" via a navigation guard."
        case .aborted:
            "Navigation aborted from \"\(from.fullPath)\" to \"\(to.fullPath)\" via a navigation guard."
        case .cancelled:
            "Navigation cancelled from \"\(from.fullPath)\" to \"\(to.fullPath)\" with a new navigation."
        case .duplicated:
            "Avoided redundant navigation to current location: \"\(from.fullPath)\"."
        }
    }
}

/// How one navigation ended.
public enum NavigationOutcome: Hashable, Sendable {
    case completed(Route)
    case failed(NavigationFailure)
    case threw(ThrownValue)
}
