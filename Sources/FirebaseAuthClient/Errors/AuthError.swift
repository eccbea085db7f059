public import BridgePrimitives
public import Foundation

/// A call of the client that failed, as the SDKs report it.
///
/// An `NSError` as in the iOS SDK: domain `FIRAuthErrorDomain`, the number of its ``AuthErrorCode``, and the SDK's keys
/// in `userInfo`. So `error as NSError`, `catch let error as NSError` and
/// `error.userInfo[AuthErrorUserInfoMultiFactorResolverKey]` cast to `MultiFactorResolver` do what they do there.
///
/// Unchecked because its superclass is: every property is a `let`.
public final class AuthError: NSError, @unchecked Sendable {
    public let authCode: AuthErrorCode
    /// What the server said, `EMAIL_EXISTS`; nil when it said nothing.
    public let serverCode: String?
    /// The server's detail, or a sentence of ours.
    public let message: String
    /// What happened inside the client, where the SDK's code says too little.
    public let clientReason: ClientReason?
    /// Why the keychain refused, when it did.
    public let keychainReason: ReasonCode?
    let details: Details

    /// What comes with some errors.
    struct Details: Sendable {
        var email: String?
        /// A credential for the next try: to link, or to sign in to the account that has it.
        var updatedCredential: AuthCredential?
        var resolver: MultiFactorResolver?
    }

    init(
        _ code: AuthErrorCode, serverCode: String? = nil, message: String? = nil, reason: ClientReason? = nil,
        keychainReason: ReasonCode? = nil, details: Details = Details()
    ) {
        (authCode, self.serverCode, clientReason) = (code, serverCode, reason)
        (self.keychainReason, self.details) = (keychainReason, details)
        self.message = message ?? reason?.meaning ?? code.reason.meaning
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: self.message, AuthErrorUserInfoNameKey: code.errorName,
        ]
        userInfo[AuthErrorUserInfoEmailKey] = details.email
        userInfo[AuthErrorUserInfoUpdatedCredentialKey] = details.updatedCredential
        userInfo[AuthErrorUserInfoMultiFactorResolverKey] = details.resolver
        if code == .internalError, let serverCode {
            // Where the SDK puts an answer that it has no code for.
            userInfo[NSUnderlyingErrorKey] = NSError(
                domain: "FIRAuthInternalErrorDomain", code: 3, userInfo: [NSLocalizedDescriptionKey: serverCode])
        }
        super.init(domain: AuthErrorCode.errorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Errors are not archived.
    public required init?(coder: NSCoder) { nil }

    /// The number that the iOS SDK gives in its error domain.
    public var number: Int { authCode.rawValue }

    /// All reason codes, the SDK's first.
    public var reasons: [ReasonCode] {
        [authCode.reason.code] + (clientReason.map { [$0.code] } ?? []) + (keychainReason.map { [$0] } ?? [])
    }

    /// What the JavaScript SDK calls it: `auth/email-already-in-use`.
    public var javaScriptName: String {
        guard let serverCode else {
            return switch authCode {
            case .networkError: "auth/network-request-failed"
            case .nullUser: "auth/no-current-user"
            case .secondFactorRequired: "auth/multi-factor-auth-required"
            default: "auth/" + authCode.reason.rawValue.dropFirst("client/".utf8.count)
            }
        }
        return "auth/" + (ServerCode.table[serverCode]?.javaScript ?? ServerCode.hyphenated(serverCode))
    }

    public override var description: String { "\(authCode.name) (\(number)): \(message)" }

    /// Only what the error is about: `userInfo` holds objects that need not be comparable.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AuthError else { return false }
        return authCode == other.authCode && serverCode == other.serverCode && message == other.message
    }

    public override var hash: Int { number }
}

/// Keys of `userInfo`, with the values that the iOS SDK gives them.
public let AuthErrorUserInfoNameKey = "FIRAuthErrorUserInfoNameKey"
public let AuthErrorUserInfoEmailKey = "FIRAuthErrorUserInfoEmailKey"
public let AuthErrorUserInfoUpdatedCredentialKey = "FIRAuthErrorUserInfoUpdatedCredentialKey"
public let AuthErrorUserInfoMultiFactorResolverKey = "FIRAuthErrorUserInfoMultiFactorResolverKey"
/// The domain of the SDK's errors.
public let AuthErrorDomain = AuthErrorCode.errorDomain

extension AuthError {
    /// The error in a reply of the service.
    ///
    /// - Parameter reply: the parsed body; its `error.message` is `CODE` or `CODE : detail`.
    /// - Returns: nil for a reply without one, which no auth service gives.
    convenience init?(reply: JSONValue) {
        let error = reply["error"]
        guard let text = error?["message"]?.stringValue else { return nil }
        // The API's own gate answers with a sentence; the reason beside it tells what it is about.
        let reason = error?["errors"]?.arrayValue?.first?["reason"]?.stringValue ?? ""
        let (serverCode, detail) = ServerCode.split(text)
        if reason.hasPrefix("keyInvalid") {
            self.init(.invalidAPIKey, serverCode: serverCode, message: detail)
        } else if reason.hasPrefix("ipRefererBlocked") {
            self.init(.appNotAuthorized, serverCode: serverCode, message: detail)
        } else {
            self.init(serverText: text)
        }
    }

    /// The error that `CODE` or `CODE : detail` is.
    convenience init(serverText text: String, details: Details = Details()) {
        let (serverCode, detail) = ServerCode.split(text)
        let code = ServerCode.table[serverCode]?.code ?? .internalError
        self.init(
            code, serverCode: serverCode, message: detail ?? (code == .internalError ? text : nil), details: details)
    }

    /// Whether the SDK drops its user when a refresh or a user's call ends like this.
    func endsSession(on platform: FirebaseConfiguration.Platform) -> Bool {
        switch authCode {
        case .userNotFound, .userDisabled, .userTokenExpired: true
        case .invalidUserToken: if case .ios = platform { true } else { false }
        default: false
        }
    }

    /// What the SDK ends the process with: an answer that it takes for impossible.
    static func fatal(_ what: String) -> AuthError {
        AuthError(.internalError, message: "\(what) The SDK ends the app here.")
    }
}
