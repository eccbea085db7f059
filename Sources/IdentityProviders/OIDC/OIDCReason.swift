public import BridgePrimitives

/// Why the simulated OpenID provider, or a verifier of its tokens, refuses.
public enum OIDCReason: String, Reason {
    // Requests
    case noSuchPath = "oidc/no-such-path"
    case foreignPage = "oidc/foreign-page"
    case brokenForm = "oidc/broken-form"
    case parameterRepeated = "oidc/parameter-repeated"
    case parameterTooLong = "oidc/parameter-too-long"
    case parameterMissing = "oidc/parameter-missing"
    // Authorisation
    case clientUnknown = "oidc/client-unknown"
    case redirectURIUnusable = "oidc/redirect-uri-unusable"
    case redirectURINotRegistered = "oidc/redirect-uri-not-registered"
    case responseTypeUnknown = "oidc/response-type-unknown"
    case responseModeUnknown = "oidc/response-mode-unknown"
    case responseModeTooOpen = "oidc/response-mode-too-open"
    case scopeWithoutOpenID = "oidc/scope-without-openid"
    case nonceMissing = "oidc/nonce-missing"
    case challengeUnusable = "oidc/challenge-unusable"
    case challengeMissing = "oidc/challenge-missing"
    case ticketUnknown = "oidc/ticket-unknown"
    case accountUnknown = "oidc/account-unknown"
    case cancelled = "oidc/cancelled"
    // The token endpoint
    case grantTypeUnknown = "oidc/grant-type-unknown"
    case clientSecretMissing = "oidc/client-secret-missing"
    case clientSecretWrong = "oidc/client-secret-wrong"
    case codeUnknown = "oidc/code-unknown"
    case codeAlreadyUsed = "oidc/code-already-used"
    case codeExpired = "oidc/code-expired"
    case codeForAnotherClient = "oidc/code-for-another-client"
    case redirectURIDiffers = "oidc/redirect-uri-differs"
    case verifierMissing = "oidc/verifier-missing"
    case verifierDiffers = "oidc/verifier-differs"
    // Identity tokens
    case tokenWrongIssuer = "oidc/token-wrong-issuer"
    case tokenWrongAudience = "oidc/token-wrong-audience"
    case tokenWrongAlgorithm = "oidc/token-wrong-algorithm"
    case tokenUnknownKey = "oidc/token-unknown-key"
    case tokenBadSignature = "oidc/token-bad-signature"
    case tokenExpired = "oidc/token-expired"
    case tokenIssuedInFuture = "oidc/token-issued-in-future"
    case tokenNoSubject = "oidc/token-no-subject"
    case nonceDiffers = "oidc/nonce-differs"
    case accessTokenUnknown = "oidc/access-token-unknown"

    public var meaning: String { texts.meaning }
    public var fix: String { texts.fix }

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

    private var texts: (meaning: String, fix: String) {
        switch self {
        case .noSuchPath: ("The provider serves nothing at this path.", "Take the paths from the discovery document.")
        case .foreignPage:
            ("A page of another origin sent the choice of account.", "Let the user choose on the provider's own page.")
        case .brokenForm:
            (
                "The parameters are not a form: an escape is cut, the text is no UTF-8, or there are too many.",
                "Percent-encode names and values."
            )
        case .parameterRepeated: ("A parameter is there more than once.", "Send each parameter once.")
        case .parameterTooLong: ("A parameter's value is longer than 4096 bytes.", "Send a shorter value.")
        case .parameterMissing: ("A required parameter is missing or empty.", "Send the parameter.")
        case .clientUnknown: ("No client has this identifier.", "Register the client, or correct `client_id`.")
        case .redirectURIUnusable:
            (
                "The redirect URI is no absolute URL that a browser can be sent to.",
                "Send an absolute URL without fragment."
            )
        case .redirectURINotRegistered:
            ("The redirect URI is not one of the client's.", "Register it, letter by letter.")
        case .responseTypeUnknown:
            ("The response type is none that is known.", "Use code, id_token, id_token token or code id_token.")
        case .responseModeUnknown: ("The response mode is none that is known.", "Use query, fragment or form_post.")
        case .responseModeTooOpen:
            ("Tokens would stand in a query, which servers log.", "Use fragment or form_post.")
        case .scopeWithoutOpenID: ("Without the scope openid it is no OpenID request.", "Add openid to the scope.")
        case .nonceMissing:
            ("An identity token straight from the page needs a nonce.", "Send a random `nonce` and compare it.")
        case .challengeUnusable:
            (
                "The code challenge is none of RFC 7636.",
                "Send 43 to 128 unreserved characters, with S256 as the method."
            )
        case .challengeMissing:
            ("A client without a secret must prove itself by PKCE.", "Send code_challenge with method S256.")
        case .ticketUnknown: ("The page is too old, or was answered before.", "Begin the sign-in again.")
        case .accountUnknown: ("The provider has no such account.", "Choose one that the page lists.")
        case .cancelled: ("The user said no.", "Let the user decide again.")
        case .grantTypeUnknown: ("The grant type is none that is known.", "Use authorization_code.")
        case .clientSecretMissing: ("The client has a secret and sent none.", "Send client_secret, or HTTP Basic.")
        case .clientSecretWrong: ("The client's secret is another.", "Compare it with the registered one.")
        case .codeUnknown: ("No such code was given out.", "Send the code of the callback, unchanged.")
        case .codeAlreadyUsed: ("The code was used before.", "Ask for a new one: each is good once.")
        case .codeExpired: ("The code is older than a minute.", "Trade it at once.")
        case .codeForAnotherClient: ("The code was given to another client.", "Use the client that asked for it.")
        case .redirectURIDiffers:
            ("The redirect URI is not the one of the authorisation.", "Send the very same, letter by letter.")
        case .verifierMissing: ("The code was asked for with a challenge, and no verifier came.", "Send code_verifier.")
        case .verifierDiffers:
            ("The verifier does not hash to the challenge.", "Keep the verifier of the very request.")
        case .tokenWrongIssuer: ("The token is of another issuer.", "Compare `iss` with the configured issuer.")
        case .tokenWrongAudience: ("The token is for another client.", "Compare `aud` with the client id.")
        case .tokenWrongAlgorithm: ("The token is not signed with RS256.", "Sign with RS256.")
        case .tokenUnknownKey: ("No published key has the token's key id.", "Fetch the key set again.")
        case .tokenBadSignature: ("The signature is not the key's.", "Send the token unchanged.")
        case .tokenExpired: ("The token is past its expiry, or has none.", "Sign in again.")
        case .tokenIssuedInFuture: ("The token is of the future, or has no time of issue.", "Compare the clocks.")
        case .tokenNoSubject: ("The token names nobody.", "Send a token with `sub`.")
        case .nonceDiffers:
            (
                "The token carries another nonce than the one it was asked with, or none.",
                "Begin anew, in the same browser."
            )
        case .accessTokenUnknown: ("The access token was not given out, or is over.", "Trade a code for a new one.")
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
