public import BridgePrimitives

extension ReasonList {
    public static let authEmulator = ReasonList(
        AuthReason.self, NonceReason.self, RedirectReason.self, StrictnessRule.self, AuthServiceReason.self,
        AccountDatabaseReason.self, AccessTokenReason.self, GrantReason.self,
        AccountChangeReason.self, FunctionReason.self)
}
