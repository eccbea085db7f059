/// What Vue Router's development flavour prints a warning about.
public enum RouterWarning: Hashable, Sendable, CustomStringConvertible {
    /// A percent sequence that is not UTF-8, in a path or a query; the text is kept as it is.
    case malformedPercent(String)
    case unknownName(String)
    /// A path could not be filled from params; it becomes empty.
    case missingParam(String)
    case unusableRedirect(path: String)
    /// Params without name or path need a current route.
    case paramsWithoutCurrentRoute
    /// An error that no `onError` callback takes.
    case uncaughtError(String)
    case componentFailed(String)
    /// A pattern took more steps than a match may take, and counts as not matching.
    case matchTooExpensive(path: String)
    /// Vue Router 4 adds no `#` of its own.
    case hashWithoutMark(String)
    /// Vue Router 4 drops params that the record does not have.
    case discardedParam(String)
    case paramsBesidePath
    /// A guard's second `next`, which Vue Router 4 ignores.
    case nextCalledTwice(guardID: String)
    /// A guard that takes `next` ended without calling it.
    case nextNeverCalled(guardID: String)
    /// Vue Router 5 would rather have guards return.
    case nextIsDeprecated(guardID: String)
    case endlessRedirect(to: String)

    public var description: String {
        switch self {
        case .malformedPercent(let text): "'\(text)' holds a malformed percent sequence and is kept as it is"
        case .unknownName(let name): "no route is named '\(name)'"
        case .missingParam(let cause): "a path could not be filled: \(cause)"
        case .unusableRedirect(let path): "the redirect of '\(path)' gives neither a path nor a name"
        case .paramsWithoutCurrentRoute: "params alone need a current route"
        case .uncaughtError(let message): "no onError callback takes the error: \(message)"
        case .componentFailed(let message): "a component could not be loaded: \(message)"
        case .matchTooExpensive(let path): "matching '\(path)' took too many steps"
        case .hashWithoutMark(let hash): "the hash '\(hash)' does not start with '#'"
        case .discardedParam(let name): "the param '\(name)' is not in the record's path and is dropped"
        case .paramsBesidePath: "params beside a path are ignored"
        case .nextCalledTwice(let id): "the guard '\(id)' called next more than once; only the first call counts"
        case .nextNeverCalled(let id): "the guard '\(id)' takes next and ended without calling it"
        case .nextIsDeprecated(let id): "the guard '\(id)' calls next instead of returning a value"
        case .endlessRedirect(let path): "a guard keeps redirecting to '\(path)'"
        }
    }
}
