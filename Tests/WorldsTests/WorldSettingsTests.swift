import BridgePrimitives
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

    @Test func aCodeThatNobodyWasSent() async throws {
        try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
            let failure = #expect(throws: BridgeFailure.self) { try world.inbox.mailedCode(to: "nobody@example.com") }
            #expect(failure?.code.rawValue == "inbox/empty" && failure?.fix == "let the app ask for a code first")
        }
    }
}
