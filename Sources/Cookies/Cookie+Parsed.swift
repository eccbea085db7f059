import BridgePrimitives

extension Cookie {
    /// What a line says, as a cookie of the URL's host or of a domain above it.
    ///
    /// - Parameter line: where the texts of `parsed` stand.
    init(
        _ parsed: ParsedSetCookie, line: consuming [UInt8], url: CookieURL, domain: CookieDomain,
        partitionKey: String?, writer: CookieWriter, now: Instant, expiry: Instant?
    ) {
        var text: [UInt8] = []
        text.reserveCapacity(line.count + domain.key.range.count)
        parsed.name.append(to: &text, from: line)
        let nameLength = text.count
        if nameLength > 0 { text.append(Byte.equals) }
        parsed.value.append(to: &text, from: line)
        let pairLength = text.count
        if parsed.hasAbsolutePath(in: line) {
            parsed.path?.append(to: &text, from: line)
        } else if let path = CookiePath.defaultPath(in: url.bytes, url.pathRange) {
            text.append(contentsOf: url.bytes[path])
        } else {
            text.append(Byte.slash)
        }
        let pathEnd = text.count
        if let partitionKey { text.append(contentsOf: partitionKey.utf8) }
        let partitionEnd = text.count
        text.append(contentsOf: domain.key.text[domain.key.range])
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
