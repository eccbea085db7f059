package import BridgePrimitives

/// Codes that stand for a cookie, each good once and for a minute.
package final class OneTimeCodes: Sendable {
    private struct Waiting {
        let cookie: Secret<String>
        let end: Instant
    }

    private static let lifetime = Duration.seconds(60)

    private let capacity: Int
    private let makeCode: @Sendable () -> String
    private let waiting = Mutex([String: Waiting]())

    /// - Parameters:
    ///   - capacity: how many may wait; a further one takes the place of that which ends first.
    ///   - makeCode: gives texts that nobody guesses.
    package init(capacity: Int = 1000, makeCode: @escaping @Sendable () -> String = OneTimeCodes.unguessable) {
        (self.capacity, self.makeCode) = (capacity, makeCode)
    }

    /// A new code.
    ///
    /// - Parameter cookie: the value of a `Set-Cookie` field.
    /// - Complexity: O(n) in the codes that wait.
    package func code(for cookie: Secret<String>, now: Instant) -> String {
        let code = makeCode()
        waiting.withLock { codes in
            codes = codes.filter { $0.value.end > now }
            if codes.count >= capacity, let first = codes.min(by: { $0.value.end < $1.value.end }) {
                codes[first.key] = nil
            }
            codes[code] = Waiting(cookie: cookie, end: now + Self.lifetime)
        }
        return code
    }

    /// What a code stands for, once; nil where it stands for nothing any more.
    package func take(_ code: String, now: Instant) -> Secret<String>? {
        waiting.withLock { codes in
            guard let found = codes.removeValue(forKey: code), found.end > now else { return nil }
            return found.cookie
        }
    }

    /// 128 bits of the system's, in hexadecimal.
    package static func unguessable() -> String {
        Hexadecimal.text((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    }
}
