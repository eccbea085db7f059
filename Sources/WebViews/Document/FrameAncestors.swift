import HTTPLoader

/// Who may have a document in a frame: the sources of a `frame-ancestors` directive (CSP 3 §6.4.2.1).
struct FrameAncestors: Hashable, Sendable {
    /// Lower-case, as written.
    let sources: [String]

    /// - Parameter words: the directive, lower-case, its name first.
    init?(directive words: [String]) {
        guard words.first == "frame-ancestors" else { return nil }
        sources = Array(words.dropFirst())
    }

    /// Whether a document at `url` may be in a frame of that ancestor's; nil is an opaque origin.
    func permits(_ ancestor: WebURL?, around url: WebURL) -> Bool {
        guard let ancestor else { return false }
        return sources.contains { Self.matches($0, ancestor, own: url) }
    }

    /// Does url match expression in origin (CSP 3 §6.7.2.8).
    private static func matches(_ source: String, _ url: WebURL, own: WebURL) -> Bool {
        if source == "*" { return true }
        if source == "'self'" { return own.sameOrigin(as: url) }
        if source.utf8.first == UInt8(ascii: "'") { return false }
        if source.utf8.last == UInt8(ascii: ":") { return covers(scheme: String(source.dropLast()), url) }
        var rest = source[...]
        if let mark = source.firstRange(of: "://") {
            guard covers(scheme: String(source[..<mark.lowerBound]), url) else { return false }
            rest = source[mark.upperBound...]
        } else if !covers(scheme: own.scheme, url) {
            return false
        }
        rest = rest.prefix { $0 != "/" }  // ancestors have no path that could be compared
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, covers(host: host, url.host) else { return false }
        guard parts.count > 1 else { return url.port == nil || url.effectivePort == (url.isSecure ? 443 : 80) }
        return parts[1] == "*" || Int(parts[1]) == url.effectivePort
    }

    /// http covers https too, never the other way round.
    private static func covers(scheme: String, _ url: WebURL) -> Bool {
        scheme == url.scheme || (scheme == "http" && url.isSecure)
    }

    private static func covers(host: Substring, _ name: String) -> Bool {
        guard host.hasPrefix("*") else { return host == name }
        return host == "*" || (host.hasPrefix("*.") && name.hasSuffix(host.dropFirst()))
    }
}
