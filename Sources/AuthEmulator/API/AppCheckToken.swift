import Listening
import Tokens

/// What an app sends to show that it is the app itself (`X-Firebase-AppCheck`).
///
/// No attestation provider is here, nor the keys that App Check signs with: a token is held for good that can be read.
/// Apps in development get theirs from the App Check SDK's debug provider.
struct AppCheckToken: Sendable {
    static let field = "x-firebase-appcheck"

    /// Nil for a field that is absent, and for what is no JWT: three parts, the first two JSON objects.
    init?(_ request: PlainRequest) {
        guard let text = request.headers[named: Self.field],
            (try? UnverifiedToken(parsing: text, readsSignature: false)) != nil
        else { return nil }
    }
}
