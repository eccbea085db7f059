import BridgePrimitives
import BridgeTrace

/// What a masked token says of itself: its kind, whose it is, and until when.
struct ShownToken: Hashable {
    let form: TokenEvent.Form
    let uid: String
    /// The claim `exp`, to the second; nil for a token without one.
    let expiry: Instant?

    /// - Parameter masking: for events that show secrets; nil where they are masked.
    /// - Returns: nil for what is no JWT.
    init?(_ shown: MaskedText, _ masking: Masking?) {
        self.init(text: (masking.map { $0.secret(shown.text) } ?? shown).text)
    }

    private init?(text: String) {
        let forms: [(String, TokenEvent.Form)] = [("<custom token uid=", .customToken), ("<ID token uid=", .idToken)]
        guard let (prefix, form) = forms.first(where: { text.hasPrefix($0.0) }) else { return nil }
        self.form = form
        var parts = text.dropFirst(prefix.count).dropLast().split(separator: " ", omittingEmptySubsequences: false)
        if parts.last?.hasPrefix("#") == true { parts.removeLast() }
        expiry = parts.last.flatMap { $0.hasPrefix("exp=") ? Instant(rfc3339: String($0.dropFirst(4))) : nil }
        if expiry != nil { parts.removeLast() }
        uid = parts.joined(separator: " ")
    }
}

extension HandoffFindings {
    /// Makes what shows secrets what it would be if it did not; nil where nothing does.
    var masking: Masking? { showsSecrets ? Masking(.fingerprints) : nil }
}
