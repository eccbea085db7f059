public import BridgePrimitives

/// What a jar must know of a URL, read once at the door. Copying one costs no more than copying a reference.
public struct CookieURL: Sendable {
    /// What was read; never changes.
    private final class Parts: Sendable {
        let scheme: String
        let host: String
        let path: String
        let isSecure: Bool
        let schemeHoldsCookies: Bool
        let hostIsIPAddress: Bool
        let domains: [DomainKey]

        init(scheme: String, host: String, path: String) {
            (self.scheme, self.host, self.path) = (scheme, host, path)
            isSecure = scheme == "https" || scheme == "wss"
            schemeHoldsCookies = CookieURL.isWeb(scheme: scheme)
            hostIsIPAddress = HostName.isIPAddress(host)
            domains = DomainKey.domains(of: host, isIPAddress: hostIsIPAddress)
        }
    }

    private let parts: Parts

    /// Lower-case.
    public var scheme: String { parts.scheme }
    /// Lower-case ASCII without port; IPv6 keeps its brackets; IPv4 as a dotted quad; a trailing dot stays.
    /// Empty for schemes without a host.
    public var host: String { parts.host }
    /// Starts with `/` for URLs with a host; percent-encoded as written, other bytes encoded; no query, no fragment.
    public var path: String { parts.path }
    /// Whether the scheme is `https` or `wss`.
    public var isSecure: Bool { parts.isSecure }
    /// Whether cookies exist for URLs of this scheme at all: http, https, ws and wss.
    public var schemeHoldsCookies: Bool { parts.schemeHoldsCookies }
    public var hostIsIPAddress: Bool { parts.hostIsIPAddress }
    /// The host and the domains above it, hashed once for all look-ups.
    var domains: [DomainKey] { parts.domains }

    /// Longest text that is looked at, in bytes.
    public static let lengthLimit = 1 << 20

    /// Reads an absolute URL: user information, port, query and fragment are checked for form and dropped.
    ///
    /// - Parameter text: surrounding blanks are dropped; for http, https, ws and wss `\` counts as `/`.
    /// - Throws: the first problem found; a raw non-ASCII host is one (use its punycode form).
    /// - Complexity: O(n) in bytes.
    /// - Note: follows the URL standard (WHATWG) except that dot segments stay as written.
    public init(_ text: String) throws(CookieURLProblem) {
        self = try CookieURLParser.parse(text)
    }

    init(scheme: String, host: String, path: String) {
        parts = Parts(scheme: scheme, host: host, path: path)
    }

    /// `localhost`, names below it, 127.0.0.0/8 and `[::1]`.
    ///
    /// - Parameter host: as in ``host``.
    public static func isLoopback(_ host: String) -> Bool { HostName.isLoopback(host) }

    static func isWeb(scheme: String) -> Bool {
        switch scheme {
        case "http", "https", "ws", "wss": true
        default: false
        }
    }
}

extension CookieURL: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        a.parts === b.parts || a.scheme == b.scheme && a.host == b.host && a.path.hasSameBytes(as: b.path)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(host)
        hasher.combine(path)
    }
}

/// Why a text is no URL that a jar could be asked about.
public enum CookieURLProblem: String, Reason, Error {
    case tooLong = "url/too-long"
    case noScheme = "url/no-scheme"
    case noHost = "url/no-host"
    case controlCharacter = "url/control-character"
    case hostNotASCII = "url/host-not-ascii"
    case invalidHost = "url/invalid-host"
    case invalidPort = "url/invalid-port"

    public var meaning: String {
        switch self {
        case .tooLong: "The URL is longer than a megabyte."
        case .noScheme: "The text does not start with a scheme and a colon."
        case .noHost: "A URL of this scheme needs a host."
        case .controlCharacter: "A control character stands inside the URL."
        case .hostNotASCII: "The host has characters outside ASCII."
        case .invalidHost: "The host has a character that no host may have, or is no valid address."
        case .invalidPort: "The port is not a number below 65536."
        }
    }

    public var mend: String {
        switch self {
        case .tooLong: "Use a shorter URL."
        case .noScheme: "Write the whole URL, such as https://app.test/."
        case .noHost: "Write the host after the two slashes."
        case .controlCharacter: "Percent-encode it."
        case .hostNotASCII: "Write the host in its punycode form (xn--…)."
        case .invalidHost: "Check the host's spelling."
        case .invalidPort: "Use a port from 0 to 65535."
        }
    }
}
