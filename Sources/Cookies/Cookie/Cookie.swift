public import BridgePrimitives

/// One cookie as a jar holds it (RFC 6265bis §5.7).
///
/// Texts are compared as bytes. The value is plain text: whoever prints it wraps it in a `Secret` first.
public struct Cookie: Sendable {
    /// The pair as the header has it, the path, the partition's key if there is one, and the domain: all texts in one
    /// piece of memory, so that making a cookie asks for memory once, and copying one counts one reference.
    let text: [UInt8]
    let nameLength: UInt32, pairLength: UInt32, pathLength: UInt32, partitionLength: UInt32
    let flags: CookieFlags
    /// Milliseconds since the epoch; `Int64.max` for a non-persistent cookie.
    let end: Int64
    /// When a cookie of this identity was first stored; an update keeps it.
    public internal(set) var creationTime: Instant
    /// When the cookie was last sent, shown to script or stored.
    public internal(set) var lastAccessTime: Instant

    public init(
        name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite = .unspecified,
        creationTime: Instant, lastAccessTime: Instant, expiry: Instant? = nil,
        isPartitioned: Bool = false, partitionKey: String? = nil, isScriptWritten: Bool = false
    ) {
        var text: [UInt8] = []
        text.reserveCapacity(name.utf8.count + value.utf8.count + path.utf8.count + domain.utf8.count + 1)
        if !name.isEmpty {
            text.append(contentsOf: name.utf8)
            text.append(Byte.equals)
        }
        text.append(contentsOf: value.utf8)
        let pairLength = text.count
        text.append(contentsOf: path.utf8)
        let pathEnd = text.count
        if let partitionKey { text.append(contentsOf: partitionKey.utf8) }
        let partitionEnd = text.count
        text.append(contentsOf: domain.utf8)
        var flags = CookieFlags(sameSite)
        if isHostOnly { flags.insert(.hostOnly) }
        if isSecure { flags.insert(.secure) }
        if isHTTPOnly { flags.insert(.httpOnly) }
        if isPartitioned { flags.insert(.partitioned) }
        if partitionKey != nil { flags.insert(.hasPartition) }
        if isScriptWritten { flags.insert(.scriptWritten) }
        self.init(
            text: text, nameLength: name.utf8.count, pairLength: pairLength, pathLength: pathEnd - pairLength,
            partitionLength: partitionEnd - pathEnd, flags: flags, creationTime: creationTime,
            lastAccessTime: lastAccessTime, expiry: expiry)
    }

    /// A cookie whose texts stand in one piece already.
    ///
    /// - Parameter flags: without those that follow from the rest: `persistent` and `nameless`.
    init(
        text: consuming [UInt8], nameLength: Int, pairLength: Int, pathLength: Int, partitionLength: Int,
        flags: CookieFlags, creationTime: Instant, lastAccessTime: Instant, expiry: Instant?
    ) {
        self.text = text
        (self.nameLength, self.pairLength) = (UInt32(clamping: nameLength), UInt32(clamping: pairLength))
        (self.pathLength, self.partitionLength) = (UInt32(clamping: pathLength), UInt32(clamping: partitionLength))
        var flags = flags
        if expiry != nil { flags.insert(.persistent) }
        if nameLength == 0 { flags.insert(.nameless) }
        self.flags = flags
        end = expiry?.millisecondsSinceEpoch ?? .max
        (self.creationTime, self.lastAccessTime) = (creationTime, lastAccessTime)
    }

