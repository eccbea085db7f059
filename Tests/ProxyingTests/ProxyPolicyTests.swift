import Listening
@testable import Proxying
import Reasons
import TestSupport
import Testing

@Suite("Who may be reached through a proxy", .timeLimit(.minutes(5)))
struct ProxyPolicyTests {
    private static let policy = ProxyPolicy(
        services: [
            .init(name: "google", hosts: ["www.googleapis.com", "localhost"], address: ListenAddress(port: 1)) {
                _, _, _ in true
            }
        ],
        allowed: ["api.example.com", "*.example.org"].compactMap { AllowedHost($0) },
        opened: ["web.example.com", "api.example.org"].compactMap { AllowedHost($0) }, controlPorts: [4040])

    @Test(
        arguments: [
            ("www.googleapis.com:443", .answered(service: 0)),
            ("www.googleapis.com:80", .answered(service: 0)),
            ("WWW.googleapis.com.:443", .answered(service: 0)),
            ("www.googleapis.com:8443", .refused(.hostRefused)),  // Google has nothing there
            ("www.googleapis.com.example.com:443", .refused(.hostRefused)),
            ("googleapis.com:443", .refused(.hostRefused)),
            ("localhost:3000", .passed), ("app.localhost:8443", .passed), ("127.0.0.1:3000", .passed),
            ("[::1]:3000", .passed),
            ("localhost:3128", .refused(.badRequest)), ("[::1]:3128", .refused(.badRequest)),  // the proxy itself
            ("localhost:4040", .refused(.controlPort)), ("x.localhost:4040", .refused(.controlPort)),
            ("127.3.2.1:4040", .refused(.controlPort)), ("[::1]:4040", .refused(.controlPort)),
            ("0.0.0.0:4040", .refused(.hostRefused)), ("127.1:4040", .refused(.hostRefused)),
            ("[::ffff:127.0.0.1]:4040", .refused(.hostRefused)), ("192.168.1.2:80", .refused(.hostRefused)),
            ("api.example.com:443", .tunnelled), ("API.EXAMPLE.COM:80", .tunnelled),
            ("x.api.example.com:443", .refused(.hostRefused)), ("example.com:443", .refused(.hostRefused)),
            ("a.example.org:443", .tunnelled), ("a.b.example.org:443", .tunnelled),
            ("example.org:443", .refused(.hostRefused)),  // the name itself is not under it
            ("anexample.org:443", .refused(.hostRefused)),
            ("web.example.com:443", .opened), ("web.example.com:80", .opened), ("web.example.com:8443", .opened),
            ("a.web.example.com:443", .refused(.hostRefused)),
            ("api.example.org:443", .opened),  // allowed as well: the one that is read counts
        ] as [(String, ProxyDecision)])
    func isDecidedByTheName(text: String, decision: ProxyDecision) throws {
        #expect(Self.policy.decision(on: try #require(ProxiedHost(text, defaultPort: nil)), ownPort: 3128) == decision)
    }

    /// What is closed stays closed, and what is read is read.
    @Test(
        arguments: [
            ("elsewhere.test:443", .tunnelled), ("192.168.1.2:80", .tunnelled), ("web.example.com:443", .opened),
            ("localhost:4040", .refused(.controlPort)), ("localhost:3128", .refused(.badRequest)),
            ("localhost:3000", .passed),
        ] as [(String, ProxyDecision)])
    func allMayBeAllowed(text: String, decision: ProxyDecision) throws {
        var policy = Self.policy
        policy.allowsAll = true
        #expect(policy.decision(on: try #require(ProxiedHost(text, defaultPort: nil)), ownPort: 3128) == decision)
    }

    @Test(arguments: ["", "*", "*.", "a:443", "a b", "https://a.example", "a/b", "*.*.example.com", "a.example:1"])
    func anAllowedHostIsAName(text: String) { #expect(AllowedHost(text) == nil) }

    @Test func theFixOfARefusedHostNamesIt() throws {
        let host = try #require(ProxiedHost("api.stripe.com:443", defaultPort: nil))
        #expect(ProxyReason.hostRefused.advice(on: host) == "pass --allow-host api.stripe.com to let it through")
        #expect(ProxyReason.unreachable.advice(on: host) == "start the server, or look at the port")
    }
}
