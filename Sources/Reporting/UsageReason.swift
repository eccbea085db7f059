public import BridgePrimitives

/// What a verb was called with that cannot work.
public enum UsageReason: String, FailureReason {
    case badDuration = "usage/bad-duration"
    case badHeader = "usage/bad-header"
    case badURL = "usage/bad-url"
    case badOrigin = "usage/bad-origin"
    case badProject = "usage/bad-project"
    case badToken = "usage/bad-token"
    case unknownProfile = "usage/unknown-profile"
    case unknownEdge = "usage/unknown-edge"
    case noRequest = "usage/no-request"
    case noSuchReason = "usage/no-such-reason"
    case unknownVerb = "usage/unknown-verb"
    case noLine = "explain/no-line"
    case noSetCookie = "explain/no-set-cookie"
    case inputTooLong = "usage/input-too-long"
    case reportOverInput = "usage/report-over-input"
    case timedOut = "command/timed-out"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .badDuration, .badHeader, .badURL, .badOrigin, .badProject, .badToken, .unknownProfile, .unknownEdge,
            .noRequest, .noSuchReason, .unknownVerb, .reportOverInput:
            .usage
        case .noLine, .noSetCookie, .inputTooLong: .unreadableInput
        case .timedOut: .unavailable
        }
    }

    public var meaning: String {
        switch self {
        case .badDuration: "The text is no duration."
        case .badHeader: "The text is no header."
        case .badURL: "The text is no URL."
        case .badOrigin: "The text is no origin of a page."
        case .badProject: "The text is no id of a Firebase project."
        case .badToken: "The token can be guessed, or cannot stand in a header."
        case .unknownProfile: "There is no profile of that name."
        case .unknownEdge: "There is no edge of that name."
        case .noRequest: "Options say how a request is made, and there is none."
        case .noSuchReason: "No reason begins with the text."
        case .unknownVerb: "There is no verb of that name."
        case .noLine: "There is no Set-Cookie line on standard input."
        case .noSetCookie: "The response on standard input sets no cookie."
        case .inputTooLong: "Standard input, or a line of it, is longer than is kept."
        case .reportOverInput: "A report would take the place of a scenario file, or of another report."
        case .timedOut: "The command did not end within its --timeout."
        }
    }

    public var fix: String {
        switch self {
        case .badDuration: "Write 61m, 10s or 500ms."
        case .badHeader: "Write 'Name: value'."
        case .badURL: "Write the whole URL, such as https://app.test/."
        case .badOrigin:
            "Write scheme, host and port, such as http://192.168.1.7:5173; browsers take no * with cookies."
        case .badProject:
            "Write 6 to 30 lower-case letters, digits and hyphens, a letter first and no hyphen last, such as demo-bridge."
        case .badToken: "Give 16 to 256 letters, digits and signs, such as those of openssl rand -hex 16."
        case .unknownProfile: "See session-bridge profiles."
        case .unknownEdge: "Use one of those that are named."
        case .noRequest: "Add --request URL."
        case .noSuchReason: "See session-bridge reasons, which lists them all."
        case .unknownVerb: "See session-bridge --help."
        case .noSetCookie: "Make the request that signs in, with the method, body and cookies that it needs."
        case .inputTooLong: "Pipe the headers of one response, or shorter lines."
        case .reportOverInput: "Name a file of its own for each report."
        case .timedOut: "Raise --timeout, or see what the command was waiting for."
        case .noLine: "Pipe the headers of a response, or one line a cookie."
        }
    }
}
