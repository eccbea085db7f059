/// A request with the response that it got.
public struct Exchange: Sendable, Hashable {
    public var request: HTTPRequest
    public var response: HTTPResponse
    public var timings: Timings
    /// Address and port of the peer, `127.0.0.1:8080` or `[::1]:8080`; empty when not known.
    public var remoteAddress: String

    public init(
        request: HTTPRequest, response: HTTPResponse, timings: Timings = Timings(), remoteAddress: String = ""
    ) {
        (self.request, self.response, self.timings) = (request, response, timings)
        self.remoteAddress = remoteAddress
    }
}

/// When the steps of an exchange were done, in real time since its start.
///
/// Each counts from the start, so the length of a step is the difference to the one before it. A step that did not
/// take place (a name already known, a connection used again, no TLS) is zero.
public struct Timings: Sendable, Hashable {
    public var nameLookup: Duration
    public var connect: Duration
    public var tls: Duration
    public var firstByte: Duration
    public var total: Duration

    public init(
        nameLookup: Duration = .zero, connect: Duration = .zero, tls: Duration = .zero, firstByte: Duration = .zero,
        total: Duration = .zero
    ) {
        (self.nameLookup, self.connect, self.tls) = (nameLookup, connect, tls)
        (self.firstByte, self.total) = (firstByte, total)
    }
}
