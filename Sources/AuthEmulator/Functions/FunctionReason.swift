public import BridgePrimitives

/// What went wrong with a call of a blocking function.
public enum FunctionReason: String, Reason {
    case errorStatus = "function/error-status"
    case noMask = "function/no-mask"
    case notJSON = "function/not-json"
    case unreachable = "function/unreachable"
    case deadline = "function/deadline"
    case notLocal = "function/not-local"
    case redirected = "function/redirected"
    case noCaller = "function/no-caller"
    case keepsAsking = "function/keeps-asking"

    public var meaning: String {
        switch self {
        case .errorStatus: "The function answered with an HTTP error, as one that throws does."
        case .noMask: "The function's userRecord says nothing of what it changes."
        case .notJSON: "The function's answer is no JSON."
        case .unreachable: "The function gave no whole answer."
        case .deadline: "The function took longer than the 60 seconds that sign-ins wait."
        case .notLocal: "The function is not on this machine, or led to somewhere that is not."
        case .redirected: "The function sent the call on to nowhere, or round in circles."
        case .noCaller: "Functions are configured, and this service was given nobody who calls them."
        case .keepsAsking: "The accounts changed under the sign-in again and again while its functions answered."
        }
    }

    public var fix: String {
        switch self {
        case .errorStatus: "Read the body in the message: function SDKs put the thrown error there."
        case .noMask: "List the changed members in `updateMask`, comma-separated without blanks."
        case .notJSON: "Answer with a JSON object; `{}` changes nothing."
        case .unreachable: "Start the functions, or correct `functionUri`."
        case .deadline: "Answer sooner, and do what takes long after the sign-in."
        case .notLocal: "Run the function here, or allow functions elsewhere when the service is started."
        case .redirected: "Put the address that finally answers into `functionUri`."
        case .noCaller: "Give the service a caller of functions, or remove `blockingFunctions`."
        case .keepsAsking: "Sign in again once the other requests have ended."
        }
    }
}
