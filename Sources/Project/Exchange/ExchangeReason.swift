public import BridgePrimitives

/// Why the exchange with somebody's own backend gave no custom token that the page could use.
public enum ExchangeReason: String, Reason {
    case backendNotThere = "exchange/backend-not-there"
    case serverError = "exchange/server-error"
    case noEndpoint = "exchange/no-endpoint"
    case notAccepted = "exchange/not-accepted"
    case otherClock = "exchange/other-clock"
    case refused = "exchange/refused"
    case formProtection = "exchange/form-protection"
    case otherSlash = "exchange/other-slash"
    case redirected = "exchange/redirected"
    case html = "exchange/html"
    case notJSON = "exchange/not-json"
    case saysError = "exchange/says-error"
    case noToken = "exchange/no-token"
    case emptyToken = "exchange/empty-token"
    case printedValue = "exchange/printed-value"
    case controlCharacter = "exchange/control-character"
    case twoTokens = "exchange/two-tokens"
    case idTokenCameBack = "exchange/id-token-came-back"
    case otherProject = "exchange/other-project"

    public var meaning: String {
        switch self {
        case .backendNotThere: "Nothing listens where the project file says that the backend is."
        case .serverError: "The backend failed: its answer has a status of 500 or more."
        case .noEndpoint: "The backend has nothing at the exchange's path, or not for its method."
        case .notAccepted: "The backend did not accept the request that brought the ID token."
        case .otherClock:
            "The world's clock is not the machine's, which an own backend reads: to it the ID token is not of this time."
        case .refused: "The backend refused the exchange's request."
        case .formProtection: "The backend took the exchange for a forged form: it has no CSRF token."
        case .otherSlash:
            "The backend redirects to the same path with a slash at its end, or without the one that is there."
        case .redirected: "The backend redirects instead of answering: a sign-in page's work."
        case .html: "The backend answered with an HTML page: a web server or a framework spoke in its place."
        case .notJSON: "The answer should be JSON and is not."
        case .saysError: "The answer has a status of success, and says that the exchange failed."
        case .noToken: "The answer has no custom token where the project file says that it is."
        case .emptyToken: "What the answer has in the token's place is empty, or no text."
        case .printedValue: "What the answer has in the token's place is how a language prints a value that is no text."
        case .controlCharacter:
            "The token has a line break or another control character in it, as what a program prints."
        case .twoTokens: "The answer has two custom tokens, and they are not the same."
        case .idTokenCameBack: "The backend answered with an ID token; pages sign in with custom tokens."
        case .otherProject: "The custom token was minted for another Firebase project."
        }
    }

    public var fix: String {
        switch self {
        case .backendNotThere: "Start the backend, let `backend.start` do it, or correct `backend.url`."
        case .serverError: "Read the backend's own log."
        case .noEndpoint: "Correct `exchange.request` in the project file: its path and method."
        case .notAccepted:
            "Read the backend's words: send what it asks for, with the ID token where it looks for it, and let it verify tokens"
                + " of this auth service."
        case .otherClock: "Move the clock after the exchange, not before it, or use the built-in backend."
        case .refused: "Compare `exchange.request` in the project file with what the backend reads."
        case .formProtection:
            "Exempt the exchange's path from the CSRF check: what it shows is the ID token, and no cookie of a session."
        case .otherSlash:
            "Write the path as the backend has it, in the project file and in the app: most redirects make a GET of a POST."
        case .redirected: "Let the exchange pass the backend's sign-in check, and correct the path."
        case .html: "Correct `backend.url` and the request's path, and let errors of this path be JSON."
        case .notJSON: "Let the backend answer with JSON, or correct `exchange.token` in the project file."
        case .saysError: "Mend what its words say, and let the backend answer failures with a status of 400 or more."
        case .noToken: "Correct `exchange.token` in the project file, or let the backend put the token there."
        case .emptyToken: "Let the backend answer with the token that createCustomToken gave, as text."
        case .printedValue:
            "Await createCustomToken, and hand on the text that it gives; in Python decode the bytes: token.decode()."
        case .controlCharacter: "Trim what the backend read or printed: token.trim(), in Python token.strip()."
        case .twoTokens: "Let the backend answer with one token, or delete the old cookie."
        case .idTokenCameBack: "Answer with what createCustomToken(uid) gives."
        case .otherProject: "Mint with a service account of the project that the page uses."
        }
    }
}
