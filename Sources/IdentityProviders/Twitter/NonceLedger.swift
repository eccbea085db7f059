import BridgePrimitives

/// Which nonces were used, so that no signed request counts twice (RFC 5849 §3.3). It forgets what the timestamp rules
/// out anyway, and has a bound: beyond it the oldest seconds are given up, and requests of those refused.
struct NonceLedger: Sendable {
    /// How far a timestamp may be off.
    static let window: Int64 = 300

    enum Verdict: Hashable, Sendable {
        case fresh, used
        /// Outside the window, or in a second that was given up.
        case outOfRange
    }

    private let capacity: Int
    private var used: [Int64: Set<String>] = [:]
    private var count = 0
    /// Seconds before this one are given up.
    private var floor = Int64.min

    init(capacity: Int = 100_000) { self.capacity = max(capacity, 1) }

    func look(_ nonce: String, timestamp: Int64, now: Instant) -> Verdict {
        let now = now.secondsSinceEpoch
        guard timestamp >= floor, timestamp >= now - Self.window, timestamp <= now + Self.window else {
            return .outOfRange
        }
        return used[timestamp]?.contains(nonce) == true ? .used : .fresh
    }

    /// - Complexity: O(1) on average; O(n) in the seconds kept when old ones are forgotten.
    mutating func use(_ nonce: String, timestamp: Int64, now: Instant) {
        if used[timestamp, default: []].insert(nonce).inserted { count += 1 }
        guard count > capacity || used.count > 4 * Self.window else { return }
        let start = now.secondsSinceEpoch - Self.window
        for second in used.keys where second < start { forget(second) }
        while count > capacity, let oldest = used.keys.min() {
            forget(oldest)
            floor = oldest + 1
        }
    }

    private mutating func forget(_ second: Int64) { count -= used.removeValue(forKey: second)?.count ?? 0 }
}
