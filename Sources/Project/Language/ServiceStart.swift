public import Scenarios

/// A command that starts a service of somebody's own.
public struct ServiceStart: Hashable, Sendable {
    /// For the shell, in the project file's folder.
    public var command = ""
    /// A URL that answers once it is ready; nil for the service's own, whatever that answers.
    public var ready: TextTemplate?
    /// How long it may take to get ready.
    public var within = Duration.seconds(60)
    /// On top of what each command gets; an empty value takes a variable away.
    public var environment: [NamedText] = []
    /// The variables of this process's environment that it gets, beside those that every command needs; nil for all but
    /// known secrets.
    public var inherit: [String]?

    public init() {}
}

/// A service that a command starts, and where it is then.
public struct StartableService: Hashable, Sendable {
    /// Where a project file says so.
    public enum Key: String, Sendable {
        case backend
        /// The page's development server.
        case web
    }

    public let key: Key
    /// May have `${port}` in it.
    public let url: TextTemplate
    public let start: ServiceStart

    public init(_ key: Key, at url: TextTemplate, _ start: ServiceStart) {
        (self.key, self.url, self.start) = (key, url, start)
    }

    /// Whether each start takes a free port of its own.
    public var choosesPort: Bool { url.mentions(TextTemplate.port) }
}
