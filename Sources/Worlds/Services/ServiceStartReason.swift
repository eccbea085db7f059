public import BridgePrimitives

/// Why a service that a project file starts, the backend or what serves the page, does not come up.
public enum ServiceStartReason: String, FailureReason {
    case notStarted = "start/not-started"
    case endedEarly = "start/ended-early"
    case notReady = "start/not-ready"
    case portInUse = "start/port-in-use"
    case notTrusted = "start/certificate-not-trusted"
    case plainHTTP = "start/plain-http"

    public var kind: BridgeFailure.Kind { .unavailable }

    public var meaning: String {
        switch self {
        case .notStarted: "The command that starts the backend, or what serves the page, could not be run."
        case .endedEarly: "The command ended before what it starts was ready."
        case .notReady: "What the command starts did not get ready within the time allowed."
        case .portInUse: "Something listens already where the command is to listen."
        case .notTrusted: "What the command starts shows a certificate that nothing here trusts."
        case .plainHTTP: "What the command starts speaks plain http where the project file says https."
        }
    }

    public var fix: String {
        switch self {
        case .notStarted: "Read the system's words that stand beside the code."
        case .endedEarly: "Run the command by hand in the project file's folder, and read what it says."
        case .notReady: "Correct `url` or `start.ready`, or allow more time with `start.within`."
        case .portInUse: "Stop it, write ${port} in `url`, or leave `start` out to use what runs."
        case .notTrusted:
            "Name its certificate, or its authority's, under `trust:`, or let it use the files of SESSION_BRIDGE_TLS_CERTIFICATE and SESSION_BRIDGE_TLS_KEY."
        case .plainHTTP:
            "Write http:// in `url`, or let it use the files of SESSION_BRIDGE_TLS_CERTIFICATE and SESSION_BRIDGE_TLS_KEY."
        }
    }
}
