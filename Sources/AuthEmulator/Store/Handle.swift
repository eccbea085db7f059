import BridgePrimitives

/// Something that the service gave out as a text, and that somebody may come back with.
protocol Handle: Hashable, Sendable {
    /// Apart from all other kinds: a code for one purpose is worth nothing for another.
    static var kind: String { get }
    /// The text itself.
    var text: String { get }
    var createdAt: Instant { get }
    /// The rest, as it is stored.
    var payload: JSONObject { get }
    init?(text: String, createdAt: Instant, payload: JSONObject)
}

/// A code that was sent, or would have been, by e-mail.
struct OobCode: Handle {
    static let kind = "oob"
    static let length = 54

    enum RequestType: String, CaseIterable, Sendable {
        case passwordReset = "PASSWORD_RESET"
        case verifyEmail = "VERIFY_EMAIL"
        case emailSignIn = "EMAIL_SIGNIN"
        case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
        case recoverEmail = "RECOVER_EMAIL"
        case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"

        /// Whether a request may ask for it; the others follow from what people do.
        var isAskedFor: Bool { self != .recoverEmail && self != .revertSecondFactorAddition }

        /// The `mode` parameter of links.
        var mode: String {
            switch self {
            case .passwordReset: "resetPassword"
            case .verifyEmail: "verifyEmail"
            case .emailSignIn: "signIn"
            case .verifyAndChangeEmail: "verifyAndChangeEmail"
            case .recoverEmail: "recoverEmail"
            case .revertSecondFactorAddition: "revertSecondFactorAddition"
            }
        }

        /// How long production accepts it.
        var lifetime: Duration {
            switch self {
            case .passwordReset: .seconds(3600)
            case .emailSignIn: .seconds(6 * 3600)
            case .verifyEmail, .verifyAndChangeEmail: .seconds(3 * 86_400)
            case .recoverEmail, .revertSecondFactorAddition: .seconds(30 * 86_400)
            }
        }
    }

    let text: String
    let createdAt: Instant
    let requestType: RequestType
    /// The address that the account has, or had.
    let email: String
    /// The address that it is to have.
    var newEmail: String?
    var continueURL: String?
    /// The second factor that it takes away again.
    var enrollmentID: String?

    init(
        text: String, createdAt: Instant, requestType: RequestType, email: String, newEmail: String? = nil,
        continueURL: String? = nil, enrollmentID: String? = nil
    ) {
        (self.text, self.createdAt, self.requestType) = (text, createdAt, requestType)
        (self.email, self.newEmail, self.continueURL) = (email, newEmail, continueURL)
        self.enrollmentID = enrollmentID
    }

    var payload: JSONObject {
        var payload = JSONObject([("requestType", .string(requestType.rawValue)), ("email", .string(email))])
        payload["newEmail"] = newEmail.map { .string($0) }
        payload["continueUrl"] = continueURL.map { .string($0) }
        payload["mfaEnrollmentId"] = enrollmentID.map { .string($0) }
        return payload
    }

    init?(text: String, createdAt: Instant, payload: JSONObject) {
        guard let type = payload["requestType"]?.stringValue.flatMap(RequestType.init(rawValue:)),
            let email = payload["email"]?.stringValue
        else { return nil }
        self.init(
            text: text, createdAt: createdAt, requestType: type, email: email,
            newEmail: payload["newEmail"]?.stringValue, continueURL: payload["continueUrl"]?.stringValue,
            enrollmentID: payload["mfaEnrollmentId"]?.stringValue)
    }
}

/// A code that was sent, or would have been, by SMS; the text is the `sessionInfo`.
struct PhoneVerification: Handle {
    static let kind = "sms"
    static let length = 226
    /// How long production takes a code, and how often it lets one guess.
    static let lifetime = Duration.seconds(600), tries = 5

    let text: String
    let createdAt: Instant
    let phoneNumber: String
    let code: String
    var failures = 0

