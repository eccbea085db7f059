public import BridgePrimitives

/// Where the router is, or would be: a location together with the records that it matches.
public struct Route: Hashable, Sendable {
    public let name: String?
    /// As it was written: neither encoded nor decoded.
    public let path: String
    /// Path, printed query and hash.
    public let fullPath: String
    /// Decoded values of the path's parameters; absent optional ones are present and undefined.
    public let params: RouteValues
    public let query: RouteValues
    /// With its `#`, or empty.
    public let hash: String
    /// From the outermost record to the leaf; empty when nothing matches.
    public let matched: [RouteRecord]
    /// The leaf's own; parents' are not merged in.
    public let meta: JSONObject
    /// The full path of the first location of a chain of redirect records. Guards' redirects don't set it.
    public let redirectedFrom: String?
    /// The route before the first navigation, which equals no other.
    public let isStart: Bool

    /// The route before the first navigation.
    public static let start = Route(location: ResolvedLocation(), chain: [], redirectedFrom: nil, isStart: true)

    init(
        location: ResolvedLocation, chain: [RouteRecord], redirectedFrom: ResolvedLocation?, isStart: Bool = false
    ) {
        let leaf = chain.last
        name = location.name ?? leaf?.name
        path = location.path.isEmpty ? "/" : location.path
        fullPath = location.fullPath
        params = location.params ?? RouteValues()
        query = location.query ?? RouteValues()
        hash = location.hash
        matched = chain
        meta = leaf?.meta ?? JSONObject()
        self.redirectedFrom = redirectedFrom?.fullPath
        self.isStart = isStart
    }

    /// What logs call the route: its full path, or `START`.
    public var logName: String { isStart ? "START" : fullPath }

    /// Whether navigating from `current` to this route would go nowhere: same path but for a trailing slash, same
    /// hash, equal query, same leaf record. The start equals nothing.
    func isDuplicate(of current: Route) -> Bool {
        guard !current.isStart, matched.count == current.matched.count, matched.last == current.matched.last else {
            return false
        }
        return RoutePath.withoutTrailingSlash(path).utf8
            .elementsEqual(RoutePath.withoutTrailingSlash(current.path).utf8)
            && hash.utf8.elementsEqual(current.hash.utf8) && Self.sameQuery(query, current.query)
    }

    private static let depthLimit = 16

    /// Key order does not count; null and undefined equal only themselves; other values compare as text.
    private static func sameQuery(_ a: RouteValues, _ b: RouteValues) -> Bool {
        guard a.count == b.count else { return false }
        return a.members.allSatisfy { name, value in b.has(name) && same(value, b[name]) }
    }

    private static func same(_ a: JSONValue?, _ b: JSONValue?, depth: Int = 0) -> Bool {
        guard depth < depthLimit else { return a == b }
        switch (a, b) {
        case (nil, nil), (.null?, .null?): return true
        case (nil, _), (_, nil), (.null?, _), (_, .null?): return false
        case (.array(let a)?, .array(let b)?):
            return a.count == b.count && zip(a, b).allSatisfy { same($0, $1, depth: depth + 1) }
        case (.object(let a)?, .object(let b)?):
            return a.count == b.count && a.members.allSatisfy { same($0.value, b[$0.name], depth: depth + 1) }
        case (let a?, let b?):
            return scriptText(a).utf8.elementsEqual(scriptText(b).utf8)
        }
    }
}
