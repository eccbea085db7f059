public import BridgePrimitives

extension ReasonList {
    public static let handoffBackend = ReasonList(
        BackendReason.self, TokenCookieReason.self, CertificateReason.self, AccountReason.self, UsersReason.self,
        UserDatabaseReason.self)
}
