public import BridgePrimitives

extension ReasonList {
    public static let proxying = ReasonList(ProxyReason.self)
}
