import BridgePrimitives
import BridgeTrace
import Tokens

/// `POST https://oauth2.googleapis.com/token`, as service accounts use it (RFC 7523 §2.1).
extension AuthService {
    private static let jwtBearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Gives the project's service account an access token, or an ID token of its own.
    ///
    /// - Returns: the members of Google's answer.
    /// - Throws: a ``GrantRefusal``, which is in the trace by then; what signing throws.
    /// - Complexity: one RSA public operation; a private one for an ID token.
    func grant(_ body: WireBody) throws -> JSONObject {
        do {
            let assertion = try provenAssertion(in: body)
            if let audience = assertion.targetAudience {
                let token = try TokenMint.accountToken(
                    of: serviceAccount, audience: audience, issuedAt: now, key: keys.current)
                return JSONObject([("id_token", .string(token))])
            }
            guard !assertion.scopes.isEmpty else {
                throw GrantRefusal(.nothingAskedFor, "Invalid OAuth scope or ID token audience provided.")
            }
            let token = AccessToken.make(scopes: assertion.scopes, issuedAt: now, key: keys.sessionKey)
            return JSONObject([
                ("access_token", .string(token)), ("expires_in", .integer(3599)), ("token_type", "Bearer"),
            ])
        } catch let refusal as GrantRefusal {
            record(
                AccountEvent(
                    .refused, uid: nil, provider: "service account",
                    reasons: [refusal.reason.code] + refusal.causes))
            throw refusal
        }
    }

    /// What a bearer is worth to Google's hosts.
    func verdict(onBearer text: String) -> BearerVerdict {
        AccessToken.verdict(on: text, now: now, key: keys.sessionKey)
    }

    private func provenAssertion(in body: WireBody) throws -> VerifiedAssertion {
        guard let type = try body.nonEmptyString("grantType") else {
            throw GrantRefusal(.missingGrantType, "Missing required parameter: grant_type")
        }
        guard type == Self.jwtBearer else {
            throw GrantRefusal(.unsupportedGrantType, "Invalid grant_type: \(type.prefix(100))")
        }
        guard let text = try body.nonEmptyString("assertion") else {
            throw GrantRefusal(.missingAssertion, "Missing required parameter: assertion")
        }
        let verifier = AssertionVerifier(
            serviceAccounts: [serviceAccount.email: serviceAccount.key.verificationKey])
        switch verifier.verify(text, now: now, clockSkew: IDTokenVerifier.greatestClockSkew) {
        case .accepted(let assertion): return assertion
        case .refused(let reasons):
            let causes = reasons.map(\.code)
            guard reasons != [.subjectIsNotIssuer] else {
                throw GrantRefusal(
                    .delegation, causes: causes,
                    "Client is unauthorized to retrieve access tokens using this method, or client not authorized for"
                        + " any of the scopes requested.")
            }
            throw GrantRefusal(.assertionRefused, causes: causes, Self.description(of: reasons))
        }
    }

    /// Google's words for the first thing that is wrong.
    private static func description(of reasons: [TokenReason]) -> String {
        if reasons.contains(.unknownServiceAccount) { return "Invalid grant: account not found" }
        let aboutSignature: Set<TokenReason> = [.badSignature, .wrongAlgorithm, .unknownCriticalHeader]
        if !aboutSignature.isDisjoint(with: reasons) { return "Invalid JWT Signature." }
        if reasons.contains(.wrongAudience) {
            return "Invalid JWT: Failed audience check. The right audience is https://oauth2.googleapis.com/token"
        }
        let aboutTime: Set<TokenReason> = [
            .expired, .noExpiry, .notYetValid, .issuedInFuture, .noIssueTime, .lifetimeTooLong,
        ]
        return !aboutTime.isDisjoint(with: reasons)
            ? "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat"
                + " and exp values in the JWT claim."
            : "Invalid JWT."
    }
}
