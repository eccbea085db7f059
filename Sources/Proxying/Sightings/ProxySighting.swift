public import BridgePrimitives

/// What a proxy sees, as it happens. Texts are in the clear, for whoever compares them: whoever shows one masks it.
public enum ProxySighting: Sendable {
    case connected(ProxyClient)
    case left(ProxyClient)
    /// A connection that was not taken on.
    case turnedAway(address: String, ProxyReason)
    /// A client's TLS handshake for a host that is read has ended, well or not; with the `User-Agent` of its `CONNECT`.
    case handshake(ProxyClient, ProxiedHost, HandshakeEnd, userAgent: String?)
    /// A request's head is there, and nobody has been asked yet.
    case asked(ProxiedRequest)
    /// The answer's head is there, or what took its place; never without the request before it.
    case answered(ProxiedRequest, ProxiedAnswer)
}

/// One connection of a client's.
public struct ProxyClient: Hashable, Sendable {
    /// Tells connections of one proxy apart.
    public let connection: Int
    /// Without port, as the system writes it; IPv4 inside IPv6 as IPv4.
    public let address: String

    package init(connection: Int, address: String) { (self.connection, self.address) = (connection, address) }
}

/// A request as it came.
public struct ProxiedRequest: Sendable {
    /// What becomes of it, as far as its host decides.
    public enum Way: Hashable, Sendable {
        /// To its host, or a service in its place, and the answer is read.
        case read
        /// Bytes that nobody reads: all that is known of them is the host.
        case unread
        /// To the page of the proxy's own.
        case page
        case refused
    }

    /// Unique among the requests of one proxy.
    public let number: Int
    public let client: ProxyClient
    public let way: Way
    /// `CONNECT` for what is not read.
    public let method: String
    public let url: String
    /// In the order in which they were sent.
    public let fields: [(name: String, value: String)]
    /// When its head had come, by the machine's clock.
    public let at: Instant

    package init(
        number: Int, client: ProxyClient, way: Way, method: String, url: String, fields: [(String, String)], at: Instant
    ) {
        (self.number, self.client, self.way, self.method) = (number, client, way, method)
        (self.url, self.at) = (url, at)
        self.fields = fields.map { (name: $0.0, value: $0.1) }
    }

    /// The first value of a field.
    ///
    /// - Parameter name: in lower case.
    public func value(_ name: String) -> String? { fields.first { ASCIIText.lowercased($0.name) == name }?.value }
}

/// What came of a request.
public struct ProxiedAnswer: Sendable {
    /// The server's; nil without an answer of a server's.
    public let status: Int?
    public let fields: [(name: String, value: String)]
    public let at: Instant
    /// Why it was refused, or what else there is to say.
    public let reasons: [ProxyReason]

    package init(status: Int?, fields: [(String, String)] = [], at: Instant, reasons: [ProxyReason] = []) {
        (self.status, self.at, self.reasons) = (status, at, reasons)
        self.fields = fields.map { (name: $0.0, value: $0.1) }
    }

    /// All values of a field, in order.
    ///
    /// - Parameter name: in lower case.
    public func values(_ name: String) -> [String] {
        fields.filter { ASCIIText.lowercased($0.name) == name }.map(\.value)
    }
}
