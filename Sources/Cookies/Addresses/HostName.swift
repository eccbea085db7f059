/// Rules about host names and IP addresses (RFC 6265bis §5.1.2 and §5.1.3).
enum HostName {
    /// Whether `host` is an IP address: a dotted quad, or an IPv6 address in brackets.
    static func isIPAddress(_ host: String) -> Bool { isIPAddress(host.utf8) }

    /// The same for a host in a longer text.
    static func isIPAddress(_ text: [UInt8], _ host: Range<Int>) -> Bool {
        // Names that end in a letter are by far the most frequent.
        guard !host.isEmpty, text[host.upperBound - 1].isDigit || text[host.lowerBound] == UInt8(ascii: "[") else {
            return false
        }
        return isIPAddress(text[host])
    }

    private static func isIPAddress(_ host: some BidirectionalCollection<UInt8>) -> Bool {
        if host.first == UInt8(ascii: "[") { return true }
        guard let last = host.last, last.isDigit else { return false }
        let parts = host.split(separator: Byte.dot, omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy(\.isDigit)
                    && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256
            }
    }

    /// Whether `host` equals `domain` or is below it; never below an IP address. Both in lower case.
    static func matches(_ host: String, domain: String) -> Bool {
        if host == domain { return true }
        return isTextSuffix(domain, of: host) && !isIPAddress(host)
    }

    /// Whether `host` ends with `.` and `domain`, letters only looked at as bytes.
    static func isTextSuffix(_ domain: String, of host: String) -> Bool {
        let (host, domain) = (host.utf8, domain.utf8)
        let rest = host.count - domain.count
        guard rest > 0, !domain.isEmpty else { return false }
        let cut = host.index(host.startIndex, offsetBy: rest)
        return host[host.index(before: cut)] == Byte.dot && host[cut...].elementsEqual(domain)
    }

    /// `localhost`, names below it, 127.0.0.0/8 and `[::1]`.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" || isTextSuffix("localhost", of: host) { return true }
        return host.utf8.starts(with: "127.".utf8) && isIPAddress(host)
    }

    /// Reads the last forms of IPv4 that browsers accept (`127.1`, `0x7f.0.0.1`, `2130706433`).
    ///
    /// - Returns: the dotted quad; nil if the text ends in a number but is no address.
    /// - Note: URL standard, "IPv4 parser".
    static func canonicalIPv4(_ host: String) -> String? {
        var parts = host.utf8.split(separator: Byte.dot, omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        guard (1...4).contains(parts.count) else { return nil }
        var numbers: [UInt64] = []
        for part in parts {
            guard let number = ipv4Number(part) else { return nil }
            numbers.append(number)
        }
        guard let last = numbers.popLast(), numbers.allSatisfy({ $0 < 256 }),
            last < UInt64(1) << UInt64(8 * (4 - numbers.count))
        else { return nil }
        var address = last
        for (position, number) in numbers.enumerated() { address += number << UInt64(8 * (3 - position)) }
        return [24, 16, 8, 0].map { String(address >> UInt64($0) & 0xFF) }.joined(separator: ".")
    }

    /// Whether the last label is a number, so that browsers read the whole host as IPv4.
    static func endsInNumber(_ host: String) -> Bool {
        let bytes = host.utf8.last == Byte.dot ? host.utf8.dropLast() : host.utf8[...]
        let last = bytes.lastIndex(of: Byte.dot).map { bytes[bytes.index(after: $0)...] } ?? bytes
        guard let first = last.first, first.isDigit else { return false }
        return last.allSatisfy(\.isDigit) || (last.startsIgnoringCase("0x") && ipv4Number(last) != nil)
    }

    private static func ipv4Number(_ text: Substring.UTF8View) -> UInt64? {
        guard !text.isEmpty, text.count <= 16 else { return nil }
        if text.startsIgnoringCase("0x") {
            let digits = text.dropFirst(2)
            return digits.isEmpty ? 0 : UInt64(Substring(digits), radix: 16)
        }
        guard text.allSatisfy(\.isDigit) else { return nil }
        return UInt64(Substring(text), radix: text.count > 1 && text.first == 0x30 ? 8 : 10)
    }
}