    /// May be empty: then only the value is sent.
    ///
    /// - Complexity: O(n) in bytes, as for all texts: the cookie keeps bytes.
    public var name: String { string(nameRange) }
    public var value: String { string(valueRange) }
    /// Lower-case ASCII, without a leading dot; ``isHostOnly`` tells the two kinds apart.
    public var domain: String { string(domainRange) }
    /// Whether exactly the host ``domain`` gets the cookie, and no subdomain.
    public var isHostOnly: Bool { flags.contains(.hostOnly) }
    /// Starts with `/`; percent-encoded as it was written.
    public var path: String { string(pathRange) }
    public var isSecure: Bool { flags.contains(.secure) }
    public var isHTTPOnly: Bool { flags.contains(.httpOnly) }
    public var sameSite: SameSite { flags.sameSite }
    /// The first moment at which the cookie is gone; nil for a non-persistent cookie.
    public var expiry: Instant? { isPersistent ? Instant(millisecondsSinceEpoch: end) : nil }
    /// Whether the `Partitioned` attribute was written, whatever the profile makes of it.
    public var isPartitioned: Bool { flags.contains(.partitioned) }
    /// Scheme and site of the top-level page that it belongs to, as in `https://app.test`; nil outside partitions.
    public var partitionKey: String? { flags.contains(.hasPartition) ? string(partitionRange) : nil }
    /// Whether a page's script wrote it last: such cookies can be deleted after inactivity.
    public var isScriptWritten: Bool { flags.contains(.scriptWritten) }

    private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    // Where its texts stand.
    var nameRange: Range<Int> { 0..<Int(nameLength) }
    var valueRange: Range<Int> { (nameLength == 0 ? 0 : Int(nameLength) + 1)..<Int(pairLength) }
    var pathRange: Range<Int> { Int(pairLength)..<Int(pairLength) + Int(pathLength) }
    var partitionRange: Range<Int> { pathRange.upperBound..<pathRange.upperBound + Int(partitionLength) }
    var domainRange: Range<Int> { partitionRange.upperBound..<text.count }

    public var isPersistent: Bool { flags.contains(.persistent) }

    /// What makes it the same cookie as another.
    public var identity: CookieIdentity {
        CookieIdentity(name: name, domain: domain, isHostOnly: isHostOnly, path: path, partitionKey: partitionKey)
    }

    /// The cookie's text in a `Cookie` header (RFC 6265bis §5.8.3, step 6).
    public var headerPair: String { string(0..<Int(pairLength)) }

    /// Exclusive: the cookie is gone *at* its expiry.
    public func isExpired(at now: Instant) -> Bool { isPersistent && end <= now.millisecondsSinceEpoch }
}

extension Cookie {
    /// Whether both are one cookie (``CookieIdentity``), their domain being the same.
    func hasIdentityInDomain(of other: Cookie) -> Bool {
        hasSameName(as: other) && pathLength == other.pathLength
            && flags.intersection(.ofIdentity) == other.flags.intersection(.ofIdentity)
            && text.hasBytes(of: other.text, other.pathRange, at: pathRange.lowerBound)
            && text[partitionRange] == other.text[other.partitionRange]
    }

    func hasSameName(as other: borrowing Cookie) -> Bool {
        nameLength == other.nameLength && text.hasBytes(of: other.text, other.nameRange, at: 0)
    }

    func hasSameValue(as other: borrowing Cookie) -> Bool { text[valueRange] == other.text[other.valueRange] }
}

extension Cookie: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        a.text == b.text && (a.nameLength, a.pairLength, a.pathLength) == (b.nameLength, b.pairLength, b.pathLength)
            && a.partitionLength == b.partitionLength && (a.flags, a.end) == (b.flags, b.end)
            && (a.creationTime, a.lastAccessTime) == (b.creationTime, b.lastAccessTime)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(pairLength)
        hasher.combine(creationTime)
    }
}

/// Name, domain, host-only flag, path and partition: two cookies that agree in these are one
/// (RFC 6265bis §5.7, step 23; the partition comes from CHIPS).
public struct CookieIdentity: Hashable, Sendable {
    public let name: String
    /// Without a leading dot.
    public let domain: String
    public let isHostOnly: Bool
    public let path: String
    public let partitionKey: String?

    public init(name: String, domain: String, isHostOnly: Bool = true, path: String = "/", partitionKey: String? = nil)
    {
        (self.name, self.domain, self.isHostOnly) = (name, domain, isHostOnly)
        (self.path, self.partitionKey) = (path, partitionKey)
    }

    public static func == (a: Self, b: Self) -> Bool {
        a.isHostOnly == b.isHostOnly && a.name.hasSameBytes(as: b.name) && a.domain == b.domain
            && a.path.hasSameBytes(as: b.path) && a.partitionKey == b.partitionKey
    }

    public func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte) }
        hasher.combine(domain)
        hasher.combine(isHostOnly)
    }
}
