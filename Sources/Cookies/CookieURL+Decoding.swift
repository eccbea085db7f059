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
                let high = bytes[place + 1].hexadecimalValue, let low = bytes[place + 2].hexadecimalValue,
                (high << 4 | low).isUnreserved
            {
                decoded.append(high << 4 | low)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return CookieURL(scheme: scheme, host: host, path: String(decoding: decoded, as: UTF8.self))
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }

    fileprivate var isUnreserved: Bool {
        isLetter || isDigit || self == Byte.dash || self == Byte.dot || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "~")
    }
}
