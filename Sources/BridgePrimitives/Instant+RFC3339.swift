// The proleptic Gregorian calendar, both ways, without Foundation: cores print and read dates too.

/// A date and time of day, UTC, as people write it.
public struct CivilTime: Hashable, Sendable {
    public var year: Int
    public var month: Int
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int
    public var millisecond: Int

    /// Returns nil unless the date exists and the time is below 24:00:00; years 1 to 9999.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0)
    {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
            (0...999).contains(millisecond)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second, self.millisecond) = (hour, minute, second, millisecond)
    }

    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01, by counting from a March-based year so that the leap day comes last.
    fileprivate var daysSinceEpoch: Int64 {
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Instant {
    public init(_ civil: CivilTime) {
        let seconds = civil.daysSinceEpoch * 86_400 + Int64(civil.hour * 3600 + civil.minute * 60 + civil.second)
        self.init(millisecondsSinceEpoch: seconds * 1000 + Int64(civil.millisecond))
    }

    /// The calendar's reading, clamped to the years 1 to 9999.
    public var civilTime: CivilTime {
        let floor: Int64 = -62_135_596_800_000, ceiling: Int64 = 253_402_300_799_999
        let clamped = min(max(millisecondsSinceEpoch, floor), ceiling)
        var days = clamped / 86_400_000
        var rest = clamped % 86_400_000
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400_000) }
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = Int(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9)
        let year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
        var civil = CivilTime.start
        (civil.year, civil.month, civil.day) = (year, month, Int(dayOfYear - (153 * marchMonth + 2) / 5 + 1))
        let second = rest / 1000
        (civil.hour, civil.minute, civil.second) = (Int(second / 3600), Int(second / 60 % 60), Int(second % 60))
        civil.millisecond = Int(rest % 1000)
        return civil
    }

    /// `2026-11-21T09:00:00.000Z`.
    public var rfc3339: String {
        let civil = civilTime
        return "\(padded(civil.year, 4))-\(padded(civil.month, 2))-\(padded(civil.day, 2))T\(padded(civil.hour, 2))"
            + ":\(padded(civil.minute, 2)):\(padded(civil.second, 2)).\(padded(civil.millisecond, 3))Z"
    }

    /// `Sat, 21 Nov 2026 09:00:00 GMT`: IMF-fixdate, RFC 9110 §5.6.7, as `Expires` and `Date` are sent.
    public var imfFixdate: String {
        let civil = civilTime
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekday = Int(((civil.daysSinceEpoch % 7) + 7) % 7)
        return "\(days[weekday]), \(padded(civil.day, 2)) \(months[civil.month - 1]) \(padded(civil.year, 4))"
            + " \(padded(civil.hour, 2)):\(padded(civil.minute, 2)):\(padded(civil.second, 2)) GMT"
    }

    /// Reads `2026-11-21T09:00:00Z`, with an optional fraction (cut to milliseconds) and `Z` or `±hh:mm`.
    /// Returns nil for anything else, a leap second included (RFC 3339 §5.6).
    public init?(rfc3339 text: String) {
        var bytes = text.utf8[...]
        func number(_ width: Int) -> Int? {
            guard bytes.count >= width, bytes.prefix(width).allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
            defer { bytes = bytes.dropFirst(width) }
            return bytes.prefix(width).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        func skip(_ allowed: UInt8...) -> Bool {
            guard let first = bytes.first, allowed.contains(first) else { return false }
            bytes = bytes.dropFirst()
            return true
        }
        let dash = UInt8(ascii: "-"), colon = UInt8(ascii: ":")
        guard let year = number(4), skip(dash), let month = number(2), skip(dash), let day = number(2),
            skip(UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")),
            let hour = number(2), skip(colon), let minute = number(2), skip(colon), let second = number(2)
        else { return nil }
        var milliseconds = 0
        if skip(UInt8(ascii: ".")) {
            let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
            guard !digits.isEmpty else { return nil }
            milliseconds = (digits.prefix(3) + [0x30, 0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            bytes = bytes.dropFirst(digits.count)
        }
        var offset = 0
        if !skip(UInt8(ascii: "Z"), UInt8(ascii: "z")) {
            let sign = bytes.first == dash ? -1 : 1
            guard skip(UInt8(ascii: "+"), dash), let hours = number(2), skip(colon), let minutes = number(2),
                hours < 24, minutes < 60
            else { return nil }
            offset = sign * (hours * 60 + minutes)
        }
        guard bytes.isEmpty,
            let civil = CivilTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second,
                millisecond: milliseconds)
        else { return nil }
        self = Instant(civil) - .seconds(offset * 60)
    }
}

extension CivilTime {
    fileprivate static var start: CivilTime { CivilTime(unchecked: (1970, 1, 1)) }

    private init(unchecked date: (Int, Int, Int)) {
        (year, month, day) = date
        (hour, minute, second, millisecond) = (0, 0, 0, 0)
    }
}

private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
