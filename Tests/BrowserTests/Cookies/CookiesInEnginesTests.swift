import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import Listening
import PageEngines
import Testing
import WebViews
import WorldTestSupport
import Worlds

extension RealBrowsers {
    /// The headless view under an engine's profile, and the engine itself, against one server.
    @Suite("Cookies in the model and in real engines", .serialized)
    struct CookiesInEnginesTests {
        @Test func thereAreEnoughSetUps() {
            #expect(CookieSetUp.all.count >= 60)
            #expect(Set(CookieSetUp.all.map(\.way)) == Set(CookieSetUp.Way.allCases))
            #expect(Set(CookieSetUp.all.map(\.route)) == Set(CookieSetUp.Route.allCases))
        }

        @Test(arguments: TestedEngines.all) func cookiesFareAlike(engine: PageEngineKind) async throws {
            let site = SetUpSite()
            let clock = WorldClock { SystemTime.now }
            let authority = try LocalAuthority(
                in: StateDirectory(SharedMaterial.folder + "/set-ups"), now: SystemTime.now)
            let names = CookieSetUp.all.flatMap { [$0.host, $0.otherHost] }
            let identity = try authority.serverIdentity(for: names, now: SystemTime.now)
            let trusted = [authority.certificatePEM, identity.certificatePEM].joined(separator: "\n")
            let transport = try CurlTransport(trust: .only(pem: Array(authority.certificatePEM.utf8)))
            defer { transport.shutdown() }
            try await withListener(site, name: "set-ups") { http in
                try await withListener(site, tls: identity, name: "set-ups (TLS)") { https in
                    let places = SetUpPlaces(httpPort: http.address.port, httpsPort: https.address.port)
                    let model = SetUpInModel(
                        profile: engine.cookieProfile, places: places, site: site, transport: transport, clock: clock)
                    try await withPageEngine(engine, trusting: trusted) { helper in
                        try await helper.withStore { store in
                            try await store.withView(.init(tellsConsole: false)) { view in
                                let real = SetUpInEngine(view: view, store: store, places: places, site: site)
                                for setUp in CookieSetUp.all {
                                    let (ours, theirs) = (try await model.run(setUp), try await real.run(setUp))
                                    let differences = ours.differences(from: theirs)
                                    #expect(differences.isEmpty, "\(setUp): \(differences.joined(separator: "; "))")
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
