import BridgePrimitives
import IdentityProviders

/// The app's random nonces, fixed by the world's seed.
final class NonceSource: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

    func next() throws(BridgeFailure) -> SignInNonce {
        try generator.withLock { generator throws(BridgeFailure) in try SignInNonce(using: &generator) }
    }
}
