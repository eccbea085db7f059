import BridgePrimitives

/// What stands in a token's place and is how a language prints a value that is no text.
enum PrintedValue {
    case promise, nothing, object, bytes

    /// - Parameter text: as the answer has it, percent-encoded or in quotes too.
    /// - Returns: nil for any other text, which is the auth service's to judge.
    init?(_ text: String) {
        let decoded = PercentEncoding.text(Array(text.utf8)[...])
        let bare = decoded.hasPrefix("\"") && decoded.hasSuffix("\"") ? String(decoded.dropFirst().dropLast()) : decoded
        switch bare {
        case "[object Promise]", "Promise { <pending> }": self = .promise
        case "undefined", "null", "None", "nil", "<nil>": self = .nothing
        case "[object Object]": self = .object
        case let text where text.hasPrefix("<coroutine object "): self = .promise
        // Of Python's bytes; no token has a quote in it.
        case let text where text.hasPrefix("b'") && text.hasSuffix("'"): self = .bytes
        case let text where text.hasPrefix("b\"") && text.hasSuffix("\""): self = .bytes
        default: return nil
        }
    }

    /// What was printed: a clause behind the place's name.
    var clause: String {
        switch self {
        case .promise: "holds a promise as text: createCustomToken was not awaited"
        case .nothing: "holds the word for nothing: there was no token when it was written"
        case .object: "holds an object as text, not its token"
        case .bytes: "holds Python's b'…': bytes that were not decoded"
        }
    }
}
