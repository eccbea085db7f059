public import BridgePrimitives

/// Why a recording cannot be read.
public enum CaptureReason: String, FailureReason {
    case notHAR = "har/not-a-har"
    case tooLarge = "har/too-large"
    case unreadable = "har/unreadable"
    case empty = "har/empty"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .notHAR: "The file is JSON and no HAR."
        case .tooLarge: "The recording is larger than is read."
        case .unreadable: "The file cannot be read, or is no JSON."
        case .empty: "The recording has no entry."
        }
    }

    public var fix: String {
        switch self {
        case .notHAR: "Export a HAR: an object with a member log that has entries."
        case .tooLarge: "Record less, or export without bodies."
        case .unreadable: "Export the recording again; a file that was cut off is no JSON."
        case .empty: "Record from the sign-in on, and export what was recorded."
        }
    }
}

/// What a recording shows that no rule of a cookie jar explains.
public enum CaptureFindingReason: String, Reason {
    case cookiesLeftOut = "har/cookies-left-out"
    case cookieMissing = "har/cookie-missing"
    case cookieUnexplained = "har/cookie-unexplained"
    case cookieFromElsewhere = "har/cookie-from-elsewhere"
    case cookieNeverSeen = "har/cookie-never-seen"
    case tokenUnfit = "har/token-unfit"
    case signInRefused = "har/sign-in-refused"
    case asModelled = "har/as-modelled"

    public var meaning: String {
        switch self {
        case .cookiesLeftOut: "The recording has no cookies: its producer leaves them out unless it is told not to."
        case .cookieMissing: "A request went without a cookie that the model would have sent."
        case .cookieUnexplained: "A request had a cookie that the model would not have sent."
        case .cookieFromElsewhere: "A cookie was there that no answer of the recording has set."
        case .cookieNeverSeen: "No request and no answer of the recording has the cookie."
        case .tokenUnfit: "The token in a cookie is refused by whoever it is for."
        case .signInRefused: "The auth service refused a sign-in."
        case .asModelled: "Recording and model agree on every request."
        }
    }

    public var fix: String {
        switch self {
        case .cookiesLeftOut: "Export again with cookies: in Chrome, Export HAR (with sensitive data)."
        case .cookieMissing: "Look for what deleted or blocked it there, and try another --profile."
        case .cookieUnexplained: "Try the --profile of the engine that was recorded."
        case .cookieFromElsewhere: ""
        case .cookieNeverSeen: "Record from the sign-in on, or name the cookie with --cookie."
        case .tokenUnfit: "See session-bridge token decode, with the token."
        case .signInRefused: "See session-bridge token decode, with the token that was sent."
        case .asModelled: ""
        }
    }
}
