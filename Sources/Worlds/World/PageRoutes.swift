public import BridgePrimitives
public import RouterGuard

/// The routes of a page, for whichever Vue Router runs its guard.
public enum PageRoutes: Hashable, Sendable {
    /// A list of routes, as docs/guard-cases.md has them.
    case list(JSONValue)
    /// All but the sign-in page need a user.
    case guarded(besides: String)

    /// - Throws: what makes the list no table of that generation.
    public func table(for generation: RouterGeneration) throws(RouteTableProblem) -> RouteTable {
        switch self {
        case .list(let json):
            return try RouteTable(json: generation.isModern ? Self.withoutStar(json) : json, generation: generation)
        case .guarded(let signInPath):
            let needsUser = JSONObject([("requiresAuth", true)])
            let main = signInPath == "/" ? [] : [RouteSpec(path: "/", name: "main", meta: needsUser)]
            let rest = RouteSpec(path: generation.isModern ? Self.anything : "*", name: "page", meta: needsUser)
            return try RouteTable(main + [RouteSpec(path: signInPath, name: "signin"), rest], generation: generation)
        }
    }

    /// What Vue Router 4 has for the `*` of 3, which it refuses.
    private static let anything = "/:pathMatch(.*)*"

    /// A list that was written for Vue Router 3 is good for 4 as far as its catch-all goes.
    private static func withoutStar(_ json: JSONValue) -> JSONValue {
        guard case .array(let routes) = json else { return json }
        return .array(
            routes.map { route in
                guard case .object(var members) = route, members["path"] == "*" else { return route }
                members["path"] = .string(anything)
                return .object(members)
            })
    }
}
