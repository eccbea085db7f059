public import BridgePrimitives
public import BridgeTrace
public import Captures
public import Proxying

/// One request of a device's, with what became of each of its cookies. Texts are masked.
public struct RecordedRequest: Sendable {
    /// A cookie by name, with all that there is to say of it; the first reason is the one that matters.
    public struct Row: Hashable, Sendable {
        public let name: String
        public let reasons: [ReasonCode]

        init(_ name: String, _ reasons: [ReasonCode]) { (self.name, self.reasons) = (name, reasons) }
    }

    /// A cookie that the answer wanted to set.
    public struct Write: Hashable, Sendable {
        public let name: String
        public let value: MaskedText
        public let attributes: String
        /// By the model.
        public let outcome: CookieWriteEvent.Outcome
        public let reasons: [ReasonCode]
    }

    public internal(set) var client: RecordedClient
    /// Its place among those of the client that are read, from 1, by which findings name it; nil for others.
    public internal(set) var number: Int?
    public internal(set) var at: Instant
    public internal(set) var way: ProxiedRequest.Way
    public internal(set) var method: String
    public internal(set) var url: MaskedText
    /// Nil without an answer of a server's.
    public internal(set) var status: Int?
    public internal(set) var elapsed: Duration
    public internal(set) var sent: [CookieMention] = []
    /// The model has them and sends them not, and they were not sent.
    public internal(set) var withheld: [CookieMention] = []
    public internal(set) var writes: [Write] = []
    public internal(set) var missing: [Row] = []
    public internal(set) var unexplained: [Row] = []
    /// Not set by any answer that was seen; what they are is not known.
    public internal(set) var elsewhere: [String] = []
    /// The app's own requests have them, and this web view has not.
    public internal(set) var inOtherStore: [Row] = []
    public internal(set) var reasons: [ProxyReason] = []

    init(
        client: RecordedClient, at: Instant, way: ProxiedRequest.Way, method: String, url: MaskedText
    ) {
        (self.client, self.at, self.way, self.method, self.url) = (client, at, way, method, url)
        elapsed = .zero
    }
}

/// A cookie store of a device, as far as it shows on the wire: an app's own, or that of its web views.
public struct RecordedClient: Hashable, Sendable {
    /// From 1, in the order in which they came.
    public let number: Int
    public let address: String
    public let device: DeviceDescription
    /// Of the model that its cookies are compared with.
    public let profile: String
}

/// Something that hides traffic, or keeps it from its way: told once for each device and host.
public struct RecordingProblem: Hashable, Sendable {
    /// `host:port`; empty for what is no host's.
    public let host: String
    public let address: String
    /// Nil where nobody was heard to say what the device is.
    public let client: RecordedClient?
    public let reason: ProxyReason
    /// One clause.
    public let advice: String
}

/// What a recording tells while it goes on.
public enum RecordingNews: Sendable {
    case client(RecordedClient)
    case request(RecordedRequest)
    case problem(RecordingProblem)
}
