import BridgePrimitives

/// A date in one of the three forms that Foundation on Linux reads: `Wed, 09 Jun 2027 10:18:14 GMT`, the same with
/// dashes, and `Wed Jun 9 10:18:14 2027`. The weekday must be there and need not be right.
struct LinuxFoundationDate {
    let moment: Instant
    /// Whether the year has two digits, which are then all there is to it.
    let hasShortYear: Bool
    /// Whether a zone other than GMT moved the moment.
    let hasOffset: Bool

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Nil for anything else.
    init?(_ text: String) {
        let isGap: (UInt8) -> Bool = { $0 == Byte.space || $0 == Byte.comma }
        let fields = text.asciiLowercased.utf8.split(whereSeparator: isGap).map { Array($0) }
        guard let weekday = fields.first, Self.position(of: weekday, in: Self.weekdays) != nil else { return nil }
        let day: [UInt8], month: [UInt8], year: [UInt8], clock: [UInt8], zone: [UInt8]
        switch fields.count {
        case 5 where text.utf8.contains(Byte.comma): return nil
        case 5: (month, day, clock, year, zone) = (fields[1], fields[2], fields[3], fields[4], Array("gmt".utf8))
        case 6: (day, month, year, clock, zone) = (fields[1], fields[2], fields[3], fields[4], fields[5])
        case 4:
            let date = fields[1].split(separator: Byte.dash, omittingEmptySubsequences: false).map { Array($0) }
            guard date.count == 3 else { return nil }
            (day, month, year, clock, zone) = (date[0], date[1], date[2], fields[2], fields[3])
        default: return nil
        }
        let time = clock.split(separator: Byte.colon, omittingEmptySubsequences: false)
        guard time.count == 3, let monthIndex = Self.position(of: month, in: Self.months),
            let day = Self.number(day[...], digits: 1...2), let year = Self.number(year[...], digits: 1...4),
            let hour = Self.number(time[0], digits: 1...2), let minute = Self.number(time[1], digits: 1...2),
            let second = Self.number(time[2], digits: 1...2), let offset = Self.offset(zone[...]),
            let civil = CivilTime(
                year: year, month: monthIndex + 1, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        moment = Instant(civil) - .seconds(offset)
        (hasShortYear, hasOffset) = (year < 100, offset != 0)
    }

    /// A name in full or its first three letters.
    private static func position(of name: [UInt8], in names: [String]) -> Int? {
        names.firstIndex { $0.utf8.elementsEqual(name) || $0.utf8.prefix(3).elementsEqual(name) }
    }

    private static func number(_ text: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.count), text.allSatisfy(\.isDigit) else { return nil }
        return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Seconds east of Greenwich.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
        if zone.elementsEqual("gmt".utf8) || zone.elementsEqual("utc".utf8) { return 0 }
        guard zone.count == 5, let sign = zone.first, sign == Byte.plus || sign == Byte.dash,
            let digits = number(zone.dropFirst(), digits: 4...4), digits / 100 < 24, digits % 100 < 60
        else { return nil }
        return (digits / 100 * 3600 + digits % 100 * 60) * (sign == Byte.dash ? -1 : 1)
    }
}
