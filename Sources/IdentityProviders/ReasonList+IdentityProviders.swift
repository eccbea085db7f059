public import BridgePrimitives

extension ReasonList {
    public static let identityProviders = ReasonList(
        AppleReason.self, TwitterReason.self, AppleSetupReason.self, OIDCReason.self)
}
