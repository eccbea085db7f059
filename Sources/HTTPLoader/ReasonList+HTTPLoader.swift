public import BridgePrimitives

extension ReasonList {
    public static let httpLoader = ReasonList(TransportReason.self, LoadReason.self, TransportSetupReason.self)
}
