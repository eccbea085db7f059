public import Scenarios

/// A backend that is not ours: where it is, how it is started, and how the app speaks to it.
public struct OwnBackend: Hashable, Sendable {
    /// May have `${port}` in it where a command is started.
    public var url: TextTemplate
    /// Nil for one that runs already.
    public var start: BackendStart?
    public var exchange = OwnExchange()

    public init(url: TextTemplate) { self.url = url }

    /// Whether each start takes a free port of its own.
    public var choosesPort: Bool { start != nil && url.mentions(TextTemplate.port) }
}

/// A command that starts a backend.
public struct BackendStart: Hashable, Sendable {
    /// For the shell, in the project file's folder.
    public var command = ""
    /// A URL that answers once it is ready; nil for the backend's own, whatever that answers.
    public var ready: TextTemplate?
    /// How long it may take to get ready.
    public var within = Duration.seconds(60)
    /// On top of what each command gets; an empty value takes a variable away.
    public var environment: [NamedText] = []

    public init() {}
}

/// What the app asks the backend, and where the custom token is in the answer.
public struct OwnExchange: Hashable, Sendable {
    public var request = ExchangeRequest()
    public var token = TokenPlace.cookie("customtoken")

    public init() {}
}
