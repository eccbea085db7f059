import BridgePrimitives

extension CookieURL {
    /// The same URL with those percent-encoded bytes of the path decoded that need no encoding: letters, digits and
    /// `-._~` (RFC 3986 §6.2.2.2).
    ///
    /// - Complexity: O(n) in the path's bytes.
    func decodingPath() -> CookieURL {
        guard bytes[pathRange].contains(Byte.percent) else { return self }
        var decoded: [UInt8] = []
        var place = pathRange.lowerBound
        while place < bytes.count {
            if bytes[place] == Byte.percent, place + 2 < bytes.count,
                let high = Hexadecimal.value(bytes[place + 1]),
                let low = Hexadecimal.value(bytes[place + 2]),
                PercentEncoding.isUnreserved(high << 4 | low)
            {
                decoded.append(high << 4 | low)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return CookieURL(scheme: scheme, host: host, port: port, path: String(decoding: decoded, as: UTF8.self))
    }
}
