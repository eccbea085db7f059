import BridgePrimitives
import Tokens

/// What a client brings from an identity provider: the form in `postBody`, and what `requestUri` carries.
struct ProviderCredential: Sendable {
    let providerID: String
    private(set) var idToken: String?
    private(set) var accessToken: String?
    private(set) var oauthTokenSecret: String?
    private(set) var nonce: String?
    let samlResponse: String?
    /// Apple's: JSON with the name, sent on the first sign-in only.
    private(set) var user: String?
    /// Names a sign-in in the browser that this service began, with what its callback brought; nil when the client
    /// brings the credential itself.
    let redirect: RedirectLink?

    private static let names = [
        "providerId", "id_token", "access_token", "oauth_token_secret", "nonce", "code", "SAMLResponse", "user",
        "identifier", "state", "oauth_token", "oauth_verifier", "authType", "idToken", "accessToken",
    ]

    /// `saml.…`, as a project's owner names a provider that speaks SAML.
    var isSAML: Bool { providerID.hasPrefix("saml.") }

    /// - Throws: `auth/missing-request-uri`, `auth/invalid-request-uri`, `auth/invalid-credential-or-provider-id`.
    init(requestURI: String?, postBody: String?) throws(AuthRefusal) {
        guard let requestURI else { throw AuthRefusal(.missingRequestURI) }
        guard AuthService.hasScheme(requestURI) else { throw AuthRefusal(.invalidRequestURI) }
        // Of equal names the last one counts: query, form, fragment.
        var items: [String: String] = [:]
        let bytes = Array(requestURI.utf8)
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        if let mark = bytes[..<hash].firstIndex(of: UInt8(ascii: "?")) {
            for (name, value) in FormBody.pairs(bytes[(mark + 1)..<hash]) { items[name] = value }
        }
        for (name, value) in Self.items(in: Array((postBody ?? "").utf8)) { items[name] = value }
        for (name, value) in FormBody.pairs(bytes[hash...].dropFirst()) { items[name] = value }
        guard let provider = items["providerId"], !provider.isEmpty else {
            throw AuthRefusal(
                .invalidCredentialOrProviderID, "Invalid IdP response/credential: \(requestURI)")
        }
        func item(_ names: String...) -> String? { names.lazy.compactMap { items[$0] }.first { !$0.isEmpty } }
        providerID = ASCIIText.lowercased(provider)
        (idToken, accessToken) = (item("id_token", "idToken"), item("access_token", "accessToken"))
        oauthTokenSecret = item("oauth_token_secret")
        (nonce, samlResponse, user) = (item("nonce"), item("SAMLResponse"), item("user"))
        redirect = idToken == nil && accessToken == nil ? RedirectLink(items: items) : nil
    }

    /// The same with what the provider gave for it.
    func adopting(_ grant: ProviderGrant) throws(AuthRefusal) -> ProviderCredential {
        var credential = self
        switch grant {
        case .accessToken(let token, let secret):
            (credential.accessToken, credential.oauthTokenSecret) = (token.reveal(), secret.reveal())
        case .idToken(let token, let nonce, let user):
            (credential.idToken, credential.nonce, credential.user) = (token.reveal(), nonce.reveal(), user)
        case .refused(let reasons, let message):
            throw AuthRefusal(.invalidIDPResponse, message, causes: reasons)
        }
        return credential
    }

    /// The items of a form whose values may not be encoded, as the iOS SDK sends them: an item begins at a known name
    /// only, so `&`, `=` and `+` inside a value stay what they are.
    static func items(in bytes: [UInt8]) -> [(String, String)] {
        var starts: [(at: Int, name: String)] = []
        for position in bytes.indices where position == 0 || bytes[position - 1] == UInt8(ascii: "&") {
            let rest = bytes[position...]
            if let name = names.first(where: { rest.starts(with: "\($0)=".utf8) }) { starts.append((position, name)) }
        }
        return starts.indices.map { index in
            let (at, name) = starts[index]
            let end = index + 1 < starts.count ? starts[index + 1].at - 1 : bytes.count
            let value = bytes[min(at + name.utf8.count + 1, end)..<end]
            return (name, PercentEncoding.text(value))
        }
    }

    /// The claims of the identity token, or where that is absent or no JWT, of an access token that is one; each a JWT
    /// or, as in the emulator, bare JSON.
    ///
    /// - Parameter readsSignature: false for the emulator, which does not look at the third segment of a JWT.
    /// - Throws: `auth/invalid-idp-response`; `auth/not-implemented` for opaque access tokens.
    func claims(readsSignature: Bool) throws(AuthRefusal) -> JSONObject {
        for (name, token) in [("id_token", idToken), ("access_token", accessToken)] {
            guard let token else { continue }
            if let claims = try Self.claims(of: token, named: name, readsSignature: readsSignature) { return claims }
        }
        if idToken != nil { throw AuthRefusal(.invalidIDPResponse, "Unable to parse id_token: it is no JWT.") }
        guard accessToken == nil else {
            throw AuthRefusal(
                .notImplemented, "((The access token of \(providerID) is opaque; send an id_token.))")
        }
        throw AuthRefusal(.notImplemented, "((The request has no id_token; only those are supported.))")
    }

    /// Whether the access token is one that ``claims(readsSignature:)`` can read.
    var hasReadableAccessToken: Bool {
        accessToken.flatMap { try? Self.claims(of: $0, named: "access_token", readsSignature: false) } != nil
    }

    /// - Returns: nil for what is neither.
    /// - Throws: `auth/invalid-idp-response` for what begins as JSON and is none.
    private static func claims(
        of token: String, named name: String, readsSignature: Bool
    ) throws(AuthRefusal) -> JSONObject? {
        guard token.utf8.first == UInt8(ascii: "{") else {
            return (try? UnverifiedToken(parsing: token, readsSignature: readsSignature))?.payload
        }
        guard let object = (try? JSONValue(parsing: token))?.objectValue else {
            throw AuthRefusal(.invalidIDPResponse, "Unable to parse \(name): it is no JSON object.")
        }
        return object
    }

    /// `firstName lastName` of Apple's `user`.
    var appleName: String? {
        guard let name = user.flatMap({ try? JSONValue(parsing: $0) })?["name"] else { return nil }
        let parts = [name["firstName"]?.stringValue, name["lastName"]?.stringValue].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
