package import Reasons

/// How a value was written that arrived where a token was expected.
package struct ArrivedShape: Hashable, Sendable {
    /// From the outside to the inside: `[.percentEncoded, .percentEncoded, .quoted, .intact]`. Never empty.
    package let forms: [ValueForm]
    /// The token without what stands around it; nil if it cannot be read from the value.
    package let original: String?
    /// Where in JSON the token is: `token`, `data.token`.
    package let member: String?
    /// What the token inside is; `.other` without one.
    package let kind: SentToken.Kind
    /// What usually writes values so, and what to change there; that of the outermost form first.
    package let writtenBy: [ValueWriter]
    let innermostReason: ReasonCode?

    /// What a diagnosis names: what is inside if that is no good either, otherwise what stands around it.
    /// Nil for an intact token.
    package var reason: ReasonCode? {
        // White space and line breaks are how base64 is written.
        innermostReason ?? (forms.contains(.base64) ? .base64 : forms.first).flatMap(\.reason)
    }

    /// Whether it looks like a session that a server made for itself: it is signed or encrypted by a framework, a JWT that is
    /// not Firebase's, or a word of its own.
    package var isServersOwn: Bool {
        kind == .other
            && forms.allSatisfy {
                [.signedCookie, .encryptedCookie, .unknownJWT, .noToken, .percentEncoded].contains($0)
            }
    }

    /// How often the value was percent-encoded.
    package var percentEncodings: Int { forms.filter { $0 == .percentEncoded }.count }
}

/// One thing that can be said of how a value is written.
package enum ValueForm: String, CaseIterable, Sendable {
    // No token is in it.
    case empty, nothingWord, printedPromise, printedObject, encryptedCookie, email, uid, noToken

    // A token is in it.
    case spaceAround, printedBytes, quoted, json, percentEncoded, bearer, signedCookie, lineBroken, padded
    case standardAlphabet, base64

    // A token, or what is left of it.
    case joined, truncated, letterCase, otherKind, unknownJWT, anotherToken, intact

    /// Nil for what needs no change. Of another kind of token the reason depends on the kind.
    package var reason: ReasonCode? {
        switch self {
        case .empty: ReasonCode(TokenReason.empty)
        case .nothingWord: ReasonCode(ValueReason.nothing)
        case .printedPromise: ReasonCode(ValueReason.printedPromise)
        case .printedObject: ReasonCode(ValueReason.printedObject)
        case .printedBytes: ReasonCode(ValueReason.printedBytes)
        case .encryptedCookie: ReasonCode(ValueReason.encryptedCookie)
        case .email: ReasonCode(ValueReason.email)
        case .uid: ReasonCode(ValueReason.uid)
        case .noToken: ReasonCode(TokenReason.malformed)
        case .spaceAround: ReasonCode(ValueReason.spaceAround)
        case .quoted: ReasonCode(PasteReason.quoted)
        case .json: ReasonCode(ValueReason.json)
        case .percentEncoded: ReasonCode(PasteReason.percentEncoded)
        case .bearer: ReasonCode(ValueReason.bearerPrefix)
        case .signedCookie: ReasonCode(ValueReason.signedCookie)
        case .lineBroken: ReasonCode(PasteReason.lineBroken)
        case .padded: ReasonCode(PasteReason.padded)
        case .standardAlphabet: ReasonCode(PasteReason.standardAlphabet)
        case .base64: ReasonCode(ValueReason.base64)
        case .joined: ReasonCode(PasteReason.joined)
        case .truncated: ReasonCode(ValueReason.truncated)
        case .letterCase: ReasonCode(ValueReason.letterCase)
        case .unknownJWT: ReasonCode(ValueReason.unknownJWT)
        case .anotherToken: ReasonCode(ValueReason.anotherToken)
        case .otherKind, .intact: nil
        }
    }
}

/// What writes values in one way.
package struct ValueWriter: Hashable, Sendable {
    package let name: String
    /// What to change there: one sentence.
    package let fix: String
}
