import BridgePrimitives

/// A cookie as the jar's table keeps it: small, ready to be compared and sent without making strings.
struct JarEntry: Sendable {
    /// The text in the header; the name is its first ``nameLength`` bytes.
    let pair: String
    let path: String
    let partitionKey: String?
    /// Milliseconds since the epoch; `Int64.max` for a non-persistent cookie.
    let expiry: Int64
    let creation: Int64
    var access: Int64
    /// The order in which cookies came; an update keeps it together with the creation time.
    let sequence: UInt64
    let nameLength: Int32
    let pathLength: Int32
    let sameSite: SameSite
    let flags: Flags

    struct Flags: OptionSet {
        let rawValue: UInt8
        static let hostOnly = Flags(rawValue: 1), secure = Flags(rawValue: 2), httpOnly = Flags(rawValue: 4)
        static let persistent = Flags(rawValue: 8), partitioned = Flags(rawValue: 16)
        static let scriptWritten = Flags(rawValue: 32), nameless = Flags(rawValue: 64)
    }

    init(_ cookie: Cookie, sequence: UInt64) {
        pair = cookie.headerPair
        (path, partitionKey) = (cookie.path, cookie.partitionKey)
        expiry = cookie.expiry?.millisecondsSinceEpoch ?? .max
        creation = cookie.creationTime.millisecondsSinceEpoch
        access = cookie.lastAccessTime.millisecondsSinceEpoch
        self.sequence = sequence
        nameLength = Int32(clamping: cookie.name.utf8.count)
        pathLength = Int32(clamping: cookie.path.utf8.count)
        sameSite = cookie.sameSite
        var flags: Flags = []
        if cookie.isHostOnly { flags.insert(.hostOnly) }
        if cookie.isSecure { flags.insert(.secure) }
        if cookie.isHTTPOnly { flags.insert(.httpOnly) }
        if cookie.isPersistent { flags.insert(.persistent) }
        if cookie.isPartitioned { flags.insert(.partitioned) }
        if cookie.isScriptWritten { flags.insert(.scriptWritten) }
        if cookie.name.isEmpty { flags.insert(.nameless) }
        self.flags = flags
    }

    var isNameless: Bool { flags.contains(.nameless) }

    /// Name and value together, in bytes.
    var size: Int { pair.utf8.count - (isNameless ? 0 : 1) }

    func isExpired(at now: Int64) -> Bool { expiry <= now && flags.contains(.persistent) }

    func hasName(_ name: String) -> Bool {
        Int(nameLength) == name.utf8.count && pair.utf8.starts(with: name.utf8)
            && isNameless == name.isEmpty
    }

    func has(_ identity: CookieIdentity) -> Bool {
        hasName(identity.name) && flags.contains(.hostOnly) == identity.isHostOnly
            && path.hasSameBytes(as: identity.path) && partitionKey == identity.partitionKey
    }

    /// The name alone, for engines that order by it.
    var name: String { String(Substring(pair.utf8.prefix(Int(nameLength)))) }

    var value: String { String(Substring(pair.utf8.dropFirst(isNameless ? 0 : Int(nameLength) + 1))) }

    /// - Complexity: O(n) in the lengths of name and value.
    func cookie(domain: String, access: Int64) -> Cookie {
        Cookie(
            name: name, value: value, domain: domain, isHostOnly: flags.contains(.hostOnly), path: path,
            isSecure: flags.contains(.secure), isHTTPOnly: flags.contains(.httpOnly), sameSite: sameSite,
            creationTime: Instant(millisecondsSinceEpoch: creation),
            lastAccessTime: Instant(millisecondsSinceEpoch: access),
            expiry: flags.contains(.persistent) ? Instant(millisecondsSinceEpoch: expiry) : nil,
            isPartitioned: flags.contains(.partitioned), partitionKey: partitionKey,
            isScriptWritten: flags.contains(.scriptWritten))
    }

    /// Whether this cookie stands before `other` in a header, both being of one domain.
    func precedes(_ other: JarEntry, order: HeaderOrder) -> Bool {
        if pathLength != other.pathLength { return pathLength > other.pathLength }
        if order == .domainGroups, flags.contains(.hostOnly) != other.flags.contains(.hostOnly) {
            return other.flags.contains(.hostOnly)
        }
        if creation != other.creation { return creation < other.creation }
        if order == .creationThenName {
            let (mine, theirs) = (pair.utf8.prefix(Int(nameLength)), other.pair.utf8.prefix(Int(other.nameLength)))
            if !mine.elementsEqual(theirs) { return mine.lexicographicallyPrecedes(theirs) }
        }
        return sequence < other.sequence
    }
}
