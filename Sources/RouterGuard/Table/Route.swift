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
    /// The leaf's own; in Vue Router 4 those of parents are merged in, and the leaf's members win.
    public let meta: JSONObject
    /// The full path of the first location of a chain of redirect records. Guards' redirects set it in Vue Router 4
    /// only.
    public let redirectedFrom: String?
    /// The route before the first navigation, which equals no other.
    public let isStart: Bool

    /// The route before the first navigation.
    public static let start = Route(location: ResolvedLocation(), chain: [], redirectedFrom: nil, isStart: true)

    init(
        location: ResolvedLocation, chain: [RouteRecord], redirectedFrom: ResolvedLocation?, isStart: Bool = false,
        mergesMeta: Bool = false
    ) {
        let leaf = chain.last
        name = location.name ?? leaf?.name
        path = location.path.isEmpty ? "/" : location.path
        fullPath = location.fullPath
        params = location.params ?? RouteValues()
        query = location.query ?? RouteValues()
        hash = location.hash
        matched = chain
        var meta = leaf?.meta ?? JSONObject()
        if mergesMeta {
            meta = JSONObject()
            for record in chain { for (key, value) in record.meta { meta[key] = value } }
        }
        self.meta = meta
        self.redirectedFrom = redirectedFrom?.fullPath
        self.isStart = isStart
    }

    private init(_ route: Route, redirectedFrom: String?) {
        (name, path, fullPath, params, query) = (route.name, route.path, route.fullPath, route.params, route.query)
        (hash, matched, meta, isStart) = (route.hash, route.matched, route.meta, route.isStart)
        self.redirectedFrom = redirectedFrom
    }

    func redirected(from origin: String?) -> Route { Route(self, redirectedFrom: origin) }

    /// Vue Router 4's test: same record (an alias is its original), equal params, equally printed query, same hash.
    /// Letter case and trailing slashes of the path don't count, unmatched routes are never the same.
    func isSameLocation(as other: Route) -> Bool {
        guard let leaf = matched.last, let otherLeaf = other.matched.last, matched.count == other.matched.count,
            leaf.originalID == otherLeaf.originalID, hash.utf8.elementsEqual(other.hash.utf8)
        else { return false }
        return params.count == other.params.count
            && params.members.allSatisfy { other.params.has($0.name) && other.params[$0.name] == $0.value }
            && RouteQuery.printLoosely(query).utf8.elementsEqual(RouteQuery.printLoosely(other.query).utf8)
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
