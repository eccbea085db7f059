import BridgePrimitives
import HTTPLoader
import IdentityProviders
import Proxying
import Testing

@testable import Worlds

@Suite("Hosts that a scenario may ask", .timeLimit(.minutes(5)))
struct ScenarioReachTests {
    @Test(
        arguments: [
            ("http://127.0.0.1:3000/", nil), ("https://app.localhost:8443/a", nil), ("http://[::1]:1/", nil),
            ("https://shop.example.com/", nil),  // the page
            ("https://SHOP.example.com:8443/", nil), ("https://auth.allowed.test/", nil),
            ("https://allowed.test/", .hostNotAllowed),  // only those under it
            ("https://evil.test/", .hostNotAllowed), ("https://shop.example.com.evil.test/", .hostNotAllowed),
            ("http://169.254.169.254/", .hostNotAllowed), ("http://localhost.evil.test/", .hostNotAllowed),
            ("http://127.0.0.1:4040/__bridge/clock", .controlEndpoint),
            ("http://localhost:1//__bridge/reset", .controlEndpoint),
            ("http://localhost:1/%5F_bridge/reset", .controlEndpoint), ("http://app.localhost/__bridge/ca", nil),
            ("http://localhost:1/a/__bridge/reset", nil), ("https://shop.example.com/__bridge/", nil),
        ] as [(String, TransportReason?)])
    func areThisMachineAndTheProjectsOwn(url: String, refusal: TransportReason?) throws {
        var settings = WorldSettings()
        settings.webURL = try WebURL("https://shop.example.com")
        settings.allowedHosts = [try #require(AllowedHost("*.allowed.test"))]
        let local = try WebURL("http://127.0.0.1:1")
        let addresses = WorldAddresses(
            auth: local, pageAuth: local, backend: local, web: try WebURL("https://shop.example.com"),
            providers: ProviderHosts(apple: local, twitter: local), partner: local)
        #expect(ScenarioReach(of: settings, at: addresses).refusal(of: try WebURL(url)) == refusal)
    }
}
