import BridgePrimitives

/// Dates as libsoup 3.2 reads them: two orders only, and a time zone counts.
///
/// The orders are `[weekday,] day month year time [zone]` and `weekday month day time year`.
struct LibsoupDate {
    private var rest: ArraySlice<UInt8>

    static func parse(_ text: ArraySlice<UInt8>) -> Instant? {
        var reader = LibsoupDate(rest: text.trimmed)
        return reader.moment()
    }

    private mutating func moment() -> Instant? {
        var isWeekdayFirst = false
        if rest.first?.isLetter == true {
            rest = rest.drop(while: \.isLetter)
            isWeekdayFirst = rest.first != Byte.comma
            if !isWeekdayFirst { rest = rest.dropFirst() }
            guard rest.first == Byte.space else { return nil }
            skipSeparators()
        }
        // Only the C library's order, `Wed Jun 09 10:18:14 2027`, has no comma after the weekday.
        if isWeekdayFirst {
            guard let month = month(), let day = number(digits: 1...2), let time = clock(), let year = year() else {
                return nil
            }
            return instant(year: year, month: month, day: day, time: time)
        }
        guard let day = number(digits: 1...2), let month = month(), let year = year(), let time = clock() else {
            return nil
        }
        return instant(year: year, month: month, day: day, time: time).map { $0 - zone() }
    }

    private func instant(year: Int, month: Int, day: Int, time: (hour: Int, minute: Int, second: Int)) -> Instant? {
        CivilTime(year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
            .map { Instant($0) }
    }

    private mutating func skipSeparators() {
        rest = rest.drop { $0 == Byte.space || $0 == Byte.dash }
    }

    /// Digits, then blanks or dashes or the end.
    private mutating func number(digits: ClosedRange<Int>) -> Int? {
        let run = rest.prefix(digits.upperBound + 1).prefix(while: \.isDigit)
        guard digits.contains(run.count) else { return nil }
        rest = rest[run.endIndex...]
        skipSeparators()
        return run.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private mutating func month() -> Int? {
        guard let month = CookieDate.monthNumber(rest) else { return nil }
        rest = rest.dropFirst(3)
        guard rest.first == Byte.space || rest.first == Byte.dash else { return nil }
        skipSeparators()
        return month
    }

    private mutating func year() -> Int? {
        guard let year = number(digits: 2...4) else { return nil }
        return year < 70 ? year + 2000 : year < 100 ? year + 1900 : year
    }

    private mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
        let end = rest.firstIndex { !$0.isDigit && $0 != Byte.colon } ?? rest.endIndex
        let parts = rest[..<end].split(separator: Byte.colon, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...2).contains($0.count) }) else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        rest = rest[end...].drop { $0 == Byte.space }
        return (numbers[0], numbers[1], numbers[2])
    }

    /// `+hhmm` or `-hhmm` as an offset to take off; anything else counts as UTC.
    private func zone() -> Duration {
        let digits = rest.dropFirst().prefix(while: \.isDigit)
        guard let sign = rest.first, sign == Byte.plus || sign == Byte.dash, digits.count == 4 else { return .zero }
        let number = digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        return .seconds((sign == Byte.dash ? -1 : 1) * (number / 100 * 3600 + number % 100 * 60))
    }
}
