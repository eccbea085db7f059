@testable import Proxying
import Testing

@Suite("Hosts that a proxy is asked for", .timeLimit(.minutes(5)))
struct ProxiedHostTests {
    @Test(
        arguments: [
            ("www.googleapis.com:443", "www.googleapis.com", 443, false),
            ("WWW.GoogleApis.com:443", "www.googleapis.com", 443, false),  // names have no letter case
            ("localhost.:3000", "localhost", 3000, true),  // a final dot says nothing
            ("app.localhost:8443", "app.localhost", 8443, true),
            ("127.0.0.1:1", "127.0.0.1", 1, true),
            ("127.9.8.7:65535", "127.9.8.7", 65_535, true),
            ("[::1]:80", "::1", 80, true),
            ("[2001:db8::1]:80", "2001:db8::1", 80, false),
            ("localhost.example.com:80", "localhost.example.com", 80, false),
            ("127.0.0.1.example.com:80", "127.0.0.1.example.com", 80, false),
            ("0.0.0.0:80", "0.0.0.0", 80, false),  // this machine by a spelling that is not in full
            ("2130706433:80", "2130706433", 80, false),
            ("127.1:80", "127.1", 80, false),
            ("[::ffff:127.0.0.1]:80", "::ffff:127.0.0.1", 80, false),
        ] as [(String, String, Int, Bool)])
    func areRead(text: String, name: String, port: Int, isLoopback: Bool) throws {
        let host = try #require(ProxiedHost(text, defaultPort: nil))
        #expect((host.name, host.port) == (name, port))
        #expect(host.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", ":", ":443", "a", "a:", "a:0", "a:65536", "a:123456", "a:-1", "a:+1", "a: 1", "a:1x", "a:1:2", "[::1]",
        "[::1", "::1:80", "[]:80", "[::1]x:80", "[fe80::1%25eth0]:80", "user@a:80", "a/b:80", "a b:80", "a\0:80",
        "a\r\nb:80", "é.example:80", "localhost\u{301}:80", ".:80",
        String(repeating: "a", count: 254) + ":80", String(repeating: "a", count: 100_000) + ":80",
    ])
    func orNot(text: String) { #expect(ProxiedHost(text, defaultPort: nil) == nil) }

    @Test func theLongestNameIsTaken() {
        #expect(ProxiedHost(String(repeating: "a", count: 253) + ":80", defaultPort: nil) != nil)
    }
}
