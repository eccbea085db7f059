import BridgePrimitives

extension Cookie {
    /// What a line says, as a cookie of the URL's host or of a domain above it.
    ///
    /// - Parameter line: where the texts of `parsed` stand.
    init(
        _ parsed: borrowing ParsedSetCookie, line: consuming [UInt8], url: borrowing CookieURL,
        domain: borrowing CookieDomain,
        partitionKey: String?, writer: CookieWriter, now: Instant, expiry: Instant?
    ) {
        let hasOwnPath = parsed.hasAbsolutePath(in: line)
        var text: [UInt8], nameLength: Int, pairLength: Int
        if let places = parsed.adjacentPlaces(in: line, hasOwnPath: hasOwnPath) {
            // What the cookie keeps moves together, in the memory that the line has already.
            text = consume line
            (nameLength, pairLength) = (places.nameLength, places.pair.upperBound)
            text.removeLast(text.count - places.path.upperBound)
            text.removeSubrange(places.pair.upperBound..<places.path.lowerBound)
        } else {
            text = []
            text.reserveCapacity(line.count + domain.name.utf8.count)
            parsed.name.append(to: &text, from: line)
            nameLength = text.count
            if nameLength > 0 { text.append(Byte.equals) }
            parsed.value.append(to: &text, from: line)
            pairLength = text.count
            if hasOwnPath { parsed.path?.append(to: &text, from: line) }
        }
        if !hasOwnPath {
            if let path = CookiePath.defaultPath(in: url.bytes, url.pathRange) {
                text.append(contentsOf: url.bytes, in: path)
            } else {
                text.append(Byte.slash)
            }
        }
        let pathEnd = text.count
        if let partitionKey { text.append(contentsOf: partitionKey.utf8) }
        let partitionEnd = text.count
        text.append(contentsOf: domain.name.utf8)
        var flags = CookieFlags(parsed.sameSite)
        if domain.isHostOnly { flags.insert(.hostOnly) }
        if parsed.isSecure { flags.insert(.secure) }
        if parsed.isHTTPOnly { flags.insert(.httpOnly) }
        if parsed.isPartitioned { flags.insert(.partitioned) }
        if partitionKey != nil { flags.insert(.hasPartition) }
        if writer == .script { flags.insert(.scriptWritten) }
        self.init(
            text: text, nameLength: nameLength, pairLength: pairLength, pathLength: pathEnd - pairLength,
            partitionLength: partitionEnd - pathEnd, flags: flags, creationTime: now, lastAccessTime: now,
            expiry: expiry)
    }
}

extension ParsedSetCookie {
    /// Where pair and path stand, if the line starts with the pair as a header has it and the path comes after it.
    fileprivate func adjacentPlaces(
        in line: [UInt8], hasOwnPath: Bool
    ) -> (nameLength: Int, pair: Range<Int>, path: Range<Int>)? {
        // A long line would stay in memory as long as its cookie.
        guard line.count < 1024, case .place(let name) = name, case .place(let value) = value else { return nil }
        if name.isEmpty {
            guard value.lowerBound == 0 else { return nil }
        } else {
            guard name.lowerBound == 0, value.lowerBound == name.upperBound + 1, line[name.upperBound] == Byte.equals
            else { return nil }
        }
        let pair = 0..<value.upperBound
        guard hasOwnPath else { return (name.count, pair, pair.upperBound..<pair.upperBound) }
        guard case .place(let path) = path else { return nil }
        return (name.count, pair, path)
    }
}
