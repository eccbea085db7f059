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
    let flags: Flags
    /// The path's last two bytes: nearly every path that does not fit is told by them, without a look at the text,
    /// which is elsewhere in memory.
    let pathTail: UInt16

    struct Flags: OptionSet {
        let rawValue: UInt16
        static let hostOnly = Flags(rawValue: 1), secure = Flags(rawValue: 2), httpOnly = Flags(rawValue: 4)
        static let persistent = Flags(rawValue: 8), partitioned = Flags(rawValue: 16)
        static let scriptWritten = Flags(rawValue: 32), nameless = Flags(rawValue: 64)
        /// Whether the cookie belongs to a partition, whose key follows the path.
        static let hasPartition = Flags(rawValue: 128)
        /// Exactly one of the four is set.
        static let strict = Flags(rawValue: 256), lax = Flags(rawValue: 512)
        static let noSameSite = Flags(rawValue: 1024), unspecifiedSameSite = Flags(rawValue: 2048)
    }

    init(_ cookie: borrowing Cookie, start: Int, sequence: UInt64) {
        self.start = start
        expiry = cookie.expiry?.millisecondsSinceEpoch ?? .max
        creation = cookie.creationTime.millisecondsSinceEpoch
        access = cookie.lastAccessTime.millisecondsSinceEpoch
        self.sequence = sequence
        let name = cookie.name.utf8.count
        nameLength = UInt32(clamping: name)
        pairLength = UInt32(clamping: cookie.value.utf8.count + (name == 0 ? 0 : name + 1))
        pathLength = UInt32(clamping: cookie.path.utf8.count)
        pathTail = cookie.path.utf8.suffix(2).reduce(0) { $0 << 8 | UInt16($1) }
        var flags: Flags =
            switch cookie.sameSite {
            case .strict: .strict
            case .lax: .lax
            case .none: .noSameSite
            case .unspecified: .unspecifiedSameSite
            }
        if cookie.isHostOnly { flags.insert(.hostOnly) }
        if cookie.isSecure { flags.insert(.secure) }
        if cookie.isHTTPOnly { flags.insert(.httpOnly) }
        if cookie.isPersistent { flags.insert(.persistent) }
        if cookie.isPartitioned { flags.insert(.partitioned) }
        if cookie.isScriptWritten { flags.insert(.scriptWritten) }
        if name == 0 { flags.insert(.nameless) }
        if cookie.partitionKey != nil { flags.insert(.hasPartition) }
        self.flags = flags
    }

    var isNameless: Bool { flags.contains(.nameless) }

    /// Name and value together, in bytes.
    var size: Int { Int(pairLength) - (isNameless ? 0 : 1) }

    func isExpired(at now: Int64) -> Bool { expiry <= now && flags.contains(.persistent) }

    var sameSite: SameSite {
        if flags.contains(.strict) { return .strict }
        if flags.contains(.lax) { return .lax }
        return flags.contains(.noSameSite) ? .none : .unspecified
    }

    // Where its texts stand in the bucket.
    var name: Range<Int> { start..<start + Int(nameLength) }
    var pair: Range<Int> { start..<start + Int(pairLength) }
    var value: Range<Int> { start + (isNameless ? 0 : Int(nameLength) + 1)..<start + Int(pairLength) }
    var path: Range<Int> { start + Int(pairLength)..<start + Int(pairLength) + Int(pathLength) }

    /// The partition's key comes with its length before it, since few cookies have one.
    static let partitionLengthBytes = 4

    /// Where the partition's key stands in the bucket's text; nil for a cookie outside partitions.
    private func partition(in text: [UInt8]) -> Range<Int>? {
        guard flags.contains(.hasPartition) else { return nil }
        let start = path.upperBound + Self.partitionLengthBytes
        return start..<start + text[path.upperBound..<start].reduce(0) { $0 << 8 | Int($1) }
    }

    func partitionKey(in text: [UInt8]) -> String? {
        partition(in: text).map { String(decoding: text[$0], as: UTF8.self) }
    }

    /// How much of the bucket's text is this cookie's.
    func textLength(in text: [UInt8]) -> Int { (partition(in: text)?.upperBound ?? path.upperBound) - start }

    func hasName(_ name: String, in text: [UInt8]) -> Bool {
        Int(nameLength) == name.utf8.count && text.hasBytes(of: name, at: start)
    }

    /// Whether this is the identity, the domain being the bucket's.
    func has(_ name: String, path: String, isHostOnly: Bool, partitionKey: String?, in text: [UInt8]) -> Bool {
        Int(pathLength) == path.utf8.count && flags.contains(.hostOnly) == isHostOnly && hasName(name, in: text)
            && text.hasBytes(of: path, at: self.path.lowerBound)
            && flags.contains(.hasPartition) == (partitionKey != nil) && self.partitionKey(in: text) == partitionKey
    }
}
