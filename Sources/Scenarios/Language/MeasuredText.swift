import BridgePrimitives

/// A text that may be a number, a duration or a time, and is compared as what it is.
struct MeasuredText: Hashable, Sendable {
    enum Quantity: Hashable, Sendable {
        case number(Double)
        case duration(Duration)
        case time(Instant)
    }

    let text: String
    /// Nil for what is only a text.
    let quantity: Quantity?

    init(_ text: String) {
        self.text = text
        if let time = Instant(rfc3339: text) {
            quantity = .time(time)
        } else if let duration = Duration(worldText: text) {
            quantity = .duration(duration)
        } else if let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            let number = Double(text), number.isFinite
        {
            quantity = .number(number)
        } else {
            quantity = nil
        }
    }

    private init(_ duration: Duration) { (text, quantity) = (duration.worldText, .duration(duration)) }

    /// The same quantity, or the same text: `61m` is `3660s`, and `3660`.
    func isSame(as other: Self) -> Bool {
        if text == other.text { return true }
        if let (a, b) = durations(with: other) { return a == b }
        return quantity != nil && quantity == other.quantity
    }

    /// Nil where the two have no order.
    func isBelow(_ other: Self) -> Bool? {
        if let (a, b) = durations(with: other) { return a < b }
        return switch (quantity, other.quantity) {
        case (.number(let a)?, .number(let b)?): a < b
        case (let a?, let b?): Self.time(a).flatMap { a in Self.time(b).map { a < $0 } }
        default: nil
        }
    }

    /// Both as durations, where one of them is one: beside it a number is one of seconds, as tokens count them.
    private func durations(with other: Self) -> (Duration, Duration)? {
        switch (quantity, other.quantity) {
        case (.duration(let a)?, .duration(let b)?): (a, b)
        case (.number(let a)?, .duration(let b)?): (.milliseconds(Int64(clamping: a * 1000)), b)
        case (.duration(let a)?, .number(let b)?): (a, .milliseconds(Int64(clamping: b * 1000)))
        default: nil
        }
    }

    /// A duration between two times, or the difference of two numbers or durations; nil for all else.
    func minus(_ other: Self) -> Self? {
        switch (quantity, other.quantity) {
        case (.number(let a)?, .number(let b)?):
            let difference = a - b
            return MeasuredText(Int64(exactly: difference).map(String.init) ?? String(difference))
        case (.duration(let a)?, .duration(let b)?): return MeasuredText(a - b)
        case (let a?, let b?): return Self.time(a).flatMap { a in Self.time(b).map { MeasuredText(a - $0) } }
        default: return nil
        }
    }

    /// A time, also as the number of seconds since 1970 as which tokens have it.
    private static func time(_ quantity: Quantity) -> Instant? {
        switch quantity {
        case .time(let time): time
        case .number(let seconds):
            // Beyond that nothing is a date.
            abs(seconds) < 1e12 ? Instant(millisecondsSinceEpoch: Int64((seconds * 1000).rounded())) : nil
        case .duration: nil
        }
    }
}

extension Int64 {
    /// Rounded; the nearest there is for what is beyond all.
    fileprivate init(clamping number: Double) {
        self = number >= 9.2e18 ? .max : number <= -9.2e18 ? .min : Int64(number.rounded())
    }
}
