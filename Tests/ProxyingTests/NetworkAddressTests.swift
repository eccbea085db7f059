@testable import Proxying
import Testing

@Suite("Addresses of networks", .timeLimit(.minutes(5)))
struct NetworkAddressTests {
    @Test(
        arguments: [
            ("127.0.0.1", .loopback), ("127.255.255.254", .loopback), ("::1", .loopback),
            ("::ffff:127.0.0.1", .loopback),  // IPv4 inside IPv6
            ("::127.0.0.1", .loopback),  // the form before that one
            ("10.0.0.1", .privateNetwork), ("11.0.0.1", .everywhere), ("9.255.255.255", .everywhere),
            ("172.16.0.1", .privateNetwork), ("172.31.255.255", .privateNetwork), ("172.15.0.1", .everywhere),
            ("172.32.0.1", .everywhere), ("192.168.1.7", .privateNetwork), ("192.169.1.7", .everywhere),
            ("100.64.0.1", .privateNetwork), ("100.127.255.255", .privateNetwork),  // carriers and mesh networks
            ("100.63.255.255", .everywhere), ("100.128.0.1", .everywhere),
            ("::ffff:192.168.1.7", .privateNetwork), ("::ffff:8.8.8.8", .everywhere),
            ("169.254.1.2", .linkLocal), ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("fec0::1", .everywhere),
            ("fd00::1", .privateNetwork), ("fc00::1", .privateNetwork), ("fbff::1", .everywhere),
            ("0.0.0.0", .nobody), ("0.1.2.3", .nobody), ("::", .nobody), ("224.0.0.251", .nobody),
            ("ff02::fb", .nobody),
            ("255.255.255.255", .nobody), ("240.0.0.1", .nobody),
            ("8.8.8.8", .everywhere), ("2001:db8::1", .everywhere), ("126.255.255.255", .everywhere),
            ("128.0.0.1", .everywhere),
        ] as [(String, NetworkAddress.Realm)])
    func belongToOnePartOfTheWorld(text: String, realm: NetworkAddress.Realm) throws {
        #expect(try #require(NetworkAddress(text)).realm == realm)
    }

    /// What only some readers take for an address is none.
    @Test(arguments: [
        "", "127.1", "0x7f.0.0.1", "0177.0.0.1", "2130706433", "127.0.0.1.", "localhost", "[::1]", "1.2.3.4:80",
    ])
    func haveOneSpelling(text: String) { #expect(NetworkAddress(text) == nil) }

    @Test(
        arguments: [
            ("::ffff:10.1.2.3", "10.1.2.3"), ("10.1.2.3", "10.1.2.3"), ("2001:db8:0:0:0:0:0:1", "2001:db8::1"),
        ])
    func areWrittenInOneWay(text: String, written: String) throws {
        #expect("\(try #require(NetworkAddress(text)))" == written)
    }

    @Test(
        arguments: [[], [127], [127, 0, 0], Array(repeating: 0, count: 15), Array(repeating: 0, count: 17)] as [[UInt8]]
    )
    func haveFourBytesOrSixteen(bytes: [UInt8]) { #expect(NetworkAddress(bytes: bytes) == nil) }
}
