package import BridgePrimitives
package import BridgeTrace
package import Captures
package import Proxying

/// One request of a device's, with what became of each of its cookies. Texts are masked.
package struct RecordedRequest: Sendable {
    package internal(set) var client: RecordedClient
    /// Its place among those of the client that are read, from 1, by which findings name it; nil for others.
    package internal(set) var number: Int?
    package internal(set) var at: Instant
    package internal(set) var way: ProxiedRequest.Way
    package internal(set) var method: String
    package internal(set) var url: MaskedText
    /// Nil without an answer of a server's.
    package internal(set) var status: Int?
    package internal(set) var elapsed = Duration.zero
    /// As it is in the trace; nil for one that is not read.
    var event: RequestEvent?
    /// Cookies that the answer wanted to set, by the model.
    package internal(set) var writes: [CookieWriteEvent] = []
    /// Not set by any answer that was seen; what they are is not known.
    package internal(set) var elsewhere: [String] = []
    package internal(set) var reasons: [ProxyReason] = []

    init(
        client: RecordedClient, at: Instant, way: ProxiedRequest.Way, method: String, url: MaskedText
    ) {
        (self.client, self.at, self.way, self.method, self.url) = (client, at, way, method, url)
    }

    package var sent: [CookieMention] { event?.sent ?? [] }
    /// They were sent, and the model would not have, with its reasons as far as it has any.
    package var unexplained: [CookieMention] { sent.filter { !$0.reasons.isEmpty } }
    /// The model has them, and would have sent them, to a script's request to another origin if the script had asked for it.
    package var missing: [CookieMention] { left { Self.missingCodes.contains($0) } }
    /// The app's own requests have them, and this web view has not.
    package var inOtherStore: [CookieMention] { left { $0 == SendReason.otherStore.code } }
    /// The model has them and sends them not, and they were not sent.
    package var withheld: [CookieMention] {
        left { !Self.missingCodes.contains($0) && ![SendReason.otherStore, .otherHost].map(\.code).contains($0) }
    }

    static let missingCodes = [CaptureFindingReason.cookieMissing.code, SendReason.credentialsOmitted.code]

    private func left(_ isMeant: (ReasonCode) -> Bool) -> [CookieMention] {
        event?.withheld.filter { $0.reasons.first.map(isMeant) ?? false } ?? []
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
    /// As a HAR has it.
    let captured: CapturedClient

    /// - Parameter masking: of what the client calls itself.
    init(number: Int, address: String, device: DeviceDescription, profile: String, _ masking: Masking) {
        (self.number, self.address, self.device, self.profile) = (number, address, device, profile)
        captured = CapturedClient(
            number: number, name: "\(masking.text(device.text)) at \(address)", kind: device.kind, place: address,
            profile: profile)
    }
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
