import BridgePrimitives
import Reasons

/// A value that a consumer found in a cookie, a header or a body where a token was expected.
package enum ArrivedValue {
    /// Longer values are not looked into: no carrier holds them.
    static let byteLimit = 1 << 20
    /// More wrappings than anybody writes by mistake.
    private static let mostWrappings = 12

    /// Tells how a value is written, by the rows of ``ValueTable`` from the outside to the inside.
    ///
    /// The shape's `original` is the token itself: mask it before it is shown.
    ///
    /// - Parameter meant: the token that should have arrived, if it is known.
    /// - Complexity: O(n) in bytes.
    package static func shape(of text: String, meant: String?) -> ArrivedShape {
        guard text.utf8.count <= byteLimit else {
            return ArrivedShape(
                forms: [.noToken], original: nil, member: nil, kind: .other, writtenBy: [],
                innermostReason: ReasonCode(TokenReason.tooLarge))
        }
        var value = ReadValue(text, meant: meant)
        var forms: [ValueForm] = []
        var writers: [ValueWriter] = []
        var member: String?
        while true {
            let (row, outcome) = ValueTable.first(for: value)
            forms.append(row.form)
            writers += row.writers
            guard case .inside(let inner, let name) = outcome, forms.count <= mostWrappings else {
                return ArrivedShape(
                    forms: forms, original: outcome.original, member: member, kind: value.kind, writtenBy: writers,
                    innermostReason: row.form == .otherKind ? Self.reason(of: value.kind) : row.form.reason)
            }
            member = name ?? member
            value = ReadValue(inner, meant: meant)
        }
    }

    private static func reason(of kind: SentToken.Kind) -> ReasonCode? {
        switch kind {
        case .idToken: ReasonCode(TokenReason.isIDToken)
        case .customToken: ReasonCode(TokenReason.isCustomToken)
        case .sessionCookie: ReasonCode(TokenReason.isSessionCookie)
        case .refreshToken, .other, .missing: ReasonCode(TokenReason.malformed)
        }
    }
}

/// What a row of the table makes of a value.
enum ValueOutcome {
    /// There is a value inside, which the table is asked about next. The name is that of a JSON member.
    case inside(String, member: String? = nil)
    /// This is all that can be said. With the token if there is one.
    case end(original: String?)

    var original: String? { if case .end(let original) = self { original } else { nil } }
}

/// A value with what several rows ask of it.
struct ReadValue {
    let text: String
    let bytes: [UInt8]
    let meant: String?
    /// What stands between the dots.
    let parts: [ArraySlice<UInt8>]
    /// The token's first two parts; nil if they are not JSON objects.
    let token: (header: JSONObject, claims: JSONObject)?
    let kind: SentToken.Kind

    init(_ text: String, meant: String?) {
        self.text = text
        self.bytes = Array(text.utf8)
        self.meant = meant
        self.parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        self.token = parts.count == 3 ? Self.token(parts) : nil
        self.kind = Self.kind(token?.claims, text)
    }

    private static func token(_ parts: [ArraySlice<UInt8>]) -> (JSONObject, JSONObject)? {
        guard let header = object(parts[0]), let claims = object(parts[1]),
            parts[2].allSatisfy(TokensInText.isPartByte)
        else { return nil }
        return (header, claims)
    }

    /// A part of a token as a JSON object; nil if it is not one.
    static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
        Base64URL.decode(part).flatMap { try? JSONValue(parsing: $0) }?.objectValue
    }

    static func kind(_ claims: JSONObject?, _ text: String) -> SentToken.Kind {
        guard let claims else { return text.hasPrefix("AMf-") ? .refreshToken : text.isEmpty ? .missing : .other }
        let issuer = claims["iss"]?.stringValue ?? ""
        // Custom tokens have one audience, whatever they say of themselves otherwise.
        if claims["aud"]?.stringValue?.hasPrefix("https://identitytoolkit.googleapis.com/") == true {
            return .customToken
        }
        if issuer.hasPrefix("https://securetoken.google.com/") { return .idToken }
        if issuer.hasPrefix("https://session.firebase.google.com/") { return .sessionCookie }
        // For a wrong audience, and a custom token all the same.
        if claims["uid"] != nil, !issuer.isEmpty, issuer == claims["sub"]?.stringValue { return .customToken }
        return .other
    }
}
