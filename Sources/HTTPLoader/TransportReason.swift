public import BridgePrimitives

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

    public var meaning: String {
        switch self {
        case .couldNotConnect: "Nothing accepted a connection at that host and port."
        case .hostNotFound: "The host name has no address."
        case .tlsUntrusted: "The server's certificate is not issued by a trusted authority, or is out of date."
        case .tlsHostMismatch: "The server's certificate is for another host name."
        case .tlsFailed: "The TLS handshake failed."
        case .timedOut: "No whole response came within the time allowed."
        case .certificateWanted: "The server wants a certificate of its client, and there is none to show."
        case .connectionLost: "The connection ended before the response was complete."
        case .malformedResponse: "What came back is not HTTP."
        case .tooLarge: "The request or the response is larger than the limit."
        case .cancelled: "The request was given up by its own side."
        case .shutDown: "The transport was shut down."
        case .unsupportedScheme: "The HTTP library at hand cannot load that scheme."
        case .invalidMethod: "The method is not a token, or not one that can be sent."
        case .invalidHeader: "A header name or value has characters that must not be sent."
        case .other: "The HTTP library failed in a way that has no code of its own."
        }
    }

    public var fix: String {
        switch self {
        case .couldNotConnect: "Start the service, or correct the port."
        case .hostNotFound: "Correct the host name; names under .localhost always work."
        case .tlsUntrusted: "Trust the authority that issued the certificate, or renew the certificate."
        case .tlsHostMismatch: "Use the name that the certificate is for."
        case .tlsFailed: "Check that the port speaks TLS."
        case .timedOut: "Allow more time, or look at what the server waits for."
        case .certificateWanted: "Let the server take clients without a certificate in this environment."
        case .connectionLost:
            "Look for a crash or a restart of the server; one that speaks TLS ends plain http like this: ask with https."
        case .malformedResponse: "Check that the port speaks HTTP."
        case .tooLarge:
            "Send less: the most that is taken is fixed in the tool; in code it is TransportLimits."
        case .cancelled: ""
        case .shutDown: "Create a new transport."
        case .unsupportedScheme: "Install a libcurl with TLS."
        case .invalidMethod: "Use a method such as GET or POST."
        case .invalidHeader: "Take line breaks, NUL and other control characters out."
        case .other: "Read the cause that stands beside the code."
        }
    }

    public var devToolsName: String? {
        switch self {
        case .couldNotConnect: "net::ERR_CONNECTION_REFUSED"
        case .hostNotFound: "net::ERR_NAME_NOT_RESOLVED"
        case .tlsUntrusted: "net::ERR_CERT_AUTHORITY_INVALID"
        case .tlsHostMismatch: "net::ERR_CERT_COMMON_NAME_INVALID"
        case .tlsFailed: "net::ERR_SSL_PROTOCOL_ERROR"
        case .timedOut: "net::ERR_TIMED_OUT"
        case .certificateWanted: "net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED"
        case .connectionLost: "net::ERR_CONNECTION_CLOSED"
        case .malformedResponse: "net::ERR_INVALID_HTTP_RESPONSE"
        case .cancelled: "net::ERR_ABORTED"
        case .unsupportedScheme: "net::ERR_UNKNOWN_URL_SCHEME"
        case .tooLarge, .shutDown, .invalidMethod, .invalidHeader, .other: nil
        }
    }
}
