import BridgePrimitives
import Listening
import Testing

@Suite("The local network", .timeLimit(.minutes(5)))
struct LocalNetworkTests {
    private static let machine = ThisMachine(
        hostName: "Taros-Mac.fritz.box",
        interfaces: [
            .init(device: "lo", address: "127.0.0.1"), .init(device: "lo", address: "::1"),
            .init(device: "docker0", address: "172.17.0.1"), .init(device: "eth1", address: "203.0.113.9"),
            .init(device: "en0", address: "192.168.1.7"), .init(device: "en0", address: "fe80::1"),
            .init(device: "en0", address: "fd12::7"), .init(device: "en1", address: "192.168.1.7"),
        ])

    /// Columns: what `--host` was given, and what is listened on.
    @Test(arguments: [
        ("0.0.0.0", ["192.168.1.7", "203.0.113.9", "172.17.0.1"]),  // what a phone reaches first; nothing twice
        ("::", ["192.168.1.7", "203.0.113.9", "172.17.0.1", "fd12::7"]),
        ("192.168.1.7", ["192.168.1.7"]), ("fd12:0::7", ["fd12::7"]), ("[fd12::7]", ["fd12::7"]),
        ("taros-mac.local", ["192.168.1.7", "203.0.113.9", "172.17.0.1"]),
    ])
    func whatIsOpened(host: String, addresses: [String]) throws {
        let network = try #require(try LocalNetwork.opened(by: host, on: Self.machine))
        #expect(network.addresses == addresses)
        #expect(network.name == "taros-mac.local")
    }

    @Test(arguments: ["127.0.0.1", "localhost", "::1", "[::1]", "127.0.0.2"])
    func loopbackOpensNothing(host: String) throws {
        #expect(try LocalNetwork.opened(by: host, on: Self.machine) == nil)
    }

    @Test(arguments: ["", "192.168.1.8", "example.com", "fe80::1", "en0", "192.168.1", "taros-mac", "0"])
    func whatIsNotThisMachines(host: String) {
        let failure = #expect(throws: BridgeFailure.self) { try LocalNetwork.opened(by: host, on: Self.machine) }
        #expect(failure?.code.rawValue == "server/address-not-available")
        #expect(failure?.fix == "pass --host 0.0.0.0, or one of 192.168.1.7, 203.0.113.9, 172.17.0.1, fd12::7")
    }

    @Test func aMachineWithoutANetworkSaysSo() {
        let machine = ThisMachine(hostName: "", interfaces: [.init(device: "lo", address: "127.0.0.1")])
        let failure = #expect(throws: BridgeFailure.self) { try LocalNetwork.opened(by: "0.0.0.0", on: machine) }
        #expect(failure?.cause == "this machine has no address on a network")
    }

    @Test(arguments: [
        ("192.168.1.7", true), ("192.168.1.7:8080", true), ("[fd12::7]:8443", true), ("[fd12:0:0::7]", true),
        ("taros-mac.local", true), ("TAROS-MAC.local.:80", true),
        ("127.0.0.1", false), ("192.168.1.70", false), ("192.168.1.7.evil.example", false), ("evil.local", false),
        ("evil@192.168.1.7", false), ("", false), ("192.168.1.7:x", false), ("local", false), ("[192.168.1.7", false),
    ])
    func hostsThatAreThisMachine(authority: String, isOurs: Bool) throws {
        let network = try #require(try LocalNetwork.opened(by: "::", on: Self.machine))
        #expect(network.has(authority: authority) == isOurs)
    }

    @Test(
        arguments: [
            ("mac", "mac.local"), ("mac.example.com", "mac.local"), ("localhost", nil), ("", nil), ("my_mac", nil),
        ] as [(String, String?)])
    func namesThatFit(hostName: String, name: String?) throws {
        let machine = ThisMachine(hostName: hostName, interfaces: Self.machine.interfaces)
        let network = try #require(try LocalNetwork.opened(by: "0.0.0.0", on: machine))
        #expect(network.name == name)
    }

    @Test func publicAddressesGetNoCertificate() throws {
        let network = try #require(try LocalNetwork.opened(by: "::", on: Self.machine))
        #expect(network.certifiable == ["192.168.1.7", "172.17.0.1", "fd12::7", "taros-mac.local"])
        #expect(network.uncertifiable == ["203.0.113.9"])
        #expect(network.phoneHost == "192.168.1.7")
    }
}
