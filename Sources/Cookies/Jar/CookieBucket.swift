import BridgePrimitives

/// The cookies of one domain, in the order of the header, with all their text in one piece of memory.
struct CookieBucket: Sendable {
    // What a look-up reads comes first, so that it shares a cache line.
    /// The domain, then the entries' texts in any order, with gaps.
    private(set) var text: [UInt8]
    private(set) var entries: [JarEntry] = []
    private let domainLength: Int32
    private var siteNumber: Int32 = -1
    let tag: UInt32
    /// Whether a domain cookie has passed the check against public suffixes, so that it need not be made again.
    var isKnownToTakeDomainCookies = false
    /// Whether the table has given the domain up, so that the bucket waits for another.
    private(set) var isFree = false
    /// How much of ``text`` belongs to no entry any more.
    private var gaps = 0
    /// Made when there are so many cookies that looking at each costs too much.
    private var identities: IdentityIndex?

    /// - Parameter room: how many bytes the first cookie's text needs.
    init(_ key: DomainKey, in source: [UInt8], room: Int) {
        tag = key.tag
        domainLength = Int32(clamping: key.range.count)
        text = []
        text.reserveCapacity(key.range.count + room)
        text.append(contentsOf: source, in: key.range)
    }

    /// - Complexity: O(n) in its length.
    var domain: String { String(decoding: text[..<min(text.count, Int(domainLength))], as: UTF8.self) }

    /// The number of the domain's site in the table; nil until somebody has asked for it.
    var site: Int? {
        get { siteNumber < 0 ? nil : Int(siteNumber) }
        set { siteNumber = newValue.map { Int32(clamping: $0) } ?? -1 }
    }

    /// Whether this is the domain in `bytes` at `range`.
    @inline(__always)
    func isFor(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard range.count == Int(domainLength) else { return false }
        return text.hasBytes(of: bytes, range, at: 0)
    }

    /// Reads from each cache line of the entries and of the texts, as far as few cookies go.
    @inline(__always)
    func readAhead() -> UInt64 {
        var sum: UInt64 = 0
        for position in 0..<min(entries.count, 6) { sum &+= UInt64(truncatingIfNeeded: entries[position].access) }
        for position in stride(from: 0, to: min(text.count, 384), by: 64) { sum &+= UInt64(text[position]) }
        return sum
    }

    // MARK: Reading

    func partitionKey(of entry: JarEntry) -> String? { entry.partitionKey(in: text) }

    /// - Complexity: O(n) in the lengths of its texts.
    func cookie(_ entry: JarEntry) -> Cookie {
        let partition = entry.partition(in: text)
        var text: [UInt8] = []
        text.reserveCapacity(entry.textLength(in: self.text) + Int(domainLength))
        text.append(contentsOf: self.text[entry.pair.lowerBound..<entry.path.upperBound])
        if let partition { text.append(contentsOf: self.text[partition]) }
        text.append(contentsOf: self.text[..<Int(domainLength)])
        return Cookie(
            text: text, nameLength: Int(entry.nameLength), pairLength: Int(entry.pairLength),
            pathLength: Int(entry.pathLength), partitionLength: partition?.count ?? 0, flags: entry.flags,
            creationTime: Instant(millisecondsSinceEpoch: entry.creation),
            lastAccessTime: Instant(millisecondsSinceEpoch: entry.access),
            expiry: entry.flags.contains(.persistent) ? Instant(millisecondsSinceEpoch: entry.expiry) : nil)
    }

    /// Whether the entry has the cookie's value.
    func hasValue(_ entry: JarEntry, of cookie: Cookie) -> Bool {
        entry.value.count == cookie.valueRange.count
            && text.hasBytes(of: cookie.text, cookie.valueRange, at: entry.value.lowerBound)
    }

    /// Whether the entry has the cookie's name.
    func hasName(_ entry: JarEntry, of cookie: Cookie) -> Bool {
        entry.nameLength == cookie.nameLength && text.hasBytes(of: cookie.text, cookie.nameRange, at: entry.start)
    }

    func precedes(_ a: JarEntry, _ b: JarEntry, order: HeaderOrder) -> Bool {
        a.orderKey.precedes(b.orderKey, order: order, names: (text[a.name], text[b.name]))
    }

    // MARK: Finding

    /// Whether there are so many cookies that ``indexedPosition(of:order:)`` finds one.
    var isIndexed: Bool { identities?.isExact == true }

    /// The position of the cookie with the same identity.
    ///
    /// - Complexity: O(log n) in the cookies of the domain.
    func indexedPosition(of cookie: Cookie, order: HeaderOrder) -> Int? {
        let (source, name) = (cookie.text, cookie.nameRange)
        var hash = ByteHash()
        hash.combine(source[name])
        hash.combine(
            path: source[cookie.pathRange], isHostOnly: cookie.isHostOnly,
            partition: cookie.flags.contains(.hasPartition) ? source[cookie.partitionRange] : nil)
        guard let place = identities?[hash.value] else { return nil }
        let key = OrderKey(
            pathLength: cookie.pathLength, isHostOnly: cookie.isHostOnly, creation: place.creation,
            sequence: place.sequence)
        let position = entries.partitioningIndex {
            !$0.orderKey.precedes(key, order: order, names: (text[$0.name], source[name]))
        }
        guard position < entries.count, entries[position].hasIdentity(of: cookie, in: text) else { return nil }
        return position
    }

