package import BridgePrimitives

/// Codes that stand for a cookie, each good once and for a minute.
package final class OneTimeCodes: Sendable {
    private struct Waiting {
        let cookie: Secret<String>
        let end: Instant
    }

    private static let lifetime = Duration.seconds(60)
    /// Of codes that nobody comes for.
    private static let most = 1000

    private let waiting = Mutex([String: Waiting]())

    package init() {}

    /// A new code: 128 bits, which nobody guesses.
    ///
    /// - Parameter cookie: the value of a `Set-Cookie` field.
    package func code(for cookie: Secret<String>, now: Instant) -> String {
        let code = (0..<4).map { _ in Self.hexadecimal(UInt32.random(in: .min ... .max)) }.joined()
        waiting.withLock { codes in
            codes = codes.filter { $0.value.end > now }
            if codes.count < Self.most { codes[code] = Waiting(cookie: cookie, end: now + Self.lifetime) }
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

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
