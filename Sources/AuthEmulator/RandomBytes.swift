/// Bytes that nobody can guess, for salts and keys: never from the world's seed.
enum RandomBytes: Sendable {
    static func make(count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
