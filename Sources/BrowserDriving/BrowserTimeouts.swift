/// The limits of a browser session's commands, in real time.
public struct BrowserTimeouts: Hashable, Sendable {
    /// For a driver and its display, and for a browser, to get ready.
    public var start: Duration
    /// For a page to load and for a script to run; the browser itself keeps to this.
    public var page: Duration
    /// For the driver to answer any command. A little more than ``page``, so that the browser's own words are heard.
    public var command: Duration
    /// For a browser and its driver to go when asked; they are killed after that.
    public var stop: Duration

    public init(
        start: Duration = .seconds(60), page: Duration = .seconds(30), command: Duration? = nil,
        stop: Duration = .seconds(2)
    ) {
        (self.start, self.page, self.stop) = (start, page, stop)
        self.command = command ?? page + .seconds(5)
    }
}
