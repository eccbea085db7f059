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
}
