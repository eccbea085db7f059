public import BridgePrimitives

/// The address that a service listens on.
public struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An address or name of this machine; a loopback address unless the user asked for more.
    public let host: String
    /// 0 for any free port.
    public let port: Int

    public init(host: String = "127.0.0.1", port: Int = 0) { (self.host, self.port) = (host, port) }

    /// `host:port`, an IPv6 address in brackets.
    public var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A service that listens: its socket is bound and takes connections.
public struct BoundListener: Hashable, Sendable {
    /// An address on which it was to listen besides, and why it does not.
    public struct Missing: Hashable, Sendable {
        public let host: String
        public let failure: BridgeFailure

        package init(host: String, failure: BridgeFailure) { (self.host, self.failure) = (host, failure) }
    }

    /// What the service is called in messages.
    public let name: String
    /// With the port that the system chose where any was asked for.
    public let address: ListenAddress
    public let isSecure: Bool
    /// Where it listens besides, on the same port.
    public let further: [ListenAddress]
    /// Addresses besides that this machine does not have.
    public let leftOut: [Missing]

    package init(
        name: String, address: ListenAddress, isSecure: Bool, further: [ListenAddress] = [],
        leftOut: [Missing] = []
    ) {
        (self.name, self.address, self.isSecure) = (name, address, isSecure)
        (self.further, self.leftOut) = (further, leftOut)
    }

    public var port: Int { address.port }
    /// `http://127.0.0.1:8080`: scheme, address and port.
    public var origin: String { "\(isSecure ? "https" : "http")://\(address)" }
    /// The same service under another name or address, `http://app.localhost:8080`.
    public func origin(host: String) -> String {
        "\(isSecure ? "https" : "http")://\(ListenAddress(host: host, port: port))"
    }
}

/// What a listener takes from a client before it gives the client up. Times are real time.
public struct ListenerLimits: Hashable, Sendable {
    /// Larger bodies are answered with 413.
    public var bodyBytes: Int
    /// All header fields of a request together; more is answered with 400.
    public var headerBytes: Int
    /// A new connection must send its first request's head within this time.
    public var firstRequest: Duration
    /// A body must be here within this time.
    public var body: Duration
    /// A connection on which nothing moves is closed after this time.
    public var idle: Duration
    /// Requests in flight get this time to finish when the service stops.
    public var drain: Duration

    public init(
        bodyBytes: Int = 1 << 20, headerBytes: Int = 64 << 10, firstRequest: Duration = .seconds(15),
        body: Duration = .seconds(30), idle: Duration = .seconds(60), drain: Duration = .seconds(5)
    ) {
        (self.bodyBytes, self.headerBytes) = (bodyBytes, headerBytes)
        (self.firstRequest, self.body, self.idle, self.drain) = (firstRequest, body, idle, drain)
    }
}
