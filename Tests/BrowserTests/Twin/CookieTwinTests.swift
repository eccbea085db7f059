import BridgePrimitives
import BridgeTrace
import BrowserDriving
import Cookies
import HTTPLoader
import Listening
import Twin
import Testing
import WebViews
import WorldTestSupport
import Worlds

extension RealBrowsers {
    /// The headless view under an engine's profile, and the engine itself, against one server.
    @Suite("Twins: the headless view and real browsers", .serialized)
    struct CookieTwinTests {
        @Test func thereAreEnoughSetUps() {
            #expect(CookieSetUp.all.count >= 60)
            #expect(Set(CookieSetUp.all.map(\.way)) == Set(CookieSetUp.Way.allCases))
            #expect(Set(CookieSetUp.all.map(\.route)) == Set(CookieSetUp.Route.allCases))
        }

        @Test(arguments: TestedBrowsers.all)
        func cookiesFareAlike(engine: BrowserEngine) async throws {
            let profile = engine.cookieProfile
            let site = TwinSite()
            let clock = WorldClock { SystemTime.now }
            let state = try StateDirectory(SharedMaterial.folder + "/twin")
            let authority = try LocalAuthority(in: state, now: SystemTime.now)
            let names = CookieSetUp.all.flatMap { [$0.host, $0.otherHost] }
            let identity = try authority.serverIdentity(for: names, now: SystemTime.now)
            let transport = try CurlTransport(trust: .only(pem: Array(authority.certificatePEM.utf8)))
            defer { transport.shutdown() }
            try await withListener(site, name: "twin") { http in
                try await withListener(site, tls: identity, name: "twin (TLS)") { https in
                    let places = TwinPlaces(httpPort: http.address.port, httpsPort: https.address.port)
                    let view = HeadlessTwin(
                        profile: profile, places: places, site: site, transport: transport, clock: clock)
                    let settings = BrowserSettings(acceptsInsecureCertificates: true)
                    try await withBrowser(engine, settings: settings) { browser in
                        let real = BrowserTwin(browser: browser, places: places, site: site)
                        for setUp in CookieSetUp.all {
                            let (ours, theirs) = (try await view.run(setUp), try await real.run(setUp))
                            let differences = ours.differences(from: theirs)
                            let explained = TwinDifference.known.first {
                                $0.engine == engine && $0.setUp == setUp.description
                            }
                            #expect(
                                differences.isEmpty == (explained == nil),
                                "\(setUp): \(differences.joined(separator: "; ")) \(explained?.reason ?? "")")
                        }
                    }
                }
            }
        }
    }
}
