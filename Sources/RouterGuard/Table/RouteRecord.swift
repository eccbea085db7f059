public import BridgePrimitives

/// One entry of a route table: a pattern and what belongs to it.
///
/// Records are the same record when their ids are; aliases make records of their own.
public struct RouteRecord: Sendable, Identifiable {
    public let id: Int
    /// Joined with the parent's path and without a trailing slash: the root is the empty string.
    public let path: String
    public let name: String?
    public let meta: JSONObject
    public let parentID: Int?
    let redirect: RouteRedirect?
    /// For the record of an alias: the path of the record that it stands for.
    let matchAs: String?
    let aliases: [String]
    let beforeEnter: EntryGuard
    let component: RouteComponent
    let pattern: RoutePattern
    /// For the record of an alias in Vue Router 4: the record that it stands for.
    let aliasOf: Int?

    /// What components and guards go by: an alias shares them with its original.
    var originalID: Int { aliasOf ?? id }
}

/// A record's pattern, in the dialect of the router's generation.
enum RoutePattern: Sendable {
    case ordered(PathPattern)
    case scored(ScoredPattern)
}

extension RouteRecord: Hashable {
    public static func == (a: Self, b: Self) -> Bool { a.id == b.id }
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
