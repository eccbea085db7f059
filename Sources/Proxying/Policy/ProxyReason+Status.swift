import BridgePrimitives

extension ProxyReason {
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
