public import BridgePrimitives

/// One step of a guarded navigation, for a trace.
public struct GuardStep: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Asked whether somebody is signed in.
        case asked
        /// Read the cookies.
        case read
        /// Tried the token.
        case signIn = "sign-in"
        /// Called `next`, or threw instead.
        case next
        /// A route became current.
        case entered
        /// A navigation ended without that.
        case ended
    }

    public let kind: Kind
    /// The full path of the route that the step is about.
    public let path: String
    public let routeName: String?
    /// For people; holds no secrets.
    public let detail: String
    public let reasons: [GuardReason]
    /// Reasons of others than the guard, such as why its script stopped.
    public var otherReasons: [ReasonCode] = []
}
