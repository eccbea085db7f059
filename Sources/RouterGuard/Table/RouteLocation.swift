public import BridgePrimitives

/// Where a navigation wants to go, as a page's code writes it: by name, by path, or by params alone.
///
/// A truthy `name` beats `path`; `params` are ignored beside `path`.
public struct RouteLocation: Hashable, Sendable {
    public var name: String?
    /// Absolute with a leading `/`, otherwise relative to the current route; may hold `?query#hash`.
    public var path: String?
    public var params: RouteValues?
    public var query: RouteValues?
    /// With or without `#`; only locations with a path get a missing `#`.
    public var hash: String?
    /// Keep the last segment of the current path when resolving a relative one.
    public var append = false
    /// Replace the current history entry instead of adding one.
    public var replace = false
    /// A redirect's own members win even when they are undefined, so presence is kept apart from value.
    private(set) var given: Set<String> = []
    /// Vue Router 4: navigate even to where one is.
    public var force = false

    public init(name: String? = nil, path: String? = nil, params: RouteValues? = nil, query: RouteValues? = nil) {
        (self.name, self.path, self.params, self.query) = (name, path, params, query)
        if params != nil { given.insert("params") }
        if query != nil { given.insert("query") }
    }

    init(_ object: JSONObject) {
        func text(_ key: String) -> String? {
            switch object[key] {
            case nil, .null?, .bool?, .object?, .array?, .string(undefinedMark)?: nil
            case let value?: scriptText(value)
            }
        }
        (name, path, hash) = (text("name"), text("path"), text("hash"))
        params = object["params"]?.objectValue.map(RouteValues.init)
        query = object["query"]?.objectValue.map(RouteValues.init)
        append = scriptTruth(object["append"])
        replace = scriptTruth(object["replace"])
        force = scriptTruth(object["force"])
        given = Set(object.names)
    }
}

/// What a script hands to `push`, `replace` or `resolve`.
public enum LocationInput: Hashable, Sendable {
    /// A path, perhaps with query and hash; empty is the current path.
    case path(String)
    case location(RouteLocation)
    /// `null`, `undefined` and the like: using it is a TypeError.
    case unusable

    public init(json: JSONValue) {
        switch json {
        case .string(undefinedMark): self = .unusable
        case .string(let path): self = .path(path)
        case .object(let object): self = .location(RouteLocation(object))
        default: self = .unusable
        }
    }

    var forces: Bool { if case .location(let location) = self { location.force } else { false } }
    var replaces: Bool { if case .location(let location) = self { location.replace } else { false } }
}

/// A location after resolution against the current route: what is matched.
struct ResolvedLocation: Sendable {
    var name: String?
    var path = ""
    var params: RouteValues?
    var query: RouteValues?
    var hash = ""

    /// Vue Router 4 keeps a location that was written as text word for word.
    var writtenFullPath: String?

    var fullPath: String {
        writtenFullPath ?? (path.isEmpty ? "/" : path) + RouteQuery.print(query ?? RouteValues()) + hash
    }
}
