import BridgePrimitives
import HTTPLoader
import Scenarios
import Testing
import WorldTestSupport
import Worlds

@Suite("What a world is asked for and does not have", .timeLimit(.minutes(5)))
struct WorldSettingsTests {
    @Test func aProfileOrAnEdgeThatIsNone() {
        var profile = Scenario.Setting()
        profile.profile = "ios99"
        let unknownProfile = #expect(throws: BridgeFailure.self) { try WorldSettings().adopting(profile) }
        #expect(unknownProfile?.code.rawValue == "scenario/unknown-profile" && unknownProfile?.kind == .unreadableInput)
        var edge = Scenario.Setting()
        edge.edge = "cdn"
        let unknownEdge = #expect(throws: BridgeFailure.self) { try WorldSettings().adopting(edge) }
        #expect(unknownEdge?.code.rawValue == "scenario/unknown-edge")
        #expect(unknownEdge?.fix.contains("known are: ") == true)
    }

    /// Where one world is, another cannot be; when it is gone, it can.
    @Test func aPortOfAScenario() async throws {
        let material = try SharedMaterial.material.get()
        let (web, backend) = try await withWorld(WorldSettings(), material: material) { world in
            let ports = (world.addresses.web.port, world.addresses.backend.port)
            for (service, change) in [
                ("web", { $0.webPort = ports.0 }), ("backend", { $0.backendPort = ports.1 }),
            ] as [(String, (inout Scenario.Setting) -> Void)] {
                var setting = Scenario.Setting()
                change(&setting)
                let settings = try WorldSettings().adopting(setting)
                #expect(settings.hasFixedPorts)
                let failure = await #expect(throws: BridgeFailure.self) {
                    try await withWorld(settings, material: material) { _ in }
                }
                #expect(failure?.code.rawValue == "server/port-in-use")
                #expect(failure?.fix == "stop what listens there, or leave `\(service).port` out for any free port")
            }
            return ports
        }
        var setting = Scenario.Setting()
        (setting.webPort, setting.backendPort) = (web, backend)
        try await withWorld(try WorldSettings().adopting(setting), material: material) { world in
            #expect(world.addresses.web.port == web && world.addresses.backend.port == backend)
        }
    }

    @Test func aCodeThatNobodyWasSent() async throws {
        try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
            let failure = #expect(throws: BridgeFailure.self) { try world.inbox.mailedCode(to: "nobody@example.com") }
            #expect(failure?.code.rawValue == "inbox/empty" && failure?.fix == "let the app ask for a code first")
        }
    }
}
