import BridgePrimitives

extension OIDCReason {
    /// What `error` says (RFC 6749 §4.1.2.1, §5.2; RFC 6750 §3.1).
    var oauthError: String {
        switch self {
        case .clientUnknown, .clientSecretMissing, .clientSecretWrong: "invalid_client"
        case .codeUnknown, .codeAlreadyUsed, .codeExpired, .codeForAnotherClient, .redirectURIDiffers,
            .verifierMissing, .verifierDiffers:
            "invalid_grant"
        case .grantTypeUnknown: "unsupported_grant_type"
        case .responseTypeUnknown: "unsupported_response_type"
        case .scopeWithoutOpenID: "invalid_scope"
        case .cancelled: "access_denied"
        case .accessTokenUnknown: "invalid_token"
        default: "invalid_request"
        }
    }
}
