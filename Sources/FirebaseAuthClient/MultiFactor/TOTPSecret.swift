import BridgePrimitives
public import Foundation

/// The secret of an authenticator app that is being enrolled (RFC 6238).
public final class TOTPSecret: Sendable {
    private let key: Secret<String>
    private let algorithm: String?
    private let digits: Int64?
    private let periodInSeconds: Int64?
    /// Until when the factor can be enrolled; nil when the service does not say.
    public let enrollmentCompletionDeadline: Date?
    let sessionInfo: String?

    init(_ info: JSONValue?) throws(AuthError) {
        guard let info else { throw AuthError(.internalError, message: "The reply has no totpSessionInfo.") }
        guard let key = info["sharedSecretKey"]?.stringValue else {
            throw AuthError.fatal("The answer has no sharedSecretKey.")
        }
        self.key = Secret(key)
        (algorithm, digits) = (info["hashingAlgorithm"]?.stringValue, info["verificationCodeLength"]?.integerValue)
        (periodInSeconds, sessionInfo) = (info["periodSec"]?.integerValue, info["sessionInfo"]?.stringValue)
        enrollmentCompletionDeadline =
            info["finalizeEnrollmentTime"]?.stringValue.flatMap { Instant(sdkDate: $0) }?.date
    }

    /// The secret in base32, to be typed into an authenticator app.
    public func sharedSecretKey() -> String { key.reveal() }

    /// What the picture says that an authenticator app reads: an `otpauth` URL.
    public func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String {
        let (account, issuer) = (PercentEncoding.encode(accountName), PercentEncoding.encode(issuer))
        guard !account.isEmpty, !issuer.isEmpty else { return "" }
        return "otpauth://totp/\(issuer):\(account)?secret=\(key.reveal())&issuer=\(issuer)"
            + "&algorithm=\(algorithm ?? "")&digits=\(digits ?? 0)&period=\(periodInSeconds ?? 0)"
    }
}
