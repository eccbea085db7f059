/// What a transport takes at most.
public struct TransportLimits: Sendable, Hashable {
    /// Bytes of a response's content, after decoding.
    public var bodyBytes: Int
    /// Bytes of a response's header section with those of the interim responses before it; also of a request's fields.
    public var headerBytes: Int
    /// Real time for a connection to come about, TLS included.
    public var connectTimeout: Duration
    /// Connections open at once; further requests wait for one.
    public var connections: Int

    public init(
        bodyBytes: Int = 64 << 20, headerBytes: Int = 256 << 10, connectTimeout: Duration = .seconds(30),
        connections: Int = 256
    ) {
        (self.bodyBytes, self.headerBytes) = (max(0, bodyBytes), max(0, headerBytes))
        (self.connectTimeout, self.connections) = (connectTimeout, max(1, connections))
    }
}
