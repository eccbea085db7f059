import BridgePrimitives

/// A call of the client that failed, with the names under which the SDKs report it.
public struct AuthError: Error, Hashable, Sendable, CustomStringConvertible {
    public let code: AuthErrorCode
    /// What the server said, `EMAIL_EXISTS`; nil when it said nothing.
    public let serverCode: String?
    /// The server's detail, or a sentence of ours.
    public let message: String

    init(_ code: AuthErrorCode, serverCode: String? = nil, message: String? = nil) {
        (self.code, self.serverCode, self.message) = (code, serverCode, message ?? code.meaning)
    }

    /// The number that the iOS SDK gives in its error domain.
    public var number: Int { code.number }

    /// What the JavaScript SDK calls it: `auth/email-already-in-use`.
    public var javaScriptName: String {
        guard let serverCode else {
            return switch code {
            case .networkError: "auth/network-request-failed"
            case .nullUser: "auth/no-current-user"
            case .secondFactorRequired: "auth/multi-factor-auth-required"
            default: "auth/" + code.rawValue.dropFirst("client/".utf8.count)
            }
        }
        return "auth/" + (ServerCode.table[serverCode]?.javaScript ?? ServerCode.hyphenated(serverCode))
    }

    public var description: String { "\(code.name) (\(number)): \(message)" }
}

extension AuthError {
    /// The error in a reply of the service.
    ///
    /// - Parameter reply: the parsed body; its `error.message` is `CODE` or `CODE : detail`.
    init(reply: JSONValue) {
        let error = reply["error"]
        guard let text = error?["message"]?.stringValue else {
            self.init(.internalError, message: "The service's error has no message.")
            return
        }
        let bytes = text.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        let serverCode = String(text[..<end]).trimmingSpaces
        let detail = end == bytes.endIndex ? nil : String(text[bytes.index(after: end)...]).trimmingSpaces
        // The API's own gate answers with a sentence; the reason beside it tells what it is about.
        let reason = error?["errors"]?.arrayValue?.first?["reason"]?.stringValue ?? ""
        if reason.hasPrefix("keyInvalid") {
            self.init(.invalidAPIKey, serverCode: serverCode, message: detail)
        } else if reason.hasPrefix("ipRefererBlocked") {
            self.init(.appNotAuthorized, serverCode: serverCode, message: detail)
        } else {
            let code = ServerCode.table[serverCode]?.code ?? .internalError
            self.init(code, serverCode: serverCode, message: detail ?? (code == .internalError ? text : nil))
        }
    }

    /// Whether the SDK drops its user when a refresh or a user's call ends like this.
    func endsSession(on platform: FirebaseConfiguration.Platform) -> Bool {
        switch code {
        case .userNotFound, .userDisabled, .userTokenExpired: true
        case .invalidUserToken: if case .ios = platform { true } else { false }
        default: false
        }
    }
}

/// What the SDKs make of the server's codes; a code that is not listed is `internalError` to iOS.
enum ServerCode: Sendable {
    /// JavaScript's name without `auth/`; nil where it is the code itself in small letters and hyphens.
    static let table: [String: (javaScript: String?, code: AuthErrorCode)] = [
        "ADMIN_ONLY_OPERATION": ("admin-restricted-operation", .adminRestrictedOperation),
        "CREDENTIAL_MISMATCH": ("custom-token-mismatch", .customTokenMismatch),
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": ("requires-recent-login", .requiresRecentLogin),
        "EMAIL_EXISTS": ("email-already-in-use", .emailAlreadyInUse),
        "EMAIL_NOT_FOUND": ("user-not-found", .userNotFound),
        "FEDERATED_USER_ID_ALREADY_LINKED": ("credential-already-in-use", .credentialAlreadyInUse),
        "INVALID_CUSTOM_TOKEN": (nil, .invalidCustomToken),
        "INVALID_EMAIL": (nil, .invalidEmail),
        "INVALID_IDENTIFIER": ("invalid-email", .invalidEmail),
        "INVALID_ID_TOKEN": ("invalid-user-token", .invalidUserToken),
        "INVALID_IDP_RESPONSE": ("invalid-credential", .invalidCredential),
        "INVALID_LOGIN_CREDENTIALS": ("invalid-credential", .invalidCredential),
        "INVALID_OOB_CODE": ("invalid-action-code", .invalidActionCode),
        "INVALID_PASSWORD": ("wrong-password", .wrongPassword),
        "MISSING_CUSTOM_TOKEN": ("internal-error", .internalError),
        "MISSING_EMAIL": (nil, .missingEmail),
        "OPERATION_NOT_ALLOWED": (nil, .operationNotAllowed),
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": (nil, .passwordDoesNotMeetRequirements),
        "PASSWORD_LOGIN_DISABLED": ("operation-not-allowed", .operationNotAllowed),
        "QUOTA_EXCEEDED": (nil, .quotaExceeded),
        "TENANT_ID_MISMATCH": (nil, .tenantIDMismatch),
        "TOKEN_EXPIRED": ("user-token-expired", .userTokenExpired),
        "TOO_MANY_ATTEMPTS_TRY_LATER": ("too-many-requests", .tooManyRequests),
        "USER_DISABLED": (nil, .userDisabled),
        "USER_NOT_FOUND": ("user-token-expired", .userNotFound),
        "WEAK_PASSWORD": (nil, .weakPassword),
    ]

    /// `INVALID_REFRESH_TOKEN` as `invalid-refresh-token`: runs of `_` and blanks become one hyphen.
    static func hyphenated(_ code: String) -> String {
        let words = code.utf8.split { $0 == UInt8(ascii: "_") || $0 == 0x20 }
        let lowered = words.map { $0.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 } }
        return String(decoding: Array(lowered.joined(separator: [UInt8(ascii: "-")])), as: UTF8.self)
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let tail = utf8.drop { $0 == 0x20 }
        return String(decoding: tail.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
    }
}
