import BridgePrimitives

/// What a code from a mail does.
public enum ActionCodeOperation: Int, Sendable {
    case unknown = 0
    case passwordReset, verifyEmail, recoverEmail, emailLink, verifyAndChangeEmail, revertSecondFactorAddition

    /// - Parameter mode: as the links spell it, `resetPassword`.
    init(mode: String?) {
        self =
            switch mode {
            case "resetPassword": .passwordReset
            case "verifyEmail": .verifyEmail
            case "recoverEmail": .recoverEmail
            case "signIn": .emailLink
            case "verifyAndChangeEmail": .verifyAndChangeEmail
            case "revertSecondFactorAddition": .revertSecondFactorAddition
            default: .unknown
            }
    }
}

/// What the service says of a code.
public struct ActionCodeInfo: Sendable {
    /// Mostly `unknown`: the SDK compares the service's `PASSWORD_RESET` with the links' `resetPassword`, and so does
    /// this client.
    public let operation: ActionCodeOperation
    /// The address that the code came to; the new one when it changes.
    public let email: String
    public let previousEmail: String?
}

/// A link from a mail, taken apart. The link may stand inside another one's `link` or `deep_link_id`.
public struct ActionCodeURL: Sendable {
    public let apiKey: String?
    public let operation: ActionCodeOperation
    /// `oobCode`.
    public let code: String?
    public let languageCode: String?
    let mode: String?

    /// Returns nil for what has no query with `mode`, `oobCode`, `link` or `deep_link_id`.
    public init?(link: String) {
        var items = QueryItems(of: link)
        // Links are wrapped twice at most.
        for _ in 0..<2 where items["oobCode"] == nil {
            guard let inner = items["link"] ?? items["deep_link_id"] else { break }
            items = QueryItems(of: inner)
        }
        guard items["mode"] != nil || items["oobCode"] != nil else { return nil }
        (apiKey, code, languageCode) = (items["apiKey"], items["oobCode"], items["lang"])
        mode = items["mode"]
        operation = ActionCodeOperation(mode: mode)
    }
}

/// Codes that come by mail: asking for them, looking at them, using them.
extension Auth {
    /// Sends a mail that lets its reader choose a new password.
    public func sendPasswordReset(
        withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil
    ) async throws {
        try await sendCode("PASSWORD_RESET", JSONObject([("email", .string(email))]), actionCodeSettings)
    }

    /// Sends a mail that signs its reader in.
    ///
    /// - Throws: `fatal` in the SDK's words unless `handleCodeInApp` is set.
    public func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings) async throws {
        guard actionCodeSettings.handleCodeInApp else {
            throw AuthError.fatal("The handleCodeInApp flag in ActionCodeSettings must be true for a sign-in by link.")
        }
        try await sendCode("EMAIL_SIGNIN", JSONObject([("email", .string(email))]), actionCodeSettings)
    }

    /// Whether the URL that the app was opened with is a link of ``sendSignInLink(toEmail:actionCodeSettings:)``.
    public func isSignIn(withEmailLink link: String) -> Bool {
        guard let url = ActionCodeURL(link: link) else { return false }
        return url.operation == .emailLink && url.code?.isEmpty == false
    }

    /// Sets a new password with a code.
    public func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
        _ = try await perform(
            .resetPassword, JSONObject([("oobCode", .string(code)), ("newPassword", .string(newPassword))]))
    }

    /// Looks at a code without using it up.
    public func checkActionCode(_ code: String) async throws -> ActionCodeInfo {
        let reply = try await perform(.resetPassword, JSONObject([("oobCode", .string(code))]))
        guard let email = reply["email"]?.stringValue else {
            throw AuthError.fatal("The answer about the code has no address, as with codes for signing in.")
        }
        let newEmail = reply["newEmail"]?.stringValue
        return ActionCodeInfo(
            operation: ActionCodeOperation(mode: reply["requestType"]?.stringValue), email: newEmail ?? email,
            previousEmail: newEmail == nil ? nil : email)
    }

    /// - Returns: the address whose password the code resets.
    public func verifyPasswordResetCode(_ code: String) async throws -> String {
        try await checkActionCode(code).email
    }

    /// Uses a code that verifies, changes or restores an address.
    public func applyActionCode(_ code: String) async throws {
        _ = try await perform(.update, JSONObject([("oobCode", .string(code))]))
    }

    /// How an address signs in; empty when nobody has it, or when the project does not tell.
    public func fetchSignInMethods(forEmail email: String) async throws -> [String] {
        let reply = try await perform(
            .createAuthURI,
            JSONObject([("identifier", .string(email)), ("continueUri", "http://www.google.com/")]))
        return (reply["signinMethods"]?.arrayValue ?? []).compactMap(\.stringValue)
    }

    func sendCode(
        _ type: String, _ members: JSONObject, _ settings: ActionCodeSettings?
    ) async throws(AuthError) {
        var body = JSONObject([("requestType", .string(type))])
        for (name, value) in members { body[name] = value }
        settings?.write(to: &body)
        body["clientType"] = configuration.clientType
        _ = try await perform(.sendCode, body)
    }
}
