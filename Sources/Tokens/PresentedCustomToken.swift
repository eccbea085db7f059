public import BridgePrimitives

/// What somebody sent to sign in with a custom token: a JWT, or bare JSON, which only the emulator takes.
public enum PresentedCustomToken: Sendable {
    case token(UnverifiedToken)
    case bareJSON(JSONObject)

    /// - Throws: `empty`, `tooLarge`, `malformed` or `notJSON`.
    public init(parsing text: String) throws(TokenReason) {
        guard text.utf8.first == UInt8(ascii: "{") else {
            self = .token(try UnverifiedToken(parsing: text))
            return
        }
        guard text.utf8.count <= UnverifiedToken.byteLimit else { throw .tooLarge }
        guard let object = (try? JSONValue(parsing: text))?.objectValue else { throw .notJSON }
        self = .bareJSON(object)
    }

    /// The claims, not checked.
    public var payload: JSONObject {
        switch self {
        case .token(let token): token.payload
        case .bareJSON(let object): object
        }
    }
}
