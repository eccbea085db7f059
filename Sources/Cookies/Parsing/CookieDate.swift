import BridgePrimitives

/// Reads the value of `Expires`.
enum CookieDate {
    /// - Returns: the moment; nil if the attribute is to be ignored.
    /// - Complexity: O(n) in bytes.
    static func parse(_ text: ArraySlice<UInt8>, dialect: CookieDateDialect) -> Instant? {
        switch dialect {
        case .rfc6265bis: parse(text, earliestYear: 1601)
        case .chromium: parse(text, earliestYear: 1)
        case .libsoup: LibsoupDate.parse(text)
        }
    }

    /// The cookie-date algorithm, RFC 6265bis §5.1.1.
    private static func parse(_ text: ArraySlice<UInt8>, earliestYear: Int) -> Instant? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?, month: Int?, year: Int?
        // Steps 1 and 2: each token gives the first part that it fits and that is still missing.
        for token in text.split(whereSeparator: isDelimiter) {
            if time == nil, let found = clock(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = monthNumber(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }  // step 5: nothing may be missing
        if (70...99).contains(year) { year += 1900 }  // step 3
        if (0...69).contains(year) { year += 2000 }  // step 4
        // Steps 5 and 6: ranges, and days that do not exist.
        guard year >= earliestYear else { return nil }
        return CivilTime(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second
        ).map { Instant($0) }
    }

    /// All but digits, letters, the colon, controls other than TAB, and bytes from 0x7F on.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case Byte.tab, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// `h:m:s`, one or two digits each; anything may follow after a byte that is no digit.
    private static func clock(_ token: ArraySlice<UInt8>) -> (hour: Int, minute: Int, second: Int)? {
        guard let hourEnd = token.firstIndex(of: Byte.colon),
            let hour = number(token[..<hourEnd], digits: 1...2, mayTrail: false)
        else { return nil }
        let rest = token[(hourEnd + 1)...]
        guard let minuteEnd = rest.firstIndex(of: Byte.colon),
            let minute = number(rest[..<minuteEnd], digits: 1...2, mayTrail: false),
            let second = number(rest[(minuteEnd + 1)...], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// The number that the token starts with, if it has so many digits and no more.
    private static func number(_ token: ArraySlice<UInt8>, digits: ClosedRange<Int>, mayTrail: Bool = true) -> Int? {
        let run = token.prefix(digits.upperBound + 1).prefix(while: \.isDigit)
        guard digits.contains(run.count), mayTrail || run.count == token.count else { return nil }
        return run.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The month whose three letters the token starts with, in any case.
    static func monthNumber(_ token: ArraySlice<UInt8>) -> Int? {
        guard token.count >= 3 else { return nil }
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return months.firstIndex { token.startsIgnoringCase($0) }.map { $0 + 1 }
    }
}

extension Instant {
    /// A date as any header has it, read as leniently as a cookie's.
    package init?(httpDate text: String) {
        guard let instant = CookieDate.parse(Array(text.utf8)[...], dialect: .rfc6265bis) else { return nil }
        self = instant
    }
}
