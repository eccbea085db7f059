/// A moment, in whole milliseconds since the Unix epoch, UTC: the only "now" that a core knows.
public struct Instant: Hashable, Comparable, Sendable {
    public let millisecondsSinceEpoch: Int64

    public init(millisecondsSinceEpoch: Int64) { self.millisecondsSinceEpoch = millisecondsSinceEpoch }

    /// Seconds beyond what milliseconds can count are clamped, so that a peer's number never traps.
    public init(secondsSinceEpoch seconds: Int64) {
        let bound = Int64.max / 1000
        self.init(millisecondsSinceEpoch: min(max(seconds, -bound), bound) * 1000)
    }

    public static let epoch = Instant(millisecondsSinceEpoch: 0)

    /// Whole seconds since the epoch, rounded down, as tokens and cookies count them.
    public var secondsSinceEpoch: Int64 {
        let (quotient, remainder) = millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    public static func < (a: Self, b: Self) -> Bool { a.millisecondsSinceEpoch < b.millisecondsSinceEpoch }

    /// Saturates instead of overflowing.
    public static func + (instant: Self, duration: Duration) -> Self {
        let (sum, overflow) = instant.millisecondsSinceEpoch.addingReportingOverflow(duration.wholeMilliseconds)
        guard overflow else { return Instant(millisecondsSinceEpoch: sum) }
        return Instant(millisecondsSinceEpoch: duration < .zero ? .min : .max)
    }

    public static func - (instant: Self, duration: Duration) -> Self { instant + (.zero - duration) }

    public static func - (later: Self, earlier: Self) -> Duration {
        let (difference, overflow) = later.millisecondsSinceEpoch
            .subtractingReportingOverflow(earlier.millisecondsSinceEpoch)
        return .milliseconds(overflow ? (later > earlier ? Int64.max : Int64.min) : difference)
    }
}

extension Duration {
    /// Milliseconds, rounded towards zero and clamped to what an `Int64` holds.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return scaled + attoseconds / 1_000_000_000_000_000
    }
}
