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
        url.utf8.split { "?#&=;/".utf8.contains($0) }.filter { $0.starts(with: "eyJ".utf8) }.compactMap { part in
            let text = PercentEncoding.text(Array(part)[...])
            return form(of: text).map { ($0, text) }
        }
    }
}
