/// Paths as Vue Router cuts and joins them.
enum RoutePath {
    /// The parts of `path?query#hash`; the hash keeps its `#`, the query loses its `?`.
    static func parts(of text: String) -> (path: String, query: String, hash: String) {
        var bytes = Array(text.utf8)[...]
        var hash = ""
        var query = ""
        if let hashAt = bytes.firstIndex(of: UInt8(ascii: "#")) {
            hash = String(decoding: bytes[hashAt...], as: UTF8.self)
            bytes = bytes[..<hashAt]
        }
        if let queryAt = bytes.firstIndex(of: UInt8(ascii: "?")) {
            query = String(decoding: bytes[(queryAt + 1)...], as: UTF8.self)
            bytes = bytes[..<queryAt]
        }
        return (String(decoding: bytes, as: UTF8.self), query, hash)
    }

    /// Resolves a relative path against `base`. A path with a leading `/` is taken as it is, dots and all.
    ///
    /// - Parameter append: keep the last segment of `base` instead of replacing it.
    static func resolve(_ relative: String, against base: String, append: Bool) -> String {
        let first = relative.utf8.first
        if first == UInt8(ascii: "/") { return relative }
        if first == UInt8(ascii: "?") || first == UInt8(ascii: "#") { return base + relative }
        var stack = split(base)
        if !append || (stack.last?.isEmpty ?? true) { _ = stack.popLast() }
        for segment in split(relative) {
            if segment.elementsEqual("..".utf8) {
                _ = stack.popLast()
            } else if !segment.elementsEqual(".".utf8) {
                stack.append(segment)
            }
        }
        if stack.first.map({ !$0.isEmpty }) ?? true { stack.insert([], at: 0) }
        return String(decoding: Array(stack.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    }

    /// Resolves a relative path as Vue Router 4 does: like a URL, but never above the root's first segment.
    static func resolvedLikeURL(_ relative: String, against base: String) -> String {
        if relative.utf8.first == UInt8(ascii: "/") { return relative }
        if relative.isEmpty { return base }
        let from = split(base)
        var to = split(relative)
        if let last = to.last, last.elementsEqual("..".utf8) || last.elementsEqual(".".utf8) { to.append([]) }
        var kept = from.count - 1
        var taken = 0
        while taken < to.count {
            if to[taken].elementsEqual("..".utf8) {
                if kept > 1 { kept -= 1 }
            } else if !to[taken].elementsEqual(".".utf8) {
                break
            }
            taken += 1
        }
        let segments = Array(from.prefix(max(0, kept)) + to.dropFirst(taken))
        let joined = Array(segments.joined(separator: [UInt8(ascii: "/")]))
        return String(decoding: joined, as: UTF8.self)
    }

    /// Collapses runs of slashes, also those with white space between them, into one.
    static func cleaned(_ path: String) -> String {
        let units = Array(path.utf16)
        var result: [UInt16] = []
        var at = 0
        while at < units.count {
            result.append(units[at])
            guard units[at] == 0x2F else {
                at += 1
                continue
            }
            var end = at + 1
            var probe = end
            while probe < units.count {
                if units[probe] == 0x2F {
                    end = probe + 1
                } else if !UnitSet.space.contains(units[probe], ignoringCase: false) {
                    break
                }
                probe += 1
            }
            at = end
        }
        return String(decoding: result, as: UTF16.self)
    }

    /// The path without one trailing slash.
    static func withoutTrailingSlash(_ path: String) -> String {
        path.utf8.last == UInt8(ascii: "/") ? String(decoding: path.utf8.dropLast(), as: UTF8.self) : path
    }

    private static func split(_ path: String) -> [ArraySlice<UInt8>] {
        Array(path.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }
}
