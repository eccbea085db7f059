import Reasons

/// How a proxy treats the traffic of a real device: all of it passes, and what may be read is read.
///
/// What it must not be is a door: into this machine's loopback, where a developer's services trust whoever asks, to the
/// addresses on which clouds hand out credentials, or for anybody who comes from the internet.
public struct RecordingRules: Sendable {
    /// Read these alone; nothing for all.
    public var only: [AllowedHost]
    /// Passed without being read: apps that pin certificates work then.
    public var unread: [AllowedHost]
    /// Servers of this machine that are to be reached all the same, by the name and port that clients use.
    public var allowed: Set<ProxiedHost>
    /// Answers whoever asks the proxy as a server, or under ``pageHost``: how a device is set up.
    public var page: ProxyPolicy.Service
    /// Addresses of this machine on its networks.
    public var ownAddresses: Set<NetworkAddress>

    /// The name under which the proxy answers through itself; nobody can register one under `.proxy`.
    public static let pageHost = "session-bridge.proxy"

    public init(
        only: [AllowedHost] = [], unread: [AllowedHost] = [], allowed: Set<ProxiedHost> = [],
        page: ProxyPolicy.Service, ownAddresses: Set<NetworkAddress> = []
    ) {
        (self.only, self.unread, self.allowed) = (only, unread, allowed)
        (self.page, self.ownAddresses) = (page, ownAddresses)
    }

    /// Whether a client may speak with the proxy.
    ///
    /// - Returns: nil where it may.
    func refusal(ofClient address: NetworkAddress?) -> ProxyReason? {
        address?.isNear ?? false ? nil : .publicClient
    }

    /// What becomes of a request, by the name that it has. Where the name leads is looked at when that is known:
    /// ``refusal(ofAddress:port:askedAs:ownPort:closed:)``.
    func decision(on host: ProxiedHost, ownPort: Int) -> ProxyDecision {
        if host.port == ownPort, NetworkAddress(host.name).map({ ownAddresses.contains($0) }) ?? false {
            return .page
        }
        guard allowed.contains(host) || !host.isLoopback else {
            return .refused(host.port == ownPort ? .ownPort : .loopbackClosed)
        }
        if unread.contains(where: { $0.admits(host) }) { return .tunnelled }
        return only.isEmpty || only.contains { $0.admits(host) } ? .opened : .tunnelled
    }

    /// Whether an address may be connected with that a name was resolved to.
    ///
    /// - Parameters:
    ///   - host: what the client asked for.
    ///   - closed: ports of this machine that steer something.
    /// - Returns: nil where it may.
    func refusal(
        ofAddress address: NetworkAddress, askedAs host: ProxiedHost, ownPort: Int, closed: Set<Int>
    ) -> ProxyReason? {
        let address = address.destination
        let isOwn = address.realm == .loopback || ownAddresses.contains(address)
        if isOwn, host.port == ownPort { return .ownPort }
        if isOwn, closed.contains(host.port) { return .controlPort }
        if address.isMetadata { return .metadataClosed }
        switch address.realm {
        case .nobody: return .nobodysAddress
        case .loopback: return allowed.contains(host) ? nil : .loopbackClosed
        case .privateNetwork, .linkLocal, .everywhere: return nil
        }
    }
}
