import AppFrameworks
import BridgeTrace
import Foundation
import Testing
import WorldTestSupport
import Worlds

/// This target is compiled in the language mode of Swift 5, as many apps are: WebKit's names ask nothing of a class there.
@Suite("An app in Swift 5", .timeLimit(.minutes(5)))
struct PlainHandoffTests {
    @Test func aClassWithoutAnActorSignsThePageIn() async throws {
        try await withWorld(WorldSettings(), material: SharedMaterial.material.get()) { world in
            try await world.app.run { @MainActor in
                let (page, backend) = (world.addresses.web.origin + "/", world.addresses.backend.origin)
                let handoff = PlainHandoff(
                    page: try #require(URL(string: page)), backend: try #require(URL(string: backend)))
                let error = await withCheckedContinuation { continuation in
                    handoff.start { continuation.resume(returning: $0) }
                }
                #expect(error == nil && handoff.openedStore === WKWebsiteDataStore.default())
                // Nobody has waited for the page.
                let observation = await world.observation()
                #expect(observation.verdict == .signedIn, "\(observation.verdictReasons)")
                #expect(await world.rootCause() == nil)
            }
        }
    }
}
