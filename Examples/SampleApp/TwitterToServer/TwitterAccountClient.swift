public import AppFrameworks
public import FirebaseAuthClient
import Foundation

/// Calls Twitter's API with the access token that a sign-in has brought: `GET 1.1/account/verify_credentials.json`.
///
/// The token is an OAuth 1.0a one, so that a request is signed (RFC 5849): with the token's secret, and with the app's own,
/// which an app that holds it has told to everybody who can unpack it. Firebase does not refresh the token, and does not
/// keep it: it is in the result of the sign-in, and nowhere later.
public struct TwitterAccountClient: Sendable {
    public enum Failure: Error, Hashable {
        /// The sign-in's result has no token: another provider's, or one of a later start.
        case noAccessToken
        /// - Parameter code: Twitter's number: 89 for a token that is unknown or was revoked, 32 for a wrong signature.
        case refused(status: Int, code: Int?)
    }

    /// What Twitter knows of the user.
    public struct Account: Hashable, Sendable, Decodable {
        public let id_str: String
        public let name: String
        public let screen_name: String
    }

    private let api: URL
    private let consumer: (key: String, secret: String)
    private let token: (text: String, secret: String)

    /// - Parameters:
    ///   - api: `https://api.twitter.com`.
    ///   - consumer: the app's key and secret, from Twitter's developer pages.
    /// - Throws: ``Failure/noAccessToken``.
    public init(api: URL, consumer: (key: String, secret: String), signedInBy result: AuthDataResult) throws {
        guard let credential = result.credential as? OAuthCredential, let text = credential.accessToken,
            let secret = credential.secret
        else { throw Failure.noAccessToken }
        (self.api, self.consumer, token) = (api, consumer, (text, secret))
    }

    /// - Throws: ``Failure/refused(status:code:)``, `URLError`, `DecodingError`.
    public func account() async throws -> Account {
        let url = api.appending(path: "/1.1/account/verify_credentials.json")
        var request = URLRequest(url: url)
        request.setValue(authorization(of: "GET", url, at: Date()), forHTTPHeaderField: "Authorization")
        let (body, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else {
            let errors = try? JSONDecoder().decode(Errors.self, from: body)
            throw Failure.refused(status: status, code: errors?.errors.first?.code)
        }
        return try JSONDecoder().decode(Account.self, from: body)
    }

    private struct Errors: Decodable {
        struct One: Decodable { let code: Int }
        let errors: [One]
    }

    // MARK: - The signature

    /// The header field, for a request without query and body.
    private func authorization(of method: String, _ url: URL, at now: Date) -> String {
        var parameters = [
            "oauth_consumer_key": consumer.key,
            "oauth_nonce": UUID().uuidString,
            "oauth_signature_method": "HMAC-SHA1",
            "oauth_timestamp": String(Int(now.timeIntervalSince1970)),
            "oauth_token": token.text,
            "oauth_version": "1.0",
        ]
        // §3.4.1: method, address and sorted parameters, each encoded, joined by ampersands.
        let pairs = parameters.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.sorted().joined(separator: "&")
        let base = [method, url.absoluteString, pairs].map(Self.encoded).joined(separator: "&")
        // §3.4.2: both secrets make the key.
        let key = SymmetricKey(data: Data("\(Self.encoded(consumer.secret))&\(Self.encoded(token.secret))".utf8))
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Data(base.utf8), using: key)
        parameters["oauth_signature"] = Data(code).base64EncodedString()
        return "OAuth "
            + parameters.map { "\(Self.encoded($0))=\"\(Self.encoded($1))\"" }.sorted().joined(separator: ", ")
    }

    /// §3.6: all but letters, digits, `-`, `.`, `_` and `~`.
    private static func encoded(_ text: String) -> String {
        let kept = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: kept) ?? text
    }
}
