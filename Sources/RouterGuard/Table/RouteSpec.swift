public import BridgePrimitives

/// A route as it is declared, before it becomes records.
public struct RouteSpec: Sendable {
    static let depthLimit = 32

    public var path: String
    public var name: String?
    public var aliases: [String] = []
    public var meta = JSONObject()
    /// Overrides ``PathPatternOptions/sensitive`` when set.
    public var caseSensitive: Bool?
    public var pathOptions = PathPatternOptions()
    public var redirect: RouteRedirect?
    public var beforeEnter = EntryGuard.none
    public var component = RouteComponent()
    public var children: [RouteSpec] = []

    public init(path: String, name: String? = nil, meta: JSONObject = JSONObject(), children: [RouteSpec] = []) {
        (self.path, self.name, self.meta, self.children) = (path, name, meta, children)
    }
}

/// The redirect of a record.
public enum RouteRedirect: Sendable {
    case path(String)
    case location(RouteLocation)
    /// A function of the route, which returns this value with its `{params.id}`-style templates filled in.
    case returning(JSONValue)
    /// A function that throws an error with this message.
    case throwing(String)
}

/// A declared guard: its name in logs, and its number, under which ``RouteTable/guardScripts`` holds what it does.
public struct GuardReference: Hashable, Sendable {
    public let id: String
    public let number: Int

    public init(id: String, number: Int) { (self.id, self.number) = (id, number) }
}

/// A record's `beforeEnter`.
public enum EntryGuard: Hashable, Sendable {
    case none
    case single(GuardReference)
    /// Vue Router 4 takes several.
    case list([GuardReference])
    /// A list or another value that cannot be called: a TypeError when it is reached.
    case notCallable
}

/// The guards inside a record's component, and how it is loaded.
public struct RouteComponent: Hashable, Sendable {
    public var enter: [GuardReference] = []
    public var update: [GuardReference] = []
    public var leave: [GuardReference] = []
    /// Nil when the component is there from the beginning.
    public var lazy: LazyComponent?

    public init() {}
}

/// A component that is loaded when it is first entered.
public struct LazyComponent: Hashable, Sendable {
    public let label: String
    /// How long loading takes, in ticks of the reader's clock.
    public let ticks: Int
    /// The message of the error that loading ends with, if it does.
    public let failure: String?
}
