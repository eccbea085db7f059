public import Foundation
import BridgePrimitives
import Tokens

/// An ID token with what it says.
public struct AuthTokenResult: Sendable {
    public let token: String
    public let expirationDate: Date
    /// When the user signed in.
    public let authDate: Date
    public let issuedAtDate: Date
    /// `password`, `custom`, `twitter.com` …; empty when the token does not say.
    public let signInProvider: String
    /// `phone` or `totp`; empty without a second factor.
    public let signInSecondFactor: String
    private let payload: JSONObject

    /// All claims.
    public var claims: [String: Any] { JSONValue.object(payload).foundationObject as? [String: Any] ?? [:] }

    init(token: String) throws(AuthError) {
        let parsed: UnverifiedToken
        do { parsed = try UnverifiedToken(parsing: token) } catch { throw AuthError(.malformedJWT) }
        guard let expiry = parsed.expiry, let issued = parsed.issueTime else { throw AuthError(.malformedJWT) }
        (self.token, payload) = (token, parsed.payload)
        (expirationDate, issuedAtDate) = (expiry.date, issued.date)
        authDate = (parsed.authTime ?? issued).date
        signInProvider = parsed.payload["firebase"]?["sign_in_provider"]?.stringValue ?? ""
        signInSecondFactor = parsed.payload["firebase"]?["sign_in_second_factor"]?.stringValue ?? ""
    }
}

/// The token is in no text that is made by accident.
extension AuthTokenResult: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "AuthTokenResult(\(signInProvider), expires \(expirationDate))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
