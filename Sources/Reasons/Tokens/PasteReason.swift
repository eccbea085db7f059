/// What had to be undone before a pasted text was the token that it holds. Verifiers undo nothing of it.
public enum PasteReason: String, Reason {
    case quoted = "token/quoted"
    case percentEncoded = "token/percent-encoded"
    case padded = "token/padded"
    case standardAlphabet = "token/standard-alphabet"
    case joined = "token/joined"
    case lineBroken = "token/line-broken"
    case repeatedName = "token/repeated-name"
}
