public import BridgePrimitives
import NIOCore

/// Under which addresses and names other machines of the local network reach this one: what `serve --host` opens.
public struct LocalNetwork: Hashable, Sendable {
    /// What is listened on besides loopback: not empty; what a phone reaches most likely stands first.
    public let addresses: [String]
    /// `mac.local`, for which Bonjour answers; nil where this machine has no name that fits.
    public let name: String?

    /// Devices that lead to containers, virtual machines and tunnels, where no phone is.
    private static let innerDevices = [
        "docker", "br-", "bridge", "veth", "virbr", "vmnet", "utun", "tun", "tap", "awdl", "llw",
    ]

    /// - Parameter host: one of this machine's addresses or its `.local` name, `0.0.0.0` for all addresses of IPv4, `::`
    ///   for those of IPv6 as well.
    /// - Returns: nil for a loopback address, which opens nothing.
    /// - Throws: `server/address-not-available` for what is none of this machine's.
    public static func opened(
        by host: String, on machine: ThisMachine = .current
    ) throws(BridgeFailure) -> LocalNetwork? {
        let text = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard text.isEmpty || !LocalRequest.isLoopback(authority: ListenAddress(host: text).description) else {
            return nil
        }
        // A link-local address of IPv6 is one only together with a device, which no URL can name.
        let reachable = machine.interfaces.filter {
            !LocalRequest.isLoopback(authority: ListenAddress(host: $0.address).description)
                && !$0.address.hasPrefix("fe80:")
        }
        let name = localName(machine.hostName)
        let (wanted, all) = (canonical(text), ranked(reachable))
        let addresses =
            switch wanted {
            case "::": all
            case "0.0.0.0": all.filter { !isIPv6($0) }
            case nil where name != nil && ASCIIText.lowercased(text) == name: all.filter { !isIPv6($0) }
            default: all.filter { $0 == wanted }
            }
        guard !addresses.isEmpty else {
            let known = all.isEmpty ? "" : ", or one of \(all.joined(separator: ", "))"
            throw ListeningReason.addressNotAvailable.failure(
                ["0.0.0.0", "::"].contains(wanted)
                    ? "this machine has no address on a network" : "\"\(host)\" is none of this machine's addresses",
                fix: all.isEmpty ? "join a network first, or leave --host out" : "pass --host 0.0.0.0\(known)")
        }
        return LocalNetwork(addresses: addresses, name: name)
    }

    init(addresses: [String], name: String?) { (self.addresses, self.name) = (addresses, name) }

    /// Whether a `Host` field, or what follows the scheme of an origin, names this machine as others know it.
    package func has(authority: String) -> Bool {
        guard let host = LocalRequest.host(of: authority) else { return false }
        return host == name || Self.canonical(host).map(addresses.contains) ?? false
    }

    /// What the local authority vouches for: private addresses, and the name.
    public var certifiable: [String] { (addresses + [name].compactMap(\.self)).filter(Self.isCertifiable) }

    /// Addresses that the rest of the world may have too: no certificate of ours names them.
    public var uncertifiable: [String] { addresses.filter { !Self.isCertifiable($0) } }

    /// What stands in the addresses that a person types on a phone: an address that the certificate names, where there
    /// is one.
    public var phoneHost: String { addresses.first(where: Self.isCertifiable) ?? addresses.first ?? name ?? "" }

    private static func isCertifiable(_ name: String) -> Bool {
        (try? SubjectName(name, within: .localNetwork)) != nil
    }

    private static func isIPv6(_ address: String) -> Bool { address.utf8.contains(UInt8(ascii: ":")) }

    /// An address as the system writes it; nil for what is none.
    private static func canonical(_ text: String) -> String? {
        (try? SocketAddress(ipAddress: text, port: 0))?.ipAddress
    }

    /// Without repetition; IPv4 first, private addresses before public ones, real devices before inner ones.
    private static func ranked(_ interfaces: [ThisMachine.Interface]) -> [String] {
        let places = interfaces.enumerated().map { index, interface in
            let isInner = innerDevices.contains { interface.device.hasPrefix($0) }
            let rank =
                (isIPv6(interface.address) ? 4 : 0) + (isInner ? 2 : 0) + (isCertifiable(interface.address) ? 0 : 1)
            return (rank, index, interface.address)
        }
        return places.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2).uniqued()
    }

    /// The first label, as multicast DNS has it (RFC 6762 §3).
    private static func localName(_ hostName: String) -> String? {
        let label = ASCIIText.lowercased(String(hostName.prefix { $0 != "." }))
        return label == "localhost" || !isCertifiable(label + ".local") ? nil : label + ".local"
    }
}
