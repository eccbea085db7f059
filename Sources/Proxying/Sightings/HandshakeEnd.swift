public import Reasons

/// How a client's TLS handshake with the proxy ended.
public enum HandshakeEnd: Hashable, Sendable {
    case completed
    /// The client said that it does not take the certificate (RFC 8446 §6.2: `bad_certificate`, `unknown_ca` and the like).
    case certificateRefused
    /// The client left without a word, as some do that do not take a certificate, and others that changed their mind.
    case left
    /// Nothing came any more.
    case timedOut
    /// The two have no version or cipher in common, or what came is no TLS.
    case failed

    /// - Parameter words: of the error that TLS ended with; BoringSSL has names for alerts in its words alone.
    init(_ words: String) {
        let alerts = [
            "ALERT_BAD_CERTIFICATE", "ALERT_UNSUPPORTED_CERTIFICATE", "ALERT_CERTIFICATE_REVOKED",
            "ALERT_CERTIFICATE_EXPIRED", "ALERT_CERTIFICATE_UNKNOWN", "ALERT_UNKNOWN_CA", "ALERT_ACCESS_DENIED",
            // A record that is too short to be encrypted: OpenSSL's clients say in the clear what they think of the
            // certificate, and at this point of TLS 1.3 they have nothing else to say.
            "BAD_PACKET_LENGTH",
        ]
        let ends = [
            "uncleanShutdown", "eofDuringHandshake", "ALERT_USER_CANCELLED", "ALERT_CLOSE_NOTIFY", "zeroReturn",
        ]
        if alerts.contains(where: { words.contains($0) }) {
            self = .certificateRefused
        } else {
            self = ends.contains { words.contains($0) } ? .left : .failed
        }
    }
}

/// What the handshakes of clients tell: whether one trusts the proxy, and which hosts its apps pin.
///
/// A certificate that is refused is told at once. One that left may have changed its mind: that counts from the second
/// time on, and only where no handshake of the host has ever succeeded. That a host is pinned is told only where others
/// of the client succeed and its own never did: whoever has taken the certificate once wants no other.
public struct HandshakeLedger: Sendable {
    private struct Record {
        /// Hosts whose handshake has succeeded.
        var trusting: Set<String> = []
        var departures: [String: Int] = [:]
        var told: Set<String> = []

        /// Why a client refuses a host's certificate, as far as its other handshakes say so.
        func reason(forRefusalOf host: String) -> ProxyReason {
            if trusting.isEmpty { return .authorityNotTrusted }
            // Of more hosts than are kept nobody knows whether this one was among those that succeeded.
            return trusting.contains(host) || trusting.count >= HandshakeLedger.mostHosts
                ? .handshakeFailed : .certificatePinned
        }
    }

    private var records: [String: Record] = [:]
    /// Beyond it the oldest are not known any more; a home has fewer devices.
    private static let mostClients = 1000
    private static let mostHosts = 10_000
    private static let departuresThatTell = 2

    public init() {}

    /// - Parameter client: whose trust is one: a device, or a program that has a list of its own.
    /// - Returns: what is to be told, once for each client and host; nil for nothing.
    public mutating func note(_ end: HandshakeEnd, of host: String, by client: String) -> ProxyReason? {
        if records.count >= Self.mostClients, records[client] == nil { records.removeAll() }
        var record = records[client] ?? Record()
        defer { records[client] = record }
        let reason: ProxyReason
        switch end {
        case .completed:
            if record.trusting.count < Self.mostHosts { record.trusting.insert(host) }
            record.departures[host] = nil
            return nil
        case .timedOut: return nil
        case .failed: reason = .handshakeFailed
        case .left:
            guard !record.trusting.contains(host), record.departures.count < Self.mostHosts else { return nil }
            record.departures[host, default: 0] += 1
            guard record.departures[host, default: 0] >= Self.departuresThatTell else { return nil }
            reason = record.reason(forRefusalOf: host)
        case .certificateRefused: reason = record.reason(forRefusalOf: host)
        }
        // By reason: whoever comes to trust the authority later is told anew what is pinned.
        return record.told.insert("\(reason.rawValue) \(host)").inserted ? reason : nil
    }
}
