public import BridgePrimitives

/// A request met a fault that was planted.
public struct FaultEvent: Hashable, Sendable {
    /// Whose answer it spoils.
    public let service: String
    /// What happens to it: `hang`, `status 503`.
    public let effect: MaskedText
    public let method: String
    public let url: MaskedText
    public let reasons: [ReasonCode]

    public init(service: String, effect: MaskedText, method: String, url: MaskedText, reasons: [ReasonCode]) {
        (self.service, self.effect, self.method) = (service, effect, method)
        (self.url, self.reasons) = (url, reasons)
    }
}
