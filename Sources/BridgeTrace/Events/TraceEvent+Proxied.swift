public import BridgePrimitives

/// A request came through the proxy, from whoever sent it, with its fields as they were on the wire.
public struct ProxiedEvent: Hashable, Sendable {
    /// What became of the request.
    public enum Handling: String, Sendable {
        /// By a service here, in place of the host that was asked.
        case answered
        /// By the server on this machine that was asked.
        case passed
        /// As bytes that nobody here reads.
        case tunnelled
        case refused
    }

    public let handling: Handling
    /// Empty where what was sent is no request.
    public let method: String
    public let url: MaskedText
    /// In the order in which they were sent.
    public let requestFields: [MaskedField]
    /// Nil when there was no answer.
    public let status: Int?
    public let responseFields: [MaskedField]
    /// The server's own words for what went wrong, of an error's body.
    public let said: MaskedText?
    /// Until the answer's head, or the end of a tunnel. Measured, in real time.
    public let elapsed: Duration
    public let reasons: [ReasonCode]

    public init(
        _ handling: Handling, method: String, url: MaskedText, requestFields: [MaskedField] = [], status: Int? = nil,
        responseFields: [MaskedField] = [], said: MaskedText? = nil, elapsed: Duration, reasons: [ReasonCode] = []
    ) {
        (self.handling, self.method, self.url, self.requestFields) = (handling, method, url, requestFields)
        self.said = said
        (self.status, self.responseFields, self.elapsed, self.reasons) = (status, responseFields, elapsed, reasons)
    }
}
