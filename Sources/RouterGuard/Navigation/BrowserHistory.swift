/// An address without its origin.
struct BrowserAddress: Hashable, Sendable {
    /// Percent-encoded, with a leading slash.
    var path = "/"
    /// With its `?`, or empty.
    var search = ""
    /// With its `#`, or empty.
    var hash = ""

    var text: String { path + search + hash }

    /// Reads a URL or a path as a browser does: the origin is dropped, dots in the path are resolved, what may not
    /// stand in a URL is percent-encoded.
    init(_ text: String, relativeTo base: BrowserAddress? = nil) {
        var bytes = Array(text.utf8)[...]
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[..<colon].allSatisfy(Self.isSchemeByte),
            bytes[colon...].dropFirst().starts(with: "//".utf8)
        {
            bytes = bytes[(colon + 3)...].drop { !Array("/?#".utf8).contains($0) }
        }
        let parts = RoutePath.parts(of: String(decoding: bytes, as: UTF8.self))
        var written = parts.path
        if written.utf8.first != UInt8(ascii: "/") {
            written = RoutePath.resolve(written, against: base?.path ?? "/", append: false)
        }
        path = Self.withoutDots(Self.encoded(written, also: "\"<>`{}^"))
        search = parts.query.isEmpty ? "" : "?" + Self.encoded(parts.query, also: "\"<>'")
        hash = parts.hash.utf8.count <= 1 ? "" : Self.encoded(parts.hash, also: "\"<>`")
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        PercentCoding.isAlphanumeric(byte) || Array("+-.".utf8).contains(byte)
    }

    private static func encoded(_ text: String, also marks: String) -> String {
        let unsafeMarks = Array(marks.utf8)
        let spared = (0x21...0x7E).filter { !unsafeMarks.contains($0) }
        return PercentCoding.encode(text, sparing: spared)
    }

    private static func withoutDots(_ path: String) -> String {
        let segments = Array(path.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.elementsEqual("..".utf8) {
                if kept.count > 1 { kept.removeLast() }
                if isLast { kept.append([]) }
            } else if segment.elementsEqual(".".utf8) {
                if isLast { kept.append([]) }
            } else {
                kept.append(segment)
            }
        }
        return String(decoding: Array(kept.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    }
}

/// A browser's session history of one page: addresses and a position among them.
struct BrowserHistory: Sendable {
    /// Browsers keep about fifty entries; ours keeps more before it forgets the oldest.
    static let entryLimit = 1024

    private(set) var entries: [BrowserAddress]
    private(set) var index = 0

    init(_ address: BrowserAddress) { entries = [address] }

    var current: BrowserAddress { entries[index] }

    /// Adds an entry after the current one; what lay ahead is lost.
    mutating func push(_ address: BrowserAddress) {
        entries.removeSubrange((index + 1)...)
        entries.append(address)
        if entries.count > Self.entryLimit { entries.removeFirst() }
        index = entries.count - 1
    }

    mutating func replace(_ address: BrowserAddress) { entries[index] = address }

    /// Moves; false when there is no such entry.
    mutating func move(by count: Int) -> Bool {
        let (target, overflow) = index.addingReportingOverflow(count)
        guard !overflow, entries.indices.contains(target), target != index else { return false }
        index = target
        return true
    }
}
