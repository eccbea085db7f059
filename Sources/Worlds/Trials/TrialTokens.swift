import BridgePrimitives
import Diagnosis
import HTTPLoader
import Tokens

/// Mints the custom tokens of servers' answers anew, each with the one fact changed that a trial changes.
struct TrialTokens {
    private static let changes: Set<Intervention> = [.mintedNow, .mintedForProject, .mintedForUser]

    private let made: Set<Intervention>
    private let account: ServiceAccount
    private let clock: WorldClock

    /// Nil if the trial changes no token.
    init?(_ trial: Trial, account: ServiceAccount, clock: WorldClock) {
        made = Self.changes.intersection(trial.interventions)
        guard !made.isEmpty else { return nil }
        self.account = account
        self.clock = clock
    }

    /// The answer with other tokens in its header fields and its body.
    ///
    /// - Parameter request: carries the ID token of the user whom the token is to be for.
    func changed(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
        let user = Self.user(of: request)
        var response = response
        response.headers = HTTPHeaders(
            response.headers.fields.map { field in
                HTTPHeaders.Field(name: field.name, value: changed(field.value, user))
            })
        response.body = changed(response.body, user)
        return response
    }

    private func changed(_ bytes: [UInt8], _ user: String?) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        var bytes = bytes
        for place in TokensInText.places(in: text).reversed() {
            guard let token = token(place.text, user) else { continue }
            bytes.replaceSubrange(place.range, with: Array(token.utf8))
        }
        return bytes
    }

    /// The token with the changes made; nil for one that is not a custom token, and for one whose key is not known.
    private func token(_ text: String, _ user: String?) -> String? {
        guard let token = try? UnverifiedToken(parsing: text),
            token.isCustomToken || token.payload["uid"] != nil && token.issuer == token.subject
        else { return nil }
        var claims = token.payload
        if made.contains(.mintedNow) {
            let now = clock.systemTime.secondsSinceEpoch
            (claims["iat"], claims["exp"], claims["nbf"]) = (.integer(now), .integer(now + 3600), nil)
        }
        if made.contains(.mintedForUser), let user { claims["uid"] = .string(user) }
        if made.contains(.mintedForProject) {
            (claims["iss"], claims["sub"]) = (.string(account.email), .string(account.email))
            claims["aud"] = .string(CustomTokenClaims.audience)
            return try? TokenMint.customToken(claims: claims, key: account.key)
        }
        if token.algorithm == "none" { return try? TokenMint.customToken(claims: claims, key: nil) }
        guard token.issuer == account.email else { return nil }
        return try? TokenMint.customToken(claims: claims, key: account.key)
    }

    private static func user(of request: HTTPRequest) -> String? {
        let texts = [request.body ?? []] + request.headers.fields.map(\.value)
        return texts.lazy.compactMap { String(validating: $0, as: UTF8.self) }
            .flatMap { TokensInText.places(in: $0) }
            .compactMap { try? UnverifiedToken(parsing: $0.text) }.first { $0.isIDToken }?.subject
    }
}
