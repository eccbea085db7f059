public import BridgePrimitives

extension ReasonList {
    public static let listening = ReasonList(ListeningReason.self)
}
