import Listening
@testable import Proxying
import Reasons
import Testing

@Suite("Whom a recording proxy serves, and where it leads", .timeLimit(.minutes(5)))
struct RecordingRulesTests {
    private static let rules = RecordingRules(
        unread: ["bank.example", "*.pinned.example"].compactMap { AllowedHost($0) },
        allowed: Set(["localhost:5173", "dev.test:8443", "127.0.0.1:3000"].compactMap { ProxiedHost(target: $0) }),
        page: .init(name: "page", hosts: [], address: ListenAddress(port: 1)) { _, _, _ in true },
        ownAddresses: Set(["192.168.1.5", "203.0.113.9", "fd00::5"].compactMap { NetworkAddress($0) }))
    private static let ownPort = 8888

    /// Nil for a client that is served.
    @Test(
        arguments: [
            ("127.0.0.1", nil), ("::1", nil), ("192.168.1.23", nil), ("10.9.8.7", nil), ("172.20.10.2", nil),
            ("169.254.7.7", nil), ("fe80::1", nil), ("fd12::9", nil), ("100.101.102.103", nil),
            ("::ffff:192.168.1.23", nil),
            ("8.8.8.8", .publicClient), ("::ffff:8.8.8.8", .publicClient), ("2001:db8::1", .publicClient),
            ("203.0.113.9", .publicClient),  // this machine's own, from the internet
            ("0.0.0.0", .publicClient), ("172.32.0.1", .publicClient), ("100.128.0.1", .publicClient),
        ] as [(String, ProxyReason?)])
    func servesPrivateAddressesOnly(address: String, refusal: ProxyReason?) {
        #expect(Self.rules.refusal(ofClient: NetworkAddress(address)) == refusal)
    }

    @Test func servesNobodyWithoutAnAddress() { #expect(Self.rules.refusal(ofClient: nil) == .publicClient) }

    @Test(
        arguments: [
            ("api.example.com:443", .opened), ("192.168.1.9:80", .opened), ("192.168.1.5:3000", .opened),
            ("bank.example:443", .tunnelled), ("a.pinned.example:443", .tunnelled), ("pinned.example:443", .opened),
            ("localhost:5173", .opened), ("LOCALHOST.:5173", .opened), ("127.0.0.1:3000", .opened),
            ("dev.test:8443", .opened),
            ("localhost:5174", .refused(.loopbackClosed)), ("127.0.0.1:5173", .refused(.loopbackClosed)),
            ("[::1]:5173", .refused(.loopbackClosed)), ("app.localhost:80", .refused(.loopbackClosed)),
            ("localhost.:22", .refused(.loopbackClosed)), ("127.9.9.9:22", .refused(.loopbackClosed)),
            ("localhost:8888", .refused(.ownPort)), ("127.0.0.1:8888", .refused(.ownPort)),
            ("192.168.1.5:8888", .page), ("[fd00::5]:8888", .page),  // somebody types the proxy's address
            // Other spellings are names until they are resolved
            ("127.1:22", .opened), ("2130706433:22", .opened), ("0.0.0.0:22", .opened),
            ("[::ffff:127.0.0.1]:22", .opened),
        ] as [(String, ProxyDecision)])
    func decidesByTheNameFirst(host: String, decision: ProxyDecision) throws {
        #expect(Self.rules.decision(on: try #require(ProxiedHost(target: host)), ownPort: Self.ownPort) == decision)
    }

    @Test(
        arguments: [
            ("app.example.com:443", .opened), ("x.app.example.com:443", .tunnelled), ("other.example:443", .tunnelled),
            ("localhost:22", .refused(.loopbackClosed)),
        ] as [(String, ProxyDecision)])
    func readsOnlyWhatWasNamed(host: String, decision: ProxyDecision) throws {
        var rules = Self.rules
        rules.only = ["app.example.com"].compactMap { AllowedHost($0) }
        #expect(rules.decision(on: try #require(ProxiedHost(target: host)), ownPort: Self.ownPort) == decision)
    }

    /// Columns: what was asked for, the address that the name has, and the refusal; nil where it is led there.
    @Test(
        arguments: [
            ("example.com:443", "93.184.216.34", nil), ("nas.local:80", "192.168.1.9", nil),
            ("example.com:443", "2606:2800:220:1::1", nil),
            ("rebinding.example:80", "127.0.0.1", .loopbackClosed), ("rebinding.example:80", "::1", .loopbackClosed),
            ("127.1:22", "127.0.0.1", .loopbackClosed), ("2130706433:22", "127.0.0.1", .loopbackClosed),
            ("[::ffff:127.0.0.1]:22", "::ffff:127.0.0.1", .loopbackClosed),
            ("nat.example:80", "64:ff9b::7f00:1", .loopbackClosed),  // through a translating network
            ("dev.test:8443", "127.0.0.1", nil), ("dev.test:8444", "127.0.0.1", .loopbackClosed),
            ("localhost:5173", "::1", nil),
            ("0.0.0.0:22", "0.0.0.0", .nobodysAddress), ("mdns.example:80", "224.0.0.251", .nobodysAddress),
            ("169.254.169.254:80", "169.254.169.254", .metadataClosed),
            ("metadata.google.internal:80", "169.254.169.254", .metadataClosed),
            ("x.example:80", "fd00:ec2::254", .metadataClosed), ("x.example:80", "100.100.100.200", .metadataClosed),
            ("x.example:80", "64:ff9b::a9fe:a9fe", .metadataClosed),
            ("mac.local:8888", "192.168.1.5", .ownPort), ("x.example:8888", "203.0.113.9", .ownPort),
            ("x.example:8888", "127.0.0.1", .ownPort), ("x.example:8888", "8.8.8.8", nil),
            ("mac.local:4040", "192.168.1.5", .controlPort), ("dev.test:4040", "127.0.0.1", .controlPort),
            ("mac.local:3000", "192.168.1.5", nil),  // a server that listens on the network
        ] as [(String, String, ProxyReason?)])
    func decidesByTheAddressThen(host: String, address: String, refusal: ProxyReason?) throws {
        let refused = Self.rules.refusal(
            ofAddress: try #require(NetworkAddress(address)), askedAs: try #require(ProxiedHost(target: host)),
            ownPort: Self.ownPort, closed: [4040])
        #expect(refused == refusal)
    }

    @Test func theFixNamesWhatToPass() throws {
        let host = try #require(ProxiedHost(target: "localhost:5173"))
        #expect(
            ProxyReason.loopbackClosed.advice(on: host)
                == "pass --allow localhost:5173 to let devices reach that server")
        #expect(ProxyReason.certificatePinned.advice(on: host) == "pass --pass localhost, so that the app works unread")
        #expect(
            ProxyReason.handshakeFailed.advice(on: host).hasSuffix("pass --pass localhost, so that it works"))
        #expect(ProxyReason.authorityNotTrusted.advice(on: host).hasSuffix("Certificate Trust Settings"))
    }
}
