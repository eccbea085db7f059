/// The limits of an engine's requests, in real time.
public struct EngineTimeouts: Hashable, Sendable {
    /// For an engine and its display to get ready.
    public var start: Duration
    /// For a page to load.
    public var page: Duration
    /// For the engine to answer any request. A little more than ``page``, so that the engine's own words are heard.
    public var command: Duration
    /// For an engine to go when asked; it is killed after that.
    public var stop: Duration

    public init(
        start: Duration = .seconds(60), page: Duration = .seconds(30), command: Duration? = nil,
        stop: Duration = .seconds(2)
    ) {
        self.start = start
        self.page = page
        self.command = command ?? page + .seconds(5)
        self.stop = stop
    }
}
