public import BridgePrimitives
import Tokens

/// What came back from a call of a function: bytes, or why there are none.
public enum FunctionAnswer: Hashable, Sendable {
    case answered(status: Int, body: [UInt8])
    /// - Parameter causes: what is behind the reason, in the words of whoever made the call.
    case failed(FunctionReason, causes: [ReasonCode])
}

/// Calls functions: the one thing that the service needs others for when a sign-in waits.
public protocol FunctionCaller: Sendable {
    /// Posts `{"data":{"jwt":…}}` to a function, follows redirects, and waits for the whole answer for as long as the
    /// caller thinks right.
    func call(_ uri: String, jwt: Secret<String>) async -> FunctionAnswer
}

/// What a function wants changed.
struct FunctionChanges: Hashable, Sendable {
    /// Nil leaves the member alone; a nil inside removes it.
    var displayName: String??
    var photoURL: String??
    var disabled: Bool?
    var emailVerified: Bool?
    /// The text of a JSON object that has passed the checks of custom claims.
    var customAttributes: String?
    /// For the session's tokens alone.
    var sessionClaims: JSONObject?

    init() {}

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - uri: of the function, for the refusal's text.
    ///   - event: session claims are read of ``BlockingEvent/beforeSignIn`` alone.
    /// - Throws: `auth/blocking-function-error-response`, `auth/blocking-function-failed`; for claims
    ///   `auth/claims-too-large`, `auth/invalid-claims` and `auth/forbidden-claim`.
    init(_ answer: FunctionAnswer, of uri: String, to event: BlockingEvent) throws(AuthRefusal) {
        let body: [UInt8]
        switch answer {
        case .failed(let reason, let causes): throw AuthRefusal(reason, uri: uri, causes: causes)
        case .answered(let status, let bytes):
            guard (200..<300).contains(status) else {
                throw AuthRefusal(
                    .blockingFunctionErrorResponse,
                    "((HTTP request to \(uri) returned HTTP error \(status): "
                        + "\(String(decoding: bytes, as: UTF8.self))))", causes: [FunctionReason.errorStatus.code])
            }
            body = bytes
        }
        guard let json = try? JSONValue(parsing: body) else { throw AuthRefusal(.notJSON, uri: uri) }
        guard let record = json["userRecord"]?.objectValue else { return }
        guard let mask = record["updateMask"]?.stringValue, !mask.isEmpty else {
            throw AuthRefusal(
                .blockingFunctionErrorResponse, "((Response UserRecord is missing updateMask.))",
                causes: [FunctionReason.noMask.code])
        }
        // Not trimmed: what stands beside a blank is another name, and is ignored.
        for name in mask.utf8.split(separator: UInt8(ascii: ",")).map({ String(decoding: $0, as: UTF8.self) }) {
            try take(name, record[name], event)
        }
    }

    private mutating func take(_ name: String, _ value: JSONValue?, _ event: BlockingEvent) throws(AuthRefusal) {
        switch name {
        case "displayName": displayName = .some(Self.text(value))
        case "photoUrl": photoURL = .some(Self.text(value))
        case "disabled": disabled = value?.isTruthy ?? false
        case "emailVerified": emailVerified = value?.isTruthy ?? false
        case "customClaims":
            guard let value else { return }
            let text = value.text()
            try CustomAttributes.check(text)
            customAttributes = text
        case "sessionClaims" where event == .beforeSignIn:
            guard let value else { return }
            guard let claims = value.objectValue else { throw AuthRefusal(.invalidClaims) }
            if let name = ReservedClaims.names(in: claims).first { throw AuthRefusal(.forbiddenClaim, name) }
            sessionClaims = claims
        default: break
        }
    }

    /// Numbers and flags are told as text; null is nothing.
    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case nil, .null: nil
        case .string(let text): text
        case let value?: value.text()
        }
    }

    /// Changes what is stored with the user; the session's claims are not.
    func apply(to account: inout Account) {
        if let displayName { account.displayName = displayName }
        if let photoURL { account.photoURL = photoURL }
        if let disabled { account.disabled = disabled }
        if let emailVerified { account.emailVerified = emailVerified }
        if let customAttributes { account.customAttributes = customAttributes }
    }
}

extension AuthRefusal {
    /// A call that brought no answer that could be read, in the emulator's words.
    fileprivate init(_ reason: FunctionReason, uri: String, causes: [ReasonCode] = []) {
        let text =
            switch reason {
            case .notJSON: "Response body is not valid JSON."
            case .deadline: "Deadline exceeded making request to \(uri)."
            case .errorStatus, .noMask, .unreachable, .notLocal, .noCaller, .redirected, .keepsAsking:
                "Failed to make request to \(uri)."
            }
        self.init(.blockingFunctionFailed, "((\(text)))", causes: ([reason.code] + causes).uniqued())
    }
}
