import BridgePrimitives
import FirebaseAuthClient
import Foundation
import Testing

@Suite("Client: Game Center", .timeLimit(.minutes(5)))
struct GameCenterAuthProviderTests {
    @Test func withoutGameKitThereIsNoCredential() async {
        let error = await #expect(throws: AuthError.self) { try await GameCenterAuthProvider.getCredential() }
        #expect(error?.authCode == .gameKitNotLinked)
        #expect((error as NSError?)?.code == 17076)
        #expect(error?.reasons.map(\.rawValue) == ["client/game-kit-not-linked"])
        #expect(GameCenterAuthProviderID == "gc.apple.com")
    }
}
