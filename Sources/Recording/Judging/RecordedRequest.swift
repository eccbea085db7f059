package import BridgePrimitives
package import BridgeTrace
package import Captures
package import Proxying

/// One request of a device's, with what became of each of its cookies. Texts are masked.
package struct RecordedRequest: Sendable {
    /// A cookie by name, with all that there is to say of it; the first reason is the one that matters.
    package struct Row: Hashable, Sendable {
        package let name: String
        package let reasons: [ReasonCode]

        init(_ name: String, _ reasons: [ReasonCode]) { (self.name, self.reasons) = (name, reasons) }
    }

    /// A cookie that the answer wanted to set.
    package struct Write: Hashable, Sendable {
        package let name: String
        package let value: MaskedText
        package let attributes: String
        /// By the model.
        package let outcome: CookieWriteEvent.Outcome
        package let reasons: [ReasonCode]
    }

    package internal(set) var client: RecordedClient
    /// Its place among those of the client that are read, from 1, by which findings name it; nil for others.
    package internal(set) var number: Int?
    package internal(set) var at: Instant
    package internal(set) var way: ProxiedRequest.Way
    package internal(set) var method: String
    package internal(set) var url: MaskedText
    /// Nil without an answer of a server's.
    package internal(set) var status: Int?
    package internal(set) var elapsed: Duration
    package internal(set) var sent: [CookieMention] = []
    /// The model has them and sends them not, and they were not sent.
    package internal(set) var withheld: [CookieMention] = []
    package internal(set) var writes: [Write] = []
    package internal(set) var missing: [Row] = []
    package internal(set) var unexplained: [Row] = []
    /// Not set by any answer that was seen; what they are is not known.
    package internal(set) var elsewhere: [String] = []
    /// The app's own requests have them, and this web view has not.
    package internal(set) var inOtherStore: [Row] = []
    package internal(set) var reasons: [ProxyReason] = []

    init(
        client: RecordedClient, at: Instant, way: ProxiedRequest.Way, method: String, url: MaskedText
    ) {
        (self.client, self.at, self.way, self.method, self.url) = (client, at, way, method, url)
        elapsed = .zero
    }
}

/// A cookie store of a device, as far as it shows on the wire: an app's own, or that of its web views.
package struct RecordedClient: Hashable, Sendable {
    /// From 1, in the order in which they came.
    package let number: Int
    package let address: String
    package let device: DeviceDescription
    /// Of the model that its cookies are compared with.
    package let profile: String
}

/// Something that hides traffic, or keeps it from its way: told once for each device and host.
package struct RecordingProblem: Hashable, Sendable {
    /// `host:port`; empty for what is no host's.
    package let host: String
    package let address: String
    /// Nil where nobody was heard to say what the device is.
    package let client: RecordedClient?
    package let reason: ProxyReason
    /// One clause.
    package let advice: String
}

/// What a recording tells while it goes on.
package enum RecordingNews: Sendable {
    case client(RecordedClient)
    case request(RecordedRequest)
    case problem(RecordingProblem)
}
