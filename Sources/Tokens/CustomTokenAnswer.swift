import BridgePrimitives
public import Reasons

/// What Identity Toolkit answers to a custom token that it refuses: one code for all the reasons there are.
public struct CustomTokenAnswer: Hashable, Sendable {
    public enum Code: String, Sendable {
        case invalidCustomToken = "INVALID_CUSTOM_TOKEN"
        case tenantIDMismatch = "TENANT_ID_MISMATCH"
        case credentialMismatch = "CREDENTIAL_MISMATCH"
        case missingIdentifier = "MISSING_IDENTIFIER"
        case invalidClaims = "INVALID_CLAIMS"
        case forbiddenClaim = "FORBIDDEN_CLAIM"
    }

    public let code: Code
    /// What follows the code on the wire.
    public let detail: String?

    private init(_ code: Code, _ detail: String? = nil) { (self.code, self.detail) = (code, detail) }

    /// In the wire's order: tenant, form, audience, signature and times, user, claims.
    ///
    /// - Parameters:
    ///   - text: what was sent.
    ///   - reasons: the verifier's, not empty.
    public init(refusing text: String, for reasons: [TokenReason]) {
        let later: Set<TokenReason> = [.tenantMismatch, .noUID, .claimsNotObject, .reservedClaim]
        let isFormal: (TokenReason) -> Bool = { [.tooLarge, .malformed, .notJSON, .bareJSON].contains($0) }
        self =
            if reasons.contains(.tenantMismatch) {
                Self(.tenantIDMismatch)
            } else if let problem = reasons.first(where: isFormal) {
                // What production and the emulator say of a text that is no token.
                Self(.invalidCustomToken, problem == .malformed ? "Invalid assertion format" : problem.meaning)
            } else if reasons.contains(.wrongAudience) {
                Self(.invalidCustomToken, "((Invalid aud (audience).))")
            } else if reasons.contains(.mintedForEmulator) {
                // Production has no words for it, and does not meet such tokens; whoever develops against our service does.
                Self(
                    .credentialMismatch,
                    "\(TokenReason.mintedForEmulator.meaning) \(TokenReason.mintedForEmulator.fix)")
            } else if reasons.contains(.unknownServiceAccount) {
                Self(.credentialMismatch)
            } else if let problem = reasons.first(where: { !later.contains($0) }) {
                Self(.invalidCustomToken, problem.meaning)
            } else if reasons.contains(.noUID) {
                Self(.missingIdentifier)
            } else if reasons.contains(.claimsNotObject) {
                Self(.invalidClaims)
            } else {
                Self(.forbiddenClaim, Self.reservedName(in: text))
            }
    }

    private static func reservedName(in text: String) -> String? {
        guard let claims = (try? PresentedCustomToken(parsing: text))?.payload["claims"]?.objectValue else {
            return nil
        }
        return ReservedClaims.names(in: claims).first
    }
}
