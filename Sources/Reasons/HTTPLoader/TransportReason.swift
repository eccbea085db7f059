/// Why a request got no response.
public enum TransportReason: String, Reason {
    case couldNotConnect = "transport/could-not-connect"
    case hostNotFound = "transport/host-not-found"
    case tlsUntrusted = "transport/tls-untrusted"
    case tlsHostMismatch = "transport/tls-host-mismatch"
    case tlsFailed = "transport/tls-failed"
    case timedOut = "transport/timed-out"
    case connectionLost = "transport/connection-lost"
    case certificateWanted = "transport/client-certificate-wanted"
    case malformedResponse = "transport/malformed-response"
    case tooLarge = "transport/too-large"
    case cancelled = "transport/cancelled"
    case shutDown = "transport/shut-down"
    case unsupportedScheme = "transport/unsupported-scheme"
    case invalidMethod = "transport/invalid-method"
    case invalidHeader = "transport/invalid-header"
    case other = "transport/other"
}
