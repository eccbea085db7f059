/// What a transport takes at most.
public struct TransportLimits: Sendable, Hashable {
    /// Bytes of a response's content, after decoding.
    public var bodyBytes: Int
    /// Bytes of a response's header section with those of the interim responses before it; also of a request's fields.
    public var headerBytes: Int
    /// Real time for a connection to come about, TLS included.
    public var connectTimeout: Duration
    /// Connections open at once; further requests wait for one. They are fewer if the process may open few descriptors.
    public var connections: Int

    public init(
        bodyBytes: Int = 64 << 20, headerBytes: Int = 256 << 10, connectTimeout: Duration = .seconds(30),
        connections: Int = 1024
    ) {
        (self.bodyBytes, self.headerBytes) = (max(0, bodyBytes), max(0, headerBytes))
        (self.connectTimeout, self.connections) = (connectTimeout, max(1, connections))
    }

    /// How many connections a process opens at most, if it may open so many descriptors: both ends of a connection may be its
    /// own, and listeners need some, too.
    func connections(within descriptors: Int) -> Int { max(1, min(connections, max(8, descriptors / 5), 1 << 16)) }

    /// How many connections are kept when so many requests have been under way at a time. Those that nobody uses any
    /// more, because their server has ended, are the oldest and go first.
    static func kept(after requests: Int) -> Int { max(8, 4 * requests) }
}
