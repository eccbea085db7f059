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
        /// The end of a group of guards, where generations 4 and 5 look whether the navigation is still wanted.
        case checkPending
    }

    /// What a guard has decided, until its turn comes.
    enum Decision: Sendable {
        case proceed(queue: Int, index: Int)
        case end(NavigationOutcome)
        case redirect(LocationInput)
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

    // Generations 4 and 5 only.

    /// How far the browser has moved for a traversal.
    var delta = 0
    /// Goes on even to where one is.
    var isForced = false
    /// The serial of the guard call or turn that has to come next.
    var awaited: Int?
    var decision: Decision?
    /// How often `next` was called, by the serial of the guard call.
    var nextCounts: [Int: Int] = [:]
    /// How often a redirect led to the target that was refused.
    var sameRedirects = 0
}
