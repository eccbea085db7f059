import BridgePrimitives

/// A cookie as the jar's table keeps it: numbers and flags only. Its texts stand in its bucket, in one piece:
/// the pair as the header has it, the path, and the partition's key if there is one.
struct JarEntry: Sendable {
    /// Where the cookie's text starts in its bucket.
    var start: Int
    /// Milliseconds since the epoch; `Int64.max` for a non-persistent cookie.
    let expiry: Int64
    let creation: Int64
    var access: Int64
    /// The order in which cookies came; an update keeps it together with the creation time.
    let sequence: UInt64
    /// Of the name, the pair and the path, in bytes.
    let nameLength: UInt32, pairLength: UInt32, pathLength: UInt32
    let flags: CookieFlags
    /// The path's last two bytes: nearly every path that does not fit is told by them, without a look at the text,
    /// which is elsewhere in memory.
    let pathTail: UInt16

    init(_ cookie: borrowing Cookie, start: Int, sequence: UInt64) {
        self.start = start
        expiry = cookie.end
        creation = cookie.creationTime.millisecondsSinceEpoch
        access = cookie.lastAccessTime.millisecondsSinceEpoch
        self.sequence = sequence
        (nameLength, pairLength, pathLength) = (cookie.nameLength, cookie.pairLength, cookie.pathLength)
        flags = cookie.flags
        let path = cookie.pathRange
        let last = path.isEmpty ? 0 : cookie.text[path.upperBound - 1]
        let before = path.count < 2 ? 0 : cookie.text[path.upperBound - 2]
        pathTail = UInt16(before) << 8 | UInt16(last)
    }

    var isNameless: Bool { flags.contains(.nameless) }

    /// Name and value together, in bytes.
    var size: Int { Int(pairLength) - (isNameless ? 0 : 1) }

    func isExpired(at now: Int64) -> Bool { expiry <= now && flags.contains(.persistent) }

    var sameSite: SameSite { flags.sameSite }

    // Where its texts stand in the bucket.
    var name: Range<Int> { start..<start + Int(nameLength) }
    var pair: Range<Int> { start..<start + Int(pairLength) }
    var value: Range<Int> { start + (isNameless ? 0 : Int(nameLength) + 1)..<start + Int(pairLength) }
    var path: Range<Int> { start + Int(pairLength)..<start + Int(pairLength) + Int(pathLength) }

    /// The partition's key comes with its length before it, since few cookies have one.
    static let partitionLengthBytes = 4

    /// Where the partition's key stands in the bucket's text; nil for a cookie outside partitions.
    func partition(in text: [UInt8]) -> Range<Int>? {
        guard flags.contains(.hasPartition) else { return nil }
        let start = path.upperBound + Self.partitionLengthBytes
        return start..<start + text[path.upperBound..<start].reduce(0) { $0 << 8 | Int($1) }
    }

    func partitionKey(in text: [UInt8]) -> String? {
        partition(in: text).map { String(decoding: text[$0], as: UTF8.self) }
    }

    /// How much of the bucket's text is this cookie's.
    func textLength(in text: [UInt8]) -> Int { (partition(in: text)?.upperBound ?? path.upperBound) - start }

    /// Whether the cookie has this identity, its domain being the bucket's.
    @inline(__always)
    func hasIdentity(of cookie: Cookie, in text: [UInt8]) -> Bool {
        (nameLength, pathLength) == (cookie.nameLength, cookie.pathLength)
            && flags.intersection(.ofIdentity) == cookie.flags.intersection(.ofIdentity)
            && text.hasBytes(of: cookie.text, cookie.nameRange, at: start)
            && text.hasBytes(of: cookie.text, cookie.pathRange, at: path.lowerBound)
            && (!flags.contains(.hasPartition) || hasPartition(of: cookie, in: text))
    }

    private func hasPartition(of cookie: Cookie, in text: [UInt8]) -> Bool {
        guard let own = partition(in: text) else { return false }
        return own.count == cookie.partitionRange.count
            && text.hasBytes(of: cookie.text, cookie.partitionRange, at: own.lowerBound)
    }
}
