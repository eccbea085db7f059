import BridgePrimitives

/// What a developer reads when a token is refused: one code and one sentence, whatever the reasons are.
public struct ReaderMessage: Hashable, Sendable {
    /// As it stands in the SDK's error, or on the wire.
    public let code: String
    public let text: String

    /// Both, as they are read together.
    public var told: String { text.isEmpty ? code : "\(code): \(text)" }

    private init(_ code: String, _ text: String) { (self.code, self.text) = (code, text) }

    /// - Parameters:
    ///   - projectID: the reader's project.
    ///   - reasons: why it refuses, not empty.
    init(_ reader: TokenReader, to credential: InspectedCredential, projectID: String, _ reasons: [TokenReason]) {
        self =
            switch reader {
            case .verifyIDToken: Self.ofAdminSDK(.idToken, credential, projectID, reasons)
            case .verifySessionCookie: Self.ofAdminSDK(.sessionCookie, credential, projectID, reasons)
            case .signInWithCustomToken:
                Self.ofWebSDK(CustomTokenAnswer(refusing: credential.text.reveal(), for: reasons))
            case .emulator: Self.onTheWire(CustomTokenAnswer(refusing: credential.text.reveal(), for: reasons))
            case .backend: Self("401", reasons.map(\.rawValue).joined(separator: ", "))
            }
    }

    /// firebase-admin's, in the order of its checks: the sentences of 7.7 for Python, which Node's differ from in
    /// detail, with Node's codes. An expired token is told in Node's words.
    private static func ofAdminSDK(
        _ form: IDTokenVerifier.Form, _ credential: InspectedCredential, _ projectID: String, _ reasons: [TokenReason]
    ) -> Self {
        let (name, article, method, area) =
            form == .idToken
            ? ("ID token", "an ID token", "verifyIdToken()", "id-token")
            : ("session cookie", "a session cookie", "verifySessionCookie()", "session-cookie")
        func argument(_ text: String) -> Self { Self("auth/argument-error", text) }
        func has(_ reason: TokenReason) -> Bool { reasons.contains(reason) }
        guard let token = credential.token else {
            return argument(
                "Decoding Firebase \(name) failed. Make sure you passed the entire string JWT which represents \(article)."
            )
        }
        let issuer = IDTokenVerifier(projectID: projectID, form: form).issuer
        let sameProject =
            "Make sure the \(name) comes from the same Firebase project as the service account used to authenticate this SDK."
        if has(.isCustomToken) { return argument("\(method) expects \(article), but was given a custom token.") }
        if has(.noKeyID) { return argument("Firebase \(name) has no \"kid\" claim.") }
        if has(.wrongAlgorithm) {
            return argument(
                "Firebase \(name) has incorrect algorithm. Expected \"RS256\" but got \"\(token.algorithm ?? "")\".")
        }
        if has(.wrongAudience) {
            return argument(
                "Firebase \(name) has incorrect \"aud\" (audience) claim. Expected \"\(projectID)\" but got"
                    + " \"\(token.audience ?? "")\". \(sameProject)")
        }
        if has(.wrongIssuer) {
            return argument(
                "Firebase \(name) has incorrect \"iss\" (issuer) claim. Expected \"\(issuer)\" but got"
                    + " \"\(token.issuer ?? "")\". \(sameProject)")
        }
        if has(.noSubject) { return argument("Firebase \(name) has no \"sub\" (subject) claim.") }
        if has(.emptySubject) { return argument("Firebase \(name) has an empty string \"sub\" (subject) claim.") }
        if has(.subjectTooLong) {
            return argument("Firebase \(name) has a \"sub\" (subject) claim longer than 128 characters.")
        }
        if has(.unknownKeyID) {
            return argument(
                "Firebase \(name) has \"kid\" claim which does not correspond to a known public key. Most likely the \(name) is"
                    + " expired, so get a fresh token from your client app and try again.")
        }
        if has(.badSignature) { return argument("Firebase \(name) has invalid signature.") }
        if has(.expired) {
            return Self(
                "auth/\(area)-expired",
                "Firebase \(name) has expired. Get a fresh \(name) from your client app and try again.")
        }
        // Only the Python SDK looks at these times.
        if has(.issuedInFuture) {
            return argument("Token used too early. Check that your computer's clock is set correctly.")
        }
        let first = reasons.first ?? .malformed
        return argument(first.meaning)
    }

    /// The web SDK's words for what the endpoint answers: the same for a token that is over as for one that is none.
    private static func ofWebSDK(_ answer: CustomTokenAnswer) -> Self {
        switch answer.code {
        case .invalidCustomToken:
            Self(
                "auth/invalid-custom-token", "The custom token format is incorrect. Please check the documentation.")
        case .credentialMismatch:
            Self("auth/custom-token-mismatch", "The custom token corresponds to a different audience.")
        case .tenantIDMismatch:
            Self("auth/tenant-id-mismatch", "The provided tenant ID does not match the Auth instance's tenant ID")
        case .missingIdentifier, .invalidClaims, .forbiddenClaim:
            Self("auth/internal-error", "An internal AuthError has occurred.")
        }
    }

    private static func onTheWire(_ answer: CustomTokenAnswer) -> Self {
        Self(answer.code.rawValue, answer.detail ?? "")
    }
}
