/// Which hook a guard is called for, in the names of Vue Router 3.
public enum GuardKind: String, Hashable, Sendable, CaseIterable {
    case beforeRouteLeave, beforeEach, beforeRouteUpdate, beforeEnter, beforeRouteEnter, beforeResolve
}

/// One navigation of one router.
public struct NavigationID: Hashable, Sendable {
    let number: Int
}

/// The place in a navigation from which a guard's `next` goes on. Stays good after the first use: every call of
/// `next` acts anew.
public struct GuardToken: Hashable, Sendable {
    public let navigation: NavigationID
    let queue: Int
    let index: Int
    /// Counts the router's guard calls, so that two calls of the same guard differ.
    package let serial: Int
    let guardID: String
}

/// A guard to run.
public struct GuardCall: Hashable, Sendable {
    public let kind: GuardKind
    /// `number` counts within ``RouteTable/guardScripts``, or within the router's `beforeEach` or `beforeResolve`.
    public let reference: GuardReference
    public let to: Route
    public let from: Route
    public let token: GuardToken
}

/// A lazy component to load.
public struct ComponentLoad: Hashable, Sendable {
    public let record: RouteRecord
    public let component: LazyComponent
    public let token: GuardToken
}

/// Something for the shell to do, in the order given.
///
/// An action is done *completely*, with all that follows from the events it raises, before the next one: a guard
/// that calls `next` at once completes its whole navigation inside ``RouterAction/callGuard(_:)``, as in a script.
public enum RouterAction: Hashable, Sendable {
    case callGuard(GuardCall)
    case loadComponent(ComponentLoad)
    /// The current route is another one now.
    case routeChanged(to: Route, from: Route)
    /// A navigation ended. May come more than once for a navigation; a promise keeps the first outcome, callbacks see
    /// all.
    case settled(NavigationID, NavigationOutcome)
    /// The address is another one now; `added` when it got a history entry of its own.
    case addressChanged(String, added: Bool)
    /// Generation 3 calls it after success only, so `failure` is always nil there.
    case callAfterEach(to: Route, from: Route, failure: NavigationFailure?)
    /// Generation 3 tells its callbacks no routes.
    case callOnError(ThrownValue, to: Route?, from: Route?)
    case callOnReady(Route)
    case callOnReadyError(NavigationOutcome)
    /// Render the current route in the next microtask, then call ``Router/viewUpdated()``.
    case updateView
    /// Call a callback that a `beforeRouteEnter` handed to `next`; the component is there.
    case callEntered(label: String)
    /// The event's caller sees this thrown: `next` itself fails.
    case throwIntoCaller(ThrownValue)
    /// Move in the browser's history in a later turn, then call ``Router/traversed(by:)``.
    case traverse(by: Int)
    case warn(RouterWarning)
    /// In the next microtask, call ``Router/turnCame(_:)``.
    case takeTurn(RouterTurn)
    /// A guard sent a navigation elsewhere, which goes on under the same id. Generation 3 settles it instead and
    /// begins another.
    case redirecting(NavigationID, from: Route)
}
