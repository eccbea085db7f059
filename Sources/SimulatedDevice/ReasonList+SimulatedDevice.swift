public import BridgePrimitives

extension ReasonList {
    public static let simulatedDevice = ReasonList(KeychainReason.self, DeviceReason.self)
}
