public import BridgePrimitives

/// What had to be undone before a pasted text was the token that it holds. Verifiers undo nothing of it.
public enum PasteReason: String, Reason {
    case quoted = "token/quoted"
    case percentEncoded = "token/percent-encoded"
    case padded = "token/padded"
    case standardAlphabet = "token/standard-alphabet"
    case joined = "token/joined"
    case lineBroken = "token/line-broken"
    case repeatedName = "token/repeated-name"

    public var meaning: String {
        switch self {
        case .quoted: "The token stands in quotes."
        case .percentEncoded: "The token is percent-encoded."
        case .padded: "A part of the token ends with =, which a JWT leaves out."
        case .standardAlphabet: "The token is written with + and /, where base64url has - and _."
        case .joined: "Two tokens stand together with nothing between them."
        case .lineBroken: "The token is broken by blanks or line ends."
        case .repeatedName: "A name stands twice in the token, and readers differ in which value counts."
        }
    }

    public var fix: String {
        switch self {
        case .quoted: "Write the token into the cookie or header without quotes."
        case .percentEncoded: "Decode the value where it is read, or write it as it is: a JWT needs no encoding."
        case .padded: "Encode without padding: verifiers refuse it."
        case .standardAlphabet: "Encode with the alphabet of base64url: verifiers refuse the other."
        case .joined: "Send one of them: a header that was added to instead of set has both."
        case .lineBroken: "Send the token in one piece, as a terminal or mail may have broken it."
        case .repeatedName: "Mint the token with each name once."
        }
    }
}
