/// What the proxy takes before it gives somebody up. Times are real time.
public struct ProxyLimits: Hashable, Sendable {
    /// All header fields of a message together, in bytes.
    public var headBytes = 64 << 10
    /// Of the body of a request that is refused, this much is read so that its sender gets to read why, in bytes.
    public var patience = 16 << 20
    /// Connections at a time.
    public var connections = 1024
    /// Of one address; a phone has a few dozen.
    public var connectionsOfOne = 1024
    /// Until the first request's head, and from `CONNECT` until the end of the handshake.
    public var firstRequest = Duration.seconds(15)
    /// Between two requests of a connection.
    public var idle = Duration.seconds(60)
    /// Until a server has taken the connection.
    public var connect = Duration.seconds(10)
    /// From the last byte of a request until the answer's head.
    public var answer = Duration.seconds(300)
    /// In which nothing moves in either direction: for event streams and WebSockets.
    public var quiet = Duration.seconds(1800)

    public init() {}
}
