/// Why a request of a page's brought nothing that the page could use.
public enum FailedRequestReason: String, Reason {
    // CORS
    case corsOrigin = "request/cors-origin"
    case corsCredentials = "request/cors-credentials"
    case corsPreflight = "request/cors-preflight"
    // What the page may ask for
    case mixedContent = "request/mixed-content"
    case blockedByPolicy = "request/blocked-by-policy"
    // On its way
    case noSuchHost = "request/no-such-host"
    case notReached = "request/not-reached"
    case tls = "request/tls"
    case brokenBody = "request/broken-body"
    case left = "request/left"
    case timedOut = "request/timed-out"
    /// The engine does not say why.
    case failed = "request/failed"
}

/// Why a script that the page named did not run, if none of ``PageEngineReason``, ``PageReason`` and
/// ``FailedRequestReason`` says it.
public enum SkippedScriptReason: String, Reason {
    case answeredError = "script/answered-error"
    case integrity = "script/integrity"
}
