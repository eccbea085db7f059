public import BridgePrimitives

/// What had to be undone before a pasted text was the token that it holds. Verifiers undo nothing of it.
public enum PasteReason: String, Reason {
    case quoted = "token/quoted"
    case percentEncoded = "token/percent-encoded"
    case lineBroken = "token/line-broken"
    case repeatedName = "token/repeated-name"

    public var meaning: String {
        switch self {
        case .quoted: "The token stands in quotes."
        case .percentEncoded: "The token is percent-encoded."
        case .lineBroken: "The token is broken by blanks or line ends."
        case .repeatedName: "A name stands twice in the token, and readers differ in which value counts."
        }
    }

    public var fix: String {
        switch self {
        case .quoted: "Write the token into the cookie or header without quotes."
        case .percentEncoded: "Decode the value where it is read, or write it as it is: a JWT needs no encoding."
        case .lineBroken: "Send the token in one piece, as a terminal or mail may have broken it."
        case .repeatedName: "Mint the token with each name once."
        }
    }
}
