import AuthEmulator
import BridgePrimitives

/// A provider with a page of its own, whose one user is signed in there.
struct StubProvider: IdentityProviderDirectory {
    /// `http://localhost:41234`, which has ``page(target:)`` at `/provider`.
    let origin: String

    func beginAuthorization(_ request: ProviderAuthorizationRequest) async -> ProviderAuthorization {
        guard request.providerID == "apple.com" else { return .unknownProvider }
        return .begun(
            url: "\(origin)/provider?\(PercentEncoding.encode(request.callback))",
            memory: ProviderMemory(token: nil, secret: request.nonce))
    }

    func finishAuthorization(_ answer: ProviderReturn) async -> ProviderGrant {
        guard answer.items["code"] == "c" else { return .refused(reasons: [], message: "No code.") }
        return .idToken(Secret("{\"sub\":\"a1\"}"), nonce: answer.memory.secret, user: nil)
    }

    func verifyIDToken(
        _ token: String, providerID: String, nonce: String?, now: Instant
    ) async -> ProviderTokenVerdict {
        providerID == "apple.com"
            ? .accepted(JSONObject([("sub", "a1"), ("email", "hana@example.com"), ("email_verified", true)]))
            : .unknownProvider
    }

    func profile(
        oauthToken: String, secret: Secret<String>, providerID: String
    ) async -> ProviderProfileVerdict { .unknownProvider }

    /// Where its user agrees, or does not.
    static func page(target: Substring) -> String {
        let callback = PercentEncoding.text(Array(target.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())[...])
        let address = MarkupText.escaped(callback)
        return """
            <!doctype html><title>Provider</title><p role="alert"></p>
            <a id="yes" href="\(address)&amp;code=c">Yes</a> <a id="no" href="\(address)&amp;error=access_denied">No</a>
            """
    }
}
