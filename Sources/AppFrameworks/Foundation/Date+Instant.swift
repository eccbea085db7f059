import BridgePrimitives

extension Instant {
    /// The date's millisecond, clamped.
    init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
        let clamped = milliseconds.isNaN ? 0 : min(max(milliseconds, -9e18), 9e18)
        self.init(millisecondsSinceEpoch: Int64(clamped))
    }
}

extension Date {
    init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.millisecondsSinceEpoch) / 1000) }
}
