public import BridgePrimitives

/// Why the proxy did not do what it was asked, or what whoever watches should know of how it did.
public enum ProxyReason: String, Reason {
    // What it was asked for
    case hostRefused = "proxy/host-refused"
    case controlPort = "proxy/control-port"
    case badRequest = "proxy/bad-request"
    case repeatedHost = "proxy/repeated-host"
    case headTooLarge = "proxy/head-too-large"
    case foreignClient = "proxy/foreign-client"
    case tooManyConnections = "proxy/too-many-connections"
    // The client's side
    case notTrusted = "proxy/not-trusted"
    // The other side
    case unreachable = "proxy/unreachable"
    case timedOut = "proxy/timed-out"
    case brokenOff = "proxy/broken-off"
    case certificateWanted = "proxy/client-certificate-wanted"
    case notSimulated = "proxy/not-simulated"

    public var meaning: String {
        switch self {
        case .hostRefused: "The host is neither on this machine, nor one that is answered here, nor allowed."
        case .controlPort: "The port is one that steers the services; the proxy leads nobody there."
        case .badRequest: "What came is no request to a proxy."
        case .repeatedHost: "The request has more than one Host field, and they could name different hosts."
        case .headTooLarge: "The request's head is larger than the proxy takes."
        case .foreignClient: "The connection came from another machine."
        case .tooManyConnections: "More connections are open than the proxy holds."
        case .notTrusted: "The client ended the TLS handshake: it does not trust the certificates of this run."
        case .unreachable: "Nobody listens at the address that was asked for."
        case .timedOut: "The server that was asked did not answer in time."
        case .brokenOff: "The server that was asked ended the connection in the middle, or speaks no HTTP."
        case .certificateWanted: "The server that was asked wants a certificate of its client, and the proxy has none."
        case .notSimulated: "Google's host would be asked for something that is not simulated; it got Google's 404."
        }
    }

    public var fix: String {
        switch self {
        case .hostRefused: "Pass --allow-host NAME to let it through."
        case .controlPort: "Ask the address in SESSION_BRIDGE_CONTROL directly, without a proxy."
        case .badRequest: "Set the address as a proxy, HTTPS_PROXY, and not as a server."
        case .repeatedHost: "Send one Host field."
        case .headTooLarge: "Send fewer or shorter header fields."
        case .foreignClient: "Run the command on this machine."
        case .tooManyConnections: "Close connections that are done with."
        case .notTrusted:
            "Let the client trust the file in SSL_CERT_FILE, REQUESTS_CA_BUNDLE or NODE_EXTRA_CA_CERTS, by its own option"
                + " if it reads none of them."
        case .unreachable: "Start the server, or look at the port."
        case .timedOut: "Look at what the server waits for."
        case .brokenOff: "Look at the server's log."
        case .certificateWanted: "Let the server take clients without a certificate in this environment."
        case .notSimulated: "Leave the call out in this run, or say that you need it."
        }
    }

    /// The status with which a client hears of it.
    var status: Int {
        switch self {
        case .hostRefused, .controlPort, .foreignClient: 403
        case .badRequest, .repeatedHost: 400
        case .headTooLarge: 431
        case .tooManyConnections: 503
        case .unreachable, .brokenOff, .certificateWanted, .notTrusted: 502
        case .timedOut: 504
        case .notSimulated: 404
        }
    }

    /// What to do about it, of this host: a clause.
    package func advice(on host: ProxiedHost?) -> String {
        if self == .hostRefused, let host { return "pass --allow-host \(host.name) to let it through" }
        return ASCIIText.lowercased(fix.utf8.prefix(1)) + fix.dropFirst().prefix { $0 != "." }
    }
}
