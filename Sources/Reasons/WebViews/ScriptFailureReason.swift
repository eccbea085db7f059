/// How a script failed.
public enum ScriptFailureReason: String, Reason {
    case syntaxError = "script/syntax-error"
    case threw = "script/threw"
    /// The script is right, and the headless web view lacks what it uses.
    case notSimulated = "script/not-simulated"
    case terminated = "script/terminated"
    case memoryLimit = "script/memory-limit"
    case unsupportedResult = "script/unsupported-result"
    case noSuchFrame = "script/no-such-frame"
    /// `WKError.javaScriptAppBoundDomain`, 14.
    case appBoundDomain = "script/app-bound-domain"
    /// A user script; the page goes on without it.
    case injectionSkipped = "script/injection-skipped"
}
