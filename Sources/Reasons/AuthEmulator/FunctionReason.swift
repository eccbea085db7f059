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
}
