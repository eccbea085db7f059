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
    // What a real device may not
    case publicClient = "proxy/public-client"
    case loopbackClosed = "proxy/loopback-closed"
    case metadataClosed = "proxy/metadata-closed"
    case nobodysAddress = "proxy/nobodys-address"
    case ownPort = "proxy/own-port"
    // The client's side
    case notTrusted = "proxy/not-trusted"
    case authorityNotTrusted = "proxy/authority-not-trusted"
    case certificatePinned = "proxy/certificate-pinned"
    case handshakeFailed = "proxy/handshake-failed"
    case passedUnread = "proxy/passed-unread"
    case http3Offered = "proxy/http3-offered"
    // The other side
    case nameUnknown = "proxy/name-unknown"
    case unreachable = "proxy/unreachable"
    case timedOut = "proxy/timed-out"
    case brokenOff = "proxy/broken-off"
    case certificateWanted = "proxy/client-certificate-wanted"
    case certificateUnverified = "proxy/certificate-unverified"
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
        case .publicClient: "The client has an address of the internet; a recording proxy serves private networks."
        case .loopbackClosed: "The host is this machine itself, whose servers trust whoever asks from here."
        case .metadataClosed: "At the address clouds answer with credentials of the machine that asks."
        case .nobodysAddress: "The address is no host's: it is unspecified, of a group, or reserved."
        case .ownPort: "The request would lead back to the proxy."
        case .authorityNotTrusted:
            "The client ended the TLS handshake, and none of its handshakes has succeeded: it does not trust the"
                + " proxy's authority."
        case .certificatePinned:
            "The client ended the TLS handshake of this host, and those of others succeed: the app wants the host's own"
                + " certificate."
        case .handshakeFailed:
            "The TLS handshake of this host failed, and not for want of trust: there is no version or cipher in common,"
                + " what came is no TLS, or a client refused what another of the device takes."
        case .passedUnread: "What goes to the host passes as it is: nobody reads its cookies."
        case .http3Offered:
            "The answer offers HTTP/3, which no proxy of HTTP sees; the offer (Alt-Svc) was taken out on the way."
        case .notTrusted: "The client ended the TLS handshake: it does not trust the certificates of this run."
        case .nameUnknown: "This machine knows no address of the host."
        case .unreachable: "Nobody listens at the address that was asked for."
        case .timedOut: "The server that was asked did not answer in time."
        case .brokenOff: "The server that was asked ended the connection in the middle, or speaks no HTTP."
        case .certificateWanted: "The server that was asked wants a certificate of its client, and the proxy has none."
        case .certificateUnverified:
            "The server's certificate is not one that this machine's system trusts for the host."
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
        case .publicClient: "Connect the device to this machine's own network."
        case .loopbackClosed: "Pass --allow HOST:PORT, and the device reaches that server of this machine."
        case .metadataClosed: "Ask such an address from the machine that it is for."
        case .nobodysAddress: "Look up what the name resolves to."
        case .ownPort: "Set the address as the device's proxy, and open http://\(RecordingRules.pageHost)/ there."
        case .authorityNotTrusted:
            "Open http://\(RecordingRules.pageHost)/ on the device, install the certificate, and switch it on under"
                + " Certificate Trust Settings."
        case .certificatePinned: "Pass --pass HOST, so that the app works; what it sends there stays unread."
        case .handshakeFailed:
            "Let the client speak TLS 1.2 or later; where one app alone fails, pass --pass HOST, so that it works."
        case .passedUnread: "Leave out --pass, or name the host in --only, to read it."
        case .http3Offered: "Block UDP port 443 where a client goes on with HTTP/3 all the same."
        case .notTrusted:
            "Let the client trust the file in SSL_CERT_FILE, REQUESTS_CA_BUNDLE or NODE_EXTRA_CA_CERTS, by its own option"
                + " if it reads none of them."
        case .nameUnknown: "Look at the name, and at this machine's DNS."
        case .unreachable: "Start the server, or look at the port."
        case .timedOut: "Look at what the server waits for."
        case .brokenOff:
            "Look at the server's log, and at the scheme of its address: one that speaks TLS hangs up on plain http."
        case .certificateWanted: "Let the server take clients without a certificate in this environment."
        case .certificateUnverified:
            "Mend the server's certificate, or pass --upstream-ca FILE with the authority that signed it."
        case .notSimulated: "Leave the call out in this run, or say that you need it."
        }
    }

    /// The status with which a client hears of it.
    var status: Int {
        switch self {
        case .hostRefused, .controlPort, .foreignClient, .publicClient, .loopbackClosed, .metadataClosed,
            .nobodysAddress:
            403
        case .badRequest, .repeatedHost, .ownPort: 400
        case .headTooLarge: 431
        case .tooManyConnections: 503
        case .nameUnknown, .unreachable, .brokenOff, .certificateWanted, .notTrusted, .authorityNotTrusted,
            .certificatePinned,
            .handshakeFailed, .certificateUnverified:
            502
        case .passedUnread, .http3Offered: 200
        case .timedOut: 504
        case .notSimulated: 404
        }
    }

    /// What to do about it, of this host: a clause.
    ///
    /// - Parameter hasSystemTrust: false for a program with a list of authorities of its own.
    package func advice(on host: ProxiedHost?, hasSystemTrust: Bool = true) -> String {
        switch (self, host) {
        case (.authorityNotTrusted, _) where !hasSystemTrust:
            return
                "load http://\(RecordingRules.pageHost)/session-bridge-proxy.pem, and have that program trust it, which"
                + " has a list of its own"
        case (.hostRefused, let host?): return "pass --allow-host \(host.name) to let it through"
        case (.loopbackClosed, let host?): return "pass --allow \(host) to let devices reach that server"
        case (.certificatePinned, let host?): return "pass --pass \(host.name), so that the app works unread"
        case (.handshakeFailed, let host?):
            return "let the client speak TLS 1.2 or later; where one app alone fails, pass --pass \(host.name), so that"
                + " it works"
        default: break
        }
        return ASCIIText.lowercased(fix.utf8.prefix(1)) + (fix.hasSuffix(".") ? fix.dropLast() : fix[...]).dropFirst()
    }
}
