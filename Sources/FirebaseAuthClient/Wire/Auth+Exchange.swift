import BridgePrimitives

/// What a credential is shown for.
enum CredentialUse: Sendable {
    case signIn, reauthentication, link, update

    /// The `operation` of a phone sign-in.
    var phoneOperation: JSONValue {
        switch self {
        case .signIn: "SIGN_UP_OR_IN"
        case .reauthentication: "REAUTH"
        case .link: "LINK"
        case .update: "UPDATE"
        }
    }
}

/// Showing credentials to the service: one call for each kind.
extension Auth {
    /// - Parameter idToken: whose account the credential is to be linked to.
    /// - Returns: the reply, in which tokens may be missing when a second factor is asked for.
    func exchange(
        _ credential: AuthCredential, for use: CredentialUse, idToken: String?
    ) async throws(AuthError) -> JSONObject {
        switch credential {
        case let credential as EmailAuthCredential:
            try await exchange(email: credential, use, idToken: idToken)
        case let credential as PhoneAuthCredential:
            try await exchange(phone: credential, use, idToken: idToken)
        case let credential as OAuthCredential:
            try await exchange(oauth: credential, use, idToken: idToken)
        default:
            throw AuthError(.invalidCredential)
        }
    }

    private func exchange(
        email credential: EmailAuthCredential, _ use: CredentialUse, idToken: String?
    ) async throws(AuthError) -> JSONObject {
        switch credential.proof {
        case .password(let password):
            if idToken == nil, configuration.isIOS, password.reveal().isEmpty { throw AuthError(.wrongPassword) }
            var members = passwordMembers(credential.email, password.reveal())
            members["idToken"] = idToken.map { .string($0) }
            // An address and a password are linked by signing up as the user who is there.
            return try await perform(idToken == nil ? .signInWithPassword : .signUp, members)
        case .link(let link):
            guard let code = ActionCodeURL(link: link.reveal())?.code else {
                throw AuthError.fatal("The link for a sign-in by e-mail is not valid: it has no oobCode.")
            }
            var members = JSONObject([
                ("email", .string(credential.email)), ("oobCode", .string(code)), ("returnSecureToken", true),
            ])
            members["idToken"] = idToken.map { .string($0) }
            return try await perform(.signInWithEmailLink, members)
        }
    }

    private func exchange(
        phone credential: PhoneAuthCredential, _ use: CredentialUse, idToken: String?
    ) async throws(AuthError) -> JSONObject {
        var members: JSONObject
        switch credential.proof {
        case .code(let id, let code):
            guard !id.isEmpty else { throw AuthError(.missingVerificationID) }
            guard !code.reveal().isEmpty else { throw AuthError(.missingVerificationCode) }
            members = JSONObject([("sessionInfo", .string(id)), ("code", .string(code.reveal()))])
        case .temporary(let proof, let phoneNumber):
            members = JSONObject([("temporaryProof", .string(proof.reveal())), ("phoneNumber", .string(phoneNumber))])
        }
        members["operation"] = use.phoneOperation
        members["idToken"] = idToken.map { .string($0) }
        let reply = try await perform(.signInWithPhoneNumber, members)
        // The number is somebody else's: the reply brings what it takes to sign in as them.
        if let proof = reply["temporaryProof"]?.stringValue, !proof.isEmpty,
            let number = reply["phoneNumber"]?.stringValue, !number.isEmpty
        {
            throw AuthError(
                .credentialAlreadyInUse,
                details: .init(updatedCredential: PhoneAuthCredential(temporaryProof: proof, phoneNumber: number)))
        }
        return reply
    }

    private func exchange(
        oauth credential: OAuthCredential, _ use: CredentialUse, idToken: String?
    ) async throws(AuthError) -> JSONObject {
        var members = JSONObject([
            ("requestUri", .string(credential.responseURL?.reveal() ?? "http://localhost")),
            ("postBody", .string(credential.postBody(isRaw: configuration.isIOS))), ("returnSecureToken", true),
            ("returnIdpCredential", true), ("autoCreate", .bool(use != .reauthentication)),
        ])
        members["sessionId"] = credential.sessionID.map { .string($0) }
        members["pendingToken"] = credential.pendingToken.map { .string($0.reveal()) }
        members["idToken"] = idToken.map { .string($0) }
        let reply = try await perform(.signInWithProvider, members)
        let details = AuthError.Details(
            email: reply["email"]?.stringValue, updatedCredential: OAuthCredential(reply: reply))
        if let text = reply["errorMessage"]?.stringValue { throw AuthError(serverText: text, details: details) }
        if reply["needConfirmation"]?.boolValue == true {
            throw AuthError(.accountExistsWithDifferentCredential, details: details)
        }
        guard reply["providerId"]?.stringValue?.isEmpty == false else {
            throw idToken == nil
                ? AuthError(.internalError, message: "The reply names no provider.")
                : AuthError.fatal("The reply to a link names no provider.")
        }
        return reply
    }
}
