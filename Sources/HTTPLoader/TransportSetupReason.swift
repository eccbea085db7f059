public import BridgePrimitives

/// Why there is no HTTP client.
public enum TransportSetupReason: String, FailureReason {
    case unavailable = "transport/unavailable"
    case noCertificates = "transport/no-certificates"
    case unreadableCertificates = "transport/unreadable-certificates"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .unavailable: .unavailable
        case .noCertificates: .usage
        case .unreadableCertificates: .unreadableInput
        }
    }

    public var meaning: String {
        switch self {
        case .unavailable: "The HTTP library could not start."
        case .noCertificates: "The trusted certificates are no PEM text."
        case .unreadableCertificates: "The file of trusted certificates cannot be read."
        }
    }

    public var fix: String {
        switch self {
        case .unavailable: "Check memory and thread limits."
        case .noCertificates: "Give a file that has -----BEGIN CERTIFICATE-----."
        case .unreadableCertificates: "Name a PEM file."
        }
    }
}
