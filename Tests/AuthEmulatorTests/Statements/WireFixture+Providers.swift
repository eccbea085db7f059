@testable import AuthEmulator
import BridgePrimitives
import Testing
import Tokens

/// Sign-ins with what identity providers gave out.
extension WireFixture {
    /// As the JavaScript SDK sends a credential.
    ///
    /// - Parameters:
    ///   - form: more items of `postBody`.
    ///   - members: more members of the request.
    func signIn(
        at provider: String = "google.com", _ claims: JSONValue, linking idToken: JSONValue? = nil,
        form: [(String, String)] = [], members: JSONValue = [:], tenant: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        let items = FormBody.text([("id_token", claims.text()), ("providerId", provider)] + form)
        var body = members.objectValue ?? JSONObject()
        body["idToken"] = idToken
        return try await assert(items, members: .object(body), tenant: tenant, sourceLocation: sourceLocation)
    }

    /// With any `postBody` and `requestUri`.
    func assert(
        _ postBody: String, at uri: String = "http://localhost", members: JSONValue = [:], tenant: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Asked {
        var body = JSONObject([("requestUri", .string(uri)), ("postBody", .string(postBody))])
        for (name, value) in members.objectValue ?? JSONObject() { body[name] = value }
        return try await post(
            "accounts:signInWithIdp", .object(body), tenant: tenant, sourceLocation: sourceLocation)
    }

    /// A token of a provider elsewhere, whose signature is no signature and not even base64url.
    static func foreignToken(_ claims: JSONValue) -> String {
        let header: JSONValue = ["alg": "RS256", "kid": "theirs"]
        return "\(Base64URL.encode(header.bytes())).\(Base64URL.encode(claims.bytes())).c2lnbmF0dXJl_"
    }

    /// Taro, with one second factor by message.
    func taroWithFactor() async throws -> JSONValue {
        let idToken = try await taro()
        try await post(
            "accounts:update",
            ["localId": "taro", "mfa": ["enrollments": [["mfaEnrollmentId": "f", "phoneInfo": "+819000000001"]]]],
            as: .admin) → .done
        return idToken
    }
}
