/// A backend that is not ours: where it is, how it is started, and how the app speaks to it.
public struct OwnBackend: Hashable, Sendable {
    /// May have `${port}` in it where a command is started.
    public var url: TextTemplate
    /// Nil for one that runs already.
    public var start: ServiceStart?
    public var exchange = OwnExchange()

    public init(url: TextTemplate) { self.url = url }

    /// Whether each start takes a free port of its own.
    public var choosesPort: Bool { service?.choosesPort ?? false }
    /// Nil for one that runs already.
    public var service: StartableService? { start.map { StartableService(.backend, at: url, $0) } }
}

/// What the app asks the backend, and where the custom token is in the answer.
public struct OwnExchange: Hashable, Sendable {
    public var request = ExchangeRequest()
    public var token = TokenPlace.cookie("customtoken")

    public init() {}
}
