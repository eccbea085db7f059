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
        }
    }
}
