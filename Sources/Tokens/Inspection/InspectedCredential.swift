public import BridgePrimitives

/// What a text says of itself that somebody took for a token. Nothing of it is checked.
public struct InspectedCredential: Sendable {
    public let kind: CredentialKind
    /// As verifiers would get it.
    public let text: Secret<String>
    /// Nil for what is no JWT.
    public let token: UnverifiedToken?
    /// Why it is no JWT; nil for one, and for what need not be one.
    public let defect: TokenDefect?
    /// The project that it names, if it names one.
    public let projectID: String?
    /// Whom it is about: `uid`, else the subject; of a custom token, whose subject is the service account, `uid` alone.
    public let uid: String?
    /// Names that stand twice in its header or payload.
    public let repeatedNames: [String]

    /// - Complexity: O(n) in bytes; longer texts than ``UnverifiedToken/byteLimit`` are not looked into.
    public init(_ text: String) {
        self.text = Secret(text)
        if let token = try? UnverifiedToken(parsing: text) {
            (self.token, defect) = (token, nil)
            kind = Self.kind(of: token)
            projectID = Self.projectID(of: token, kind)
            uid = token.payload["uid"]?.stringValue ?? (kind == .customToken ? nil : token.subject)
            repeatedNames = Self.repeatedNames(in: text)
            return
        }
        (token, repeatedNames) = (nil, [])
        if text.utf8.count <= UnverifiedToken.byteLimit, let opaque = Self.opaque(text) {
            (kind, projectID, uid, defect) = (opaque.kind, opaque.projectID, opaque.uid, nil)
        } else {
            (kind, projectID, uid, defect) = (.noToken, nil, nil, TokenDefect(of: text))
        }
    }

    public var issuer: String? { token?.issuer }
    public var issueTime: Instant? { token?.issueTime }
    public var expiry: Instant? { token?.expiry }

    // MARK: - By what it says

    private static func kind(of token: UnverifiedToken) -> CredentialKind {
        // The order is that of what is hardest to mistake: custom tokens and assertions have one audience each.
        if token.isCustomToken { return .customToken }
        if token.audience.map(AssertionVerifier.audiences.contains) ?? false { return .serviceAccountAssertion }
        if token.isSessionCookie { return .sessionCookie }
        if token.isIDToken { return .idToken }
        // For a wrong audience, and a custom token all the same.
        if token.payload["uid"] != nil, token.issuer != nil, token.issuer == token.subject { return .customToken }
        return switch token.issuer {
        case "https://appleid.apple.com"?: .appleIdentityToken
        case "https://accounts.google.com"?, "accounts.google.com"?: .googleIdentityToken
        default: .unknownJWT
        }
    }

    private static func projectID(of token: UnverifiedToken, _ kind: CredentialKind) -> String? {
        switch kind {
        case .idToken: issuerTail(token, IDTokenClaims.issuerPrefix)
        case .sessionCookie: issuerTail(token, TokenMint.sessionCookieIssuerPrefix)
        // NAME@PROJECT.iam.gserviceaccount.com, as Firebase names its accounts.
        case .customToken, .serviceAccountAssertion:
            token.issuer.flatMap { issuer in
                let suffix = ".iam.gserviceaccount.com"
                guard issuer.hasSuffix(suffix), let at = issuer.lastIndex(of: "@") else { return nil }
                return String(issuer[issuer.index(after: at)...].dropLast(suffix.count))
            }
        default: nil
        }
    }

    private static func issuerTail(_ token: UnverifiedToken, _ prefix: String) -> String? {
        token.issuer.map { String($0.dropFirst(prefix.count)) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func repeatedNames(in text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: ".")).prefix(2).flatMap { part in
            Base64URL.decode(part).flatMap { try? JSONValue.repeatedNames(in: $0) } ?? []
        }.uniqued()
    }

    /// What is told by its form alone.
    private static func opaque(_ text: String) -> (kind: CredentialKind, projectID: String?, uid: String?)? {
        if let session = EmulatorRefreshText.session(in: text) {
            return (.emulatorRefreshToken, session["projectId"]?.stringValue, session["localId"]?.stringValue)
        }
        guard text.utf8.count > 32, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        // As they have been seen; Google promises nothing about either.
        if text.hasPrefix("ya29.") { return (.accessToken, nil, nil) }
        if text.hasPrefix("AMf-") { return (.refreshToken, nil, nil) }
        return nil
    }
}

extension InspectedCredential: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind]) }
}
