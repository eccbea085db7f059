public import BridgePrimitives

/// An absolute `http` or `https` URL, parsed and normalised.
///
/// The scheme and the host are lower-case, international names are in their `xn--` form, IPv6 stands in brackets,
/// the scheme's own port is left out, dot segments are resolved, and bytes that must not travel bare are
/// percent-encoded (URL Standard, path, query and fragment percent-encode sets). Two URLs are equal when they are
/// spelled alike after that; the fragment counts.
public struct WebURL: Sendable {
    /// The most UTF-8 bytes that a URL may have, before and after encoding.
    public static let longest = 8192

    /// `http` or `https`.
    public let scheme: String
    /// Lower-case; IPv6 in brackets; never empty. A trailing dot is kept.
    public let host: String
    /// The port if it is not the scheme's own.
    public let port: Int?
    /// Starts with `/`, percent-encoded.
    public let path: String
    /// Without the `?`, percent-encoded; nil when absent or empty.
    public let query: String?
    /// Without the `#`, percent-encoded; empty when the URL ends with a bare `#`. Never sent.
    public let fragment: String?
    /// The whole URL.
    public let string: String

    /// Parses an absolute URL, refusing what a person has surely mistyped.
    ///
    /// - Parameter text: an absolute URL; spaces and control characters are refused, a backslash counts as a slash.
    /// - Throws: `url/empty`, `url/too-long`, `url/forbidden-character`, `url/missing-scheme`,
    ///   `url/unsupported-scheme`, `url/credentials` or `url/malformed`.
    /// - Complexity: O(n) in UTF-8 bytes.
    public init(_ text: String) throws(BridgeFailure) {
        guard !text.utf8.contains(0x20) else {
            throw URLFailure.forbiddenCharacter("a space", fix: "write a space as %20")
        }
        try self.init(parsing: text)
    }

    /// The port that a connection goes to.
    public var effectivePort: Int { port ?? (isSecure ? 443 : 80) }

    /// Whether the scheme is `https`.
    public var isSecure: Bool { scheme == "https" }

    /// Scheme, host and port as a browser prints them: `https://app.example.com`, `http://app.localhost:8080`.
    public var origin: String { "\(scheme)://\(hostHeader)" }

    /// Host and port, the port always written: what a connection goes to.
    public var hostAndPort: String { "\(host):\(effectivePort)" }

    /// The value of the `Host` field: the port only where it is not the scheme's own (RFC 9110 §7.2).
    public var hostHeader: String { port.map { "\(host):\($0)" } ?? host }

    /// The path with its query, as a request names it.
    public var target: String { query.map { "\(path)?\($0)" } ?? path }

    /// The target with the fragment, which no request names and a page's `location` shows.
    package var targetWithFragment: String { fragment.map { "\(target)#\($0)" } ?? target }

    /// The same URL with `fragment` (percent-encoded already) in place of its own; nil takes it away.
    public func settingFragment(_ fragment: String?) -> WebURL {
        WebURL(scheme: scheme, host: host, port: port, path: path, query: query, fragment: fragment)
    }

    /// Whether scheme, host and port agree (HTML Standard, same origin).
    public func sameOrigin(as other: WebURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    init(scheme: String, host: String, port: Int?, path: String, query: String?, fragment: String?) {
        (self.scheme, self.host, self.port) = (scheme, host, port)
        (self.path, self.query, self.fragment) = (path, query, fragment)
        var string = "\(scheme)://\(host)"
        if let port { string += ":\(port)" }
        string += path
        if let query { string += "?\(query)" }
        if let fragment { string += "#\(fragment)" }
        self.string = string
    }
}

extension WebURL: Hashable {
    public static func == (a: Self, b: Self) -> Bool { a.string == b.string }
    public func hash(into hasher: inout Hasher) { hasher.combine(string) }
}

extension WebURL: CustomStringConvertible {
    public var description: String { string }
}