    init(text: String, createdAt: Instant, phoneNumber: String, code: String) {
        (self.text, self.createdAt, self.phoneNumber, self.code) = (text, createdAt, phoneNumber, code)
    }

    var payload: JSONObject {
        JSONObject([
            ("phoneNumber", .string(phoneNumber)), ("code", .string(code)), ("failures", .integer(Int64(failures))),
        ])
    }

    init?(text: String, createdAt: Instant, payload: JSONObject) {
        guard let number = payload["phoneNumber"]?.stringValue, let code = payload["code"]?.stringValue else {
            return nil
        }
        self.init(text: text, createdAt: createdAt, phoneNumber: number, code: code)
        failures = Int(min(max(payload["failures"]?.integerValue ?? 0, 0), 1_000_000))
    }
}

/// Proof that somebody owns a number that another account has: `temporaryProof`.
struct PhoneProof: Handle {
    static let kind = "proof"
    static let length = 119
    static let lifetime = Duration.seconds(3600)

    let text: String
    let createdAt: Instant
    let phoneNumber: String

    init(text: String, createdAt: Instant, phoneNumber: String) {
        (self.text, self.createdAt, self.phoneNumber) = (text, createdAt, phoneNumber)
    }

    var payload: JSONObject { JSONObject([("phoneNumber", .string(phoneNumber))]) }

    init?(text: String, createdAt: Instant, payload: JSONObject) {
        guard let number = payload["phoneNumber"]?.stringValue else { return nil }
        self.init(text: text, createdAt: createdAt, phoneNumber: number)
    }
}

/// An authenticator app that is being enrolled; the text is the `sessionInfo`.
struct TOTPEnrollment: Handle {
    static let kind = "totp"
    static let length = 226
    static let lifetime = Duration.seconds(600)

    let text: String
    let createdAt: Instant
    let localID: String
    let secret: TOTPSecret

    init(text: String, createdAt: Instant, localID: String, secret: TOTPSecret) {
        (self.text, self.createdAt, self.localID, self.secret) = (text, createdAt, localID, secret)
    }

    var payload: JSONObject {
        JSONObject([("localId", .string(localID)), ("sharedSecretKey", .string(secret.base32))])
    }

    init?(text: String, createdAt: Instant, payload: JSONObject) {
        guard let localID = payload["localId"]?.stringValue,
            let secret = payload["sharedSecretKey"]?.stringValue.flatMap(TOTPSecret.init(base32:))
        else { return nil }
        self.init(text: text, createdAt: createdAt, localID: localID, secret: secret)
    }
}

/// A sign-in that waits for its second factor; the text is the `mfaPendingCredential` of a strict service.
struct PendingSignIn: Handle {
    static let kind = "mfa"
    static let length = 119
    static let lifetime = Duration.seconds(600), tries = 5

    let text: String
    let createdAt: Instant
    let localID: String
    let provider: String
    var attributes: JSONValue?
    var failures = 0

    init(text: String, createdAt: Instant, localID: String, provider: String, attributes: JSONValue? = nil) {
        (self.text, self.createdAt, self.localID) = (text, createdAt, localID)
        (self.provider, self.attributes) = (provider, attributes)
    }

    var payload: JSONObject {
        var payload = JSONObject([
            ("localId", .string(localID)), ("provider", .string(provider)), ("failures", .integer(Int64(failures))),
        ])
        payload["attributes"] = attributes
        return payload
    }

    init?(text: String, createdAt: Instant, payload: JSONObject) {
        guard let localID = payload["localId"]?.stringValue, let provider = payload["provider"]?.stringValue else {
            return nil
        }
        self.init(
            text: text, createdAt: createdAt, localID: localID, provider: provider, attributes: payload["attributes"])
        failures = Int(min(max(payload["failures"]?.integerValue ?? 0, 0), 1_000_000))
    }
}
