public import Listening
import Reasons

/// Who may be reached through a proxy, and how.
public struct ProxyPolicy: Sendable {
    /// A service here that answers in the place of hosts elsewhere.
    public struct Service: Sendable {
        /// What it is called in messages.
        public let name: String
        /// In lower case.
        public let hosts: Set<String>
        /// Where it listens, for plain HTTP.
        public let address: ListenAddress
        /// Whether it has an answer of its own for a method, a host and a path without query.
        public let knows: @Sendable (_ method: String, _ host: String, _ path: String) -> Bool

        public init(
            name: String, hosts: some Sequence<String>, address: ListenAddress,
            knows: @escaping @Sendable (_ method: String, _ host: String, _ path: String) -> Bool
        ) {
            (self.name, self.hosts, self.address, self.knows) = (name, Set(hosts), address, knows)
        }
    }

    public var services: [Service]
    /// Hosts elsewhere that are passed on all the same.
    public var allowed: [AllowedHost]
    /// Hosts elsewhere that are passed on and read on the way, TLS too: the authority must vouch for them. Theirs is
    /// verified as the system says.
    public var opened: [AllowedHost]
    /// Whether hosts elsewhere that nobody named are passed on as well.
    public var allowsAll: Bool
    /// Ports of this machine that steer the services.
    public var controlPorts: Set<Int>
    /// Nil for a proxy of this machine's own programs; else how one of a real device decides on hosts that no service
    /// answers for.
    public var recording: RecordingRules?

    public init(
        services: [Service] = [], allowed: [AllowedHost] = [], opened: [AllowedHost] = [], allowsAll: Bool = false,
        controlPorts: Set<Int> = []
    ) {
        (self.services, self.allowed, self.opened, self.allowsAll) = (services, allowed, opened, allowsAll)
        self.controlPorts = controlPorts
    }

    /// What becomes of a request, before anybody is asked.
    ///
    /// - Parameter ownPort: the proxy's; a request that led back to it would go round for ever.
    func decision(on host: ProxiedHost, ownPort: Int) -> ProxyDecision {
        if let index = services.firstIndex(where: { $0.hosts.contains(host.name) }), [80, 443].contains(host.port) {
            return .answered(service: index)
        }
        if let recording {
            let isPage = host.name == RecordingRules.pageHost && [80, 443].contains(host.port)
            return isPage ? .page : recording.decision(on: host, ownPort: ownPort)
        }
        guard !host.isLoopback else {
            if host.port == ownPort { return .refused(.badRequest) }
            return controlPorts.contains(host.port) ? .refused(.controlPort) : .passed
        }
        if opened.contains(where: { $0.admits(host) }) { return .opened }
        return allowsAll || allowed.contains { $0.admits(host) } ? .tunnelled : .refused(.hostRefused)
    }
}

/// What becomes of a request.
enum ProxyDecision: Hashable, Sendable {
    /// By a service here; see ``ProxyPolicy/services``.
    case answered(service: Int)
    /// By the page that tells how a device is set up.
    case page
    /// By the server on this machine, and read on the way.
    case passed
    /// By the host elsewhere, and read on the way.
    case opened
    /// By the host elsewhere; what goes there by TLS nobody reads.
    case tunnelled
    case refused(ProxyReason)
}

/// A host elsewhere that somebody wants to be let through: `api.example.com`, or `*.example.com` for all under it.
public struct AllowedHost: Hashable, Sendable {
    private let name: String
    private let isSuffix: Bool

    /// - Returns: nil for a text that is no name, or has a port: all ports of a host are allowed.
    public init?(_ text: String) {
        isSuffix = text.hasPrefix("*.")
        guard let host = ProxiedHost(isSuffix ? text.dropFirst(2) : text[...], defaultPort: 1), host.port == 1,
            !text.utf8.contains(UInt8(ascii: ":"))
        else { return nil }
        name = host.name
    }

    func admits(_ host: ProxiedHost) -> Bool { admits(name: host.name) }

    /// - Parameter host: in lower case, without a port.
    package func admits(name host: String) -> Bool { isSuffix ? host.hasSuffix("." + name) : host == name }
}
