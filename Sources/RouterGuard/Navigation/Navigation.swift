/// A navigation under way, or one that a late `next` may still ask about.
struct Navigation: Sendable {
    enum Method: Hashable, Sendable {
        case push, replace
        /// The page's first look at its address.
        case initial
        /// The browser moved in its history; the address is already another one.
        case traverse
        /// The table changed under the current address.
        case rematch
        /// Back or forward in the abstract stack, to this index.
        case stack(Int)
    }

    enum Step: Hashable, Sendable {
        case call(GuardKind, GuardReference)
        /// A `beforeRouteEnter`, with the record whose component it belongs to.
        case callEnter(GuardReference, record: Int)
        case notCallable
        case load([RouteRecord])
    }

    struct Queue: Sendable {
        let steps: [Step]
        /// Confirmation follows; otherwise the queue of enter and resolve guards does.
        let isLast: Bool
    }

    let id: NavigationID
    let route: Route
    /// Stands for the route object in the comparison "is this still the pending one": a traversal of the abstract
    /// stack shares the identity of the entry it goes to.
    let identity: Int
    let from: Route
    let method: Method
    /// A second `next` may start the last queue again, so there can be several of it.
    var queues: [Queue] = []
}
