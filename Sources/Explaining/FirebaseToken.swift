import BridgePrimitives
import BridgeTrace
import Tokens

/// What in a recording is a token of Firebase's, which opens a session to whoever sees it.
enum FirebaseToken {
    /// Nil for what is none.
    static func form(of text: String) -> TokenEvent.Form? {
        switch try? PastedText(text).credentials.first?.inspected.kind {
        case .idToken?: .idToken
        case .customToken?: .customToken
        case .sessionCookie?: .sessionCookie
        default: nil
        }
    }

    /// Those of an address, wherever they stand in it.
    ///
    /// - Complexity: O(n) in the address.
    static func all(inURL url: String) -> [(form: TokenEvent.Form, text: String)] {
        TokensInText.places(in: PercentEncoding.text(Array(url.utf8)[...])).compactMap { place in
            form(of: place.text).map { ($0, place.text) }
        }
    }
}
