/// Why there is no HTTP client.
public enum TransportSetupReason: String, FailureReason {
    case unavailable = "transport/unavailable"
    case noCertificates = "transport/no-certificates"
    case unreadableCertificates = "transport/unreadable-certificates"
}
