public import BridgePrimitives

extension ReasonList {
    public static let sampleApp = ReasonList(CredentialTransferReason.self)
}
