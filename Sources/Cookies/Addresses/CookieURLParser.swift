import BridgePrimitives

/// Reads URLs as far as cookies need them.
enum CookieURLParser {
    /// Most URLs are canonical: then the text's own copy is the result, and host and path are places in it. All
    /// others are put together anew.
    static func parse(_ text: String) throws(URLReason) -> CookieURL {
        guard text.utf8.count <= CookieURL.lengthLimit else { throw .tooLong }
        let bytes = Array(text.utf8)
        guard let layout = CanonicalLayout(bytes) else { return try rebuild(bytes) }
        return canonical(bytes, layout)
    }

    private static func canonical(_ bytes: consuming [UInt8], _ layout: CanonicalLayout) -> CookieURL {
        if layout.pathEnd < bytes.count { bytes.removeLast(bytes.count - layout.pathEnd) }
        if layout.pathEnd == layout.hostEnd { bytes.append(Byte.slash) }
        return CookieURL(
            bytes: bytes, schemeLength: layout.colon, hostRange: layout.colon + 3..<layout.hostEnd,
            pathStart: layout.hostEnd, kind: layout.colon == 5 ? .secureWeb : .web)
    }

    private static func rebuild(_ text: [UInt8]) throws(URLReason) -> CookieURL {
        var bytes = text
        dropBlanks(&bytes)
        guard !bytes.hasControl else { throw .controlCharacter }

        let colon = try endOfScheme(&bytes)
        let kind = CookieURL.SchemeKind(bytes, length: colon)
        let isWeb = kind != .other
        func isSlash(_ byte: UInt8) -> Bool { byte == Byte.slash || (isWeb && byte == Byte.backslash) }

        let start = colon + 3
        guard bytes.count >= start, isSlash(bytes[colon + 1]), isSlash(bytes[colon + 2]) else {
            guard !isWeb else { throw .noHost }
            let path = bytes[(colon + 1)...].prefix { !endsPath($0) }
            bytes.removeLast(bytes.count - path.endIndex)
            return CookieURL(
                bytes: bytes, schemeLength: colon, hostRange: colon..<colon, pathStart: colon + 1, kind: kind)
        }
        let rest = bytes[start...].prefix { !endsPath($0) }
        let authorityEnd = rest.firstIndex { isSlash($0) } ?? rest.endIndex
        let (host, port) = try hostAndPort(inAuthority: rest[..<authorityEnd])
        guard !host.isEmpty || !isWeb else { throw .noHost }
        return CookieURL(
            scheme: Self.text(bytes[..<colon]), host: host, port: port, path: path(rest[authorityEnd...], isWeb: isWeb))
    }

    private static func dropBlanks(_ bytes: inout [UInt8]) {
        while let last = bytes.last, last <= Byte.space { bytes.removeLast() }
        guard let first = bytes.first, first <= Byte.space else { return }
        bytes.removeFirst(bytes.prefix { $0 <= Byte.space }.count)
    }

    /// Lower-cases the scheme and finds the colon after it.
    private static func endOfScheme(_ bytes: inout [UInt8]) throws(URLReason) -> Int {
        guard bytes.first?.isLetter == true else { throw .noScheme }
        var end = 0
        while end < bytes.count, bytes[end] != Byte.colon {
            guard bytes[end].isSchemeByte else { throw .noScheme }
            bytes[end] = bytes[end].asciiLowercased
            end += 1
        }
        guard end < bytes.count else { throw .noScheme }
        return end
    }

    private static func endsPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }

    /// Host and port of `user:password@host:port`, checked and in canonical form.
    private static func hostAndPort(
        inAuthority authority: ArraySlice<UInt8>
    ) throws(URLReason) -> (String, UInt16?) {
        var host = authority
        if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[(at + 1)...] }
        if host.first == UInt8(ascii: "[") {
            guard let close = host.firstIndex(of: UInt8(ascii: "]")) else { throw .invalidHost }
            let port = try port(host[(close + 1)...])
            let address = host[(host.startIndex + 1)..<close]
            guard address.contains(Byte.colon),
                address.allSatisfy({
                    $0.isDigit || (0x61...0x66).contains($0 | 0x20) || $0 == Byte.colon || $0 == Byte.dot
                })
            else { throw .invalidHost }
            return (text(host[...close], isLowercased: true), port)
        }
        let colon = host.firstIndex(of: Byte.colon) ?? host.endIndex
        let port = try port(host[colon...])
        host = host[..<colon]
        guard host.allSatisfy({ $0 < 0x80 }) else { throw .hostNotASCII }
        guard host.allSatisfy(isHostByte) else { throw .invalidHost }
        let name = text(host, isLowercased: true)
        guard IPv4Text.endsInNumber(name) else { return (name, port) }
        guard let address = IPv4Text.canonical(name) else { throw .invalidHost }
        return (address, port)
    }

    /// All but the URL standard's forbidden host code points.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F..., UInt8(ascii: "#"), Byte.slash, Byte.colon, UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "["), Byte.backslash, UInt8(ascii: "]"),
            UInt8(ascii: "^"), UInt8(ascii: "|"), Byte.percent:
            false
        default: true
        }
    }

    /// Nothing, or a colon with a number (or with nothing) after it.
    private static func port(_ text: ArraySlice<UInt8>) throws(URLReason) -> UInt16? {
        let digits = text.dropFirst()
        guard let first = text.first else { return nil }
        guard first == Byte.colon, digits.allSatisfy(\.isDigit) else { throw .invalidPort }
        let number = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 65_536) }
        guard let port = UInt16(exactly: number) else { throw .invalidPort }
        return digits.isEmpty ? nil : port
    }

    private static func text(_ bytes: ArraySlice<UInt8>, isLowercased: Bool = false) -> String {
        guard isLowercased, bytes.contains(where: { $0 != $0.asciiLowercased }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
    }

    private static func path(_ text: ArraySlice<UInt8>, isWeb: Bool) -> String {
        guard !text.isEmpty else { return "/" }
        guard text.contains(where: { needsEncoding($0) || (isWeb && $0 == Byte.backslash) }) else {
            return self.text(text)
        }
        var encoded: [UInt8] = []
        for byte in text {
            if isWeb, byte == Byte.backslash {
                encoded.append(Byte.slash)
            } else if needsEncoding(byte) {
                PercentEncoding.append(byte, to: &encoded)
            } else {
                encoded.append(byte)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The URL standard's path percent-encode set, as far as it can occur here.
    private static func needsEncoding(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F..., Byte.quote, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"),
            UInt8(ascii: "{"), UInt8(ascii: "}"):
            true
        default: false
        }
    }
}

extension UInt8 {
    fileprivate var isSchemeByte: Bool {
        isLetter || isDigit || self == Byte.plus || self == Byte.dash || self == Byte.dot
    }
}
