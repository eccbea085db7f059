import Cookies

/// What happened to one cookie of a store.
enum CookieChange: Sendable {
    /// It is there now, new or with new contents.
    case put(Cookie)
    /// It is gone: deleted, evicted, or cleared away by the engine.
    case removed(Cookie)

    /// All that a write changed, in the order in which it happened.
    static func of(_ decision: StoreDecision) -> [CookieChange] {
        var changes: [CookieChange] = []
        for each in [decision] + decision.further {
            changes += each.evicted.map { .removed($0) }
            guard let cookie = each.cookie else { continue }
            if each.isInJar { changes.append(.put(cookie)) }
            if each.outcome == .deleted { changes.append(.removed(cookie)) }
        }
        return changes
    }
}