    private func hash(of entry: JarEntry) -> UInt64 {
        var hash = ByteHash()
        hash.combine(text[entry.name])
        hash.combine(
            path: text[entry.path], isHostOnly: entry.flags.contains(.hostOnly),
            partition: entry.partition(in: text).map { text[$0] })
        return hash.value
    }

    // MARK: Changing

    /// Adds the cookies that `filter` lets through to `matches`, and moves their access times.
    mutating func collect(
        _ found: BucketOnTheWay, filter: borrowing AccessFilter, into matches: inout [CookieMatch]
    ) {
        Self.collect(&entries, text: text, found, filter: filter, into: &matches)
    }

    private static func collect(
        _ entries: inout [JarEntry], text: [UInt8], _ found: BucketOnTheWay, filter: borrowing AccessFilter,
        into matches: inout [CookieMatch]
    ) {
        let forbidden = filter.forbiddenFlags(isParent: found.rank > 0)
        for position in entries.indices {
            let entry = entries[position]
            guard entry.flags.isDisjoint(with: forbidden), filter.admits(entry, text: text) else { continue }
            entries[position].access = filter.now
            matches.append(
                CookieMatch(
                    bucket: found.bucket, entry: position, rank: found.rank, key: entry.orderKey, pair: entry.pair))
        }
    }

    /// Gives the memory back, for a bucket that has no cookies any more.
    mutating func free() {
        (entries, text, identities, gaps, isFree) = ([], [], nil, 0, true)
    }

    /// - Complexity: O(log n) in the cookies of the domain, and a move of those behind.
    mutating func insert(_ cookie: borrowing Cookie, sequence: UInt64, order: HeaderOrder) {
        if entries.count == entries.capacity {
            // Two, then six, then half as many again: most domains have few cookies.
            entries.reserveCapacity(entries.count + max(entries.isEmpty ? 2 : 4, entries.count / 2))
        }
        let entry = JarEntry(cookie, start: makeRoom(for: cookie), sequence: sequence)
        text.append(contentsOf: cookie.text, in: 0..<cookie.pathRange.upperBound)
        if cookie.flags.contains(.hasPartition) {
            let length = cookie.partitionLength
            for shift in [24, 16, 8, 0] as [UInt32] { text.append(UInt8(truncatingIfNeeded: length >> shift)) }
            text.append(contentsOf: cookie.text, in: cookie.partitionRange)
        }
        // Most often the newest stands last.
        if let last = entries.last, !precedes(last, entry, order: order) {
            entries.insert(entry, at: entries.partitioningIndex { !precedes($0, entry, order: order) })
        } else {
            entries.append(entry)
        }
        remember(entry)
    }

    private mutating func remember(_ entry: JarEntry) {
        if identities != nil {
            let hash = hash(of: entry)
            identities?.insert(hash, IdentityIndex.Place(creation: entry.creation, sequence: entry.sequence))
        } else if entries.count > IdentityIndex.upperBound {
            var index = IdentityIndex()
            for entry in entries {
                index.insert(
                    hash(of: entry), IdentityIndex.Place(creation: entry.creation, sequence: entry.sequence))
            }
            identities = index
        }
    }

    /// Removes one entry and leaves its text as a gap.
    mutating func remove(at position: Int) -> JarEntry {
        let entry = entries.remove(at: position)
        forget(entry)
        tidy()
        return entry
    }

    /// Removes the entries that `isLeaving` names.
    ///
    /// - Returns: their cookies, the last in the header first.
    mutating func removeAll(where isLeaving: (JarEntry) -> Bool) -> [Cookie] {
        let leaving = entries.filter(isLeaving)
        guard !leaving.isEmpty else { return [] }
        let cookies = leaving.reversed().map(cookie)
        entries.removeAll(where: isLeaving)
        for entry in leaving { forget(entry) }
        tidy()
        return cookies
    }

    private mutating func forget(_ entry: JarEntry) {
        gaps += entry.textLength(in: text)
        guard identities != nil else { return }
        if entries.count < IdentityIndex.lowerBound {
            identities = nil
        } else {
            let hash = hash(of: entry)
            identities?.remove(hash)
        }
    }

    /// - Returns: where the cookie's text is going to start.
    private mutating func makeRoom(for cookie: borrowing Cookie) -> Int {
        let length = cookie.neededRoom
        if text.count + length > text.capacity {
            text.reserveCapacity(max(text.count + 2 * length, text.count / 2 * 3))
        }
        return text.count
    }

    /// Closes the gaps once they are half of the text, so that each byte is moved once on average.
    private mutating func tidy() {
        guard gaps > 128, gaps > text.count / 2 else { return }
        var packed: [UInt8] = []
        packed.reserveCapacity(text.count - gaps)
        packed.append(contentsOf: text[..<Int(domainLength)])
        for position in entries.indices {
            let (start, length) = (entries[position].start, entries[position].textLength(in: text))
            entries[position].start = packed.count
            packed.append(contentsOf: text[start..<start + length])
        }
        (text, gaps) = (packed, 0)
    }
}

extension ByteHash {
    /// All of a cookie's identity that comes after the name.
    fileprivate mutating func combine(path: ArraySlice<UInt8>, isHostOnly: Bool, partition: ArraySlice<UInt8>?) {
        combine(0)
        combine(path)
        combine(isHostOnly ? 1 : 0)
        if let partition { combine(partition) }
    }
}

extension Cookie {
    /// The size of its text in a bucket, in bytes.
    var neededRoom: Int {
        pathRange.upperBound
            + (flags.contains(.hasPartition) ? JarEntry.partitionLengthBytes + Int(partitionLength) : 0)
    }
}
