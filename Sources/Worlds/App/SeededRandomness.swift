import AppFrameworks
import BridgePrimitives

/// What `SecRandomCopyBytes` gives on a world's phone, fixed by the world's seed.
final class SeededRandomness: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

    var service: DeviceRandomness {
        DeviceRandomness { count in
            self.generator.withLock { generator in
                (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            }
        }
    }
}
