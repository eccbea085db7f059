public import BridgePrimitives

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

/// A reason as an error, with the value that is at fault where it is harmless.
public struct OIDCRefusal: Error, Hashable, Sendable {
    public let reason: OIDCReason
    /// A parameter's name, or a value that is no secret; nil when there is nothing to name.
    public let detail: String?

    init(_ reason: OIDCReason, _ detail: String? = nil) { (self.reason, self.detail) = (reason, detail) }

    init(_ fault: FormItems.Fault) {
        switch fault {
        case .tooMany, .brokenEscape, .notUTF8: self.init(.brokenForm)
        case .repeated(let name): self.init(.parameterRepeated, name)
        case .valueTooLong(let name): self.init(.parameterTooLong, name)
        }
    }
}

extension FormItems {
    /// As ``text(_:)``, with the refusals of this provider; an empty value counts as none.
    func oidcText(_ name: String) throws(OIDCRefusal) -> String? {
        do {
            let text = try text(name)
            return text?.isEmpty == true ? nil : text
        } catch { throw OIDCRefusal(error) }
    }

    func requiredOIDCText(_ name: String) throws(OIDCRefusal) -> String {
        guard let text = try oidcText(name) else { throw OIDCRefusal(.parameterMissing, name) }
        return text
    }

    init(oidc text: some Sequence<UInt8>) throws(OIDCRefusal) {
        do { try self.init(parsing: text) } catch { throw OIDCRefusal(error) }
    }
}
