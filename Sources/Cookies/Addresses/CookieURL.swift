public import BridgePrimitives

/// What a jar must know of a URL, read once at the door. Copying one costs no more than copying a reference.
public struct CookieURL: Sendable {
    /// Scheme, host and path, with nothing that a jar has no use for after them. The path goes to the end.
    let bytes: [UInt8]
    private let schemeLength: Int32
    private let hostStart: Int32
    private let hostLength: Int32
    private let pathStart: Int32
    private let kind: SchemeKind
    public let hostIsIPAddress: Bool
    /// Nil for the scheme's own. Cookies do not know ports: it is for showing the URL and never compared.
    public let port: UInt16?

    /// What cookies make of a scheme.
    enum SchemeKind: UInt8, Sendable {
        case web, secureWeb, other

        /// - Parameter length: of the scheme, in lower case, at the start of `bytes`.
        init(_ bytes: [UInt8], length: Int) {
            self =
                switch length {
                case 5 where bytes.hasBytes(of: "https", at: 0), 3 where bytes.hasBytes(of: "wss", at: 0): .secureWeb
                case 4 where bytes.hasBytes(of: "http", at: 0), 2 where bytes.hasBytes(of: "ws", at: 0): .web
                default: .other
                }
        }

        var ownPort: UInt16? {
            switch self {
            case .web: 80
            case .secureWeb: 443
            case .other: nil
            }
        }
    }

    /// Lower-case.
    ///
    /// - Complexity: O(n) in bytes, as for ``host`` and ``path``: the URL keeps bytes.
    public var scheme: String {
        switch kind {
        case .web where schemeLength == 4: "http"
        case .secureWeb where schemeLength == 5: "https"
        default: String(decoding: bytes[..<Int(schemeLength)], as: UTF8.self)
        }
    }
    /// Lower-case ASCII without port; IPv6 keeps its brackets; IPv4 as a dotted quad; a trailing dot stays.
    /// Empty for schemes without a host.
    public var host: String { String(decoding: bytes[hostRange], as: UTF8.self) }
    /// Starts with `/` for URLs with a host; percent-encoded as written, other bytes encoded; no query, no fragment.
    public var path: String { String(decoding: bytes[pathRange], as: UTF8.self) }
    /// Whether the scheme is `https` or `wss`.
    public var isSecure: Bool { kind == .secureWeb }
    /// Whether cookies exist for URLs of this scheme at all: http, https, ws and wss.
    public var schemeHoldsCookies: Bool { kind != .other }

    /// Where host and path stand in ``bytes``.
    var hostRange: Range<Int> { Int(hostStart)..<Int(hostStart + hostLength) }
    var pathRange: Range<Int> { Int(pathStart)..<bytes.count }
    var hasHost: Bool { hostLength > 0 }

    /// Longest text that is looked at, in bytes.
    public static let lengthLimit = 1 << 20

    /// `https://app.test:8443/path`: the URL as it is shown, with a port that is not the scheme's own.
    public var string: String {
        guard schemeHoldsCookies || hasHost else { return "\(scheme):\(path)" }
        return "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)"
    }

    /// Reads an absolute URL: user information, query and fragment are checked for form and dropped.
    ///
    /// - Parameter text: surrounding blanks are dropped; for http, https, ws and wss `\` counts as `/`.
    /// - Throws: the first problem found; a raw non-ASCII host is one (use its punycode form).
    /// - Complexity: O(n) in bytes.
    /// - Note: follows the URL standard (WHATWG) except that dot segments stay as written.
    public init(_ text: String) throws(URLReason) {
        self = try CookieURLParser.parse(text)
    }

    /// A URL whose text is canonical already; what stands between the parts is of no interest.
    ///
    /// - Parameter bytes: at most a few times ``lengthLimit``, ending with the path.
    init(
        bytes: consuming [UInt8], schemeLength: Int, hostRange: Range<Int>, pathStart: Int, kind: SchemeKind,
        port: UInt16? = nil
    ) {
        hostIsIPAddress = HostName.isIPAddress(bytes, hostRange)
        self.bytes = bytes
        (self.schemeLength, self.kind) = (Int32(clamping: schemeLength), kind)
        self.port = port == kind.ownPort ? nil : port
        (hostStart, hostLength) = (Int32(clamping: hostRange.lowerBound), Int32(clamping: hostRange.count))
        self.pathStart = Int32(clamping: pathStart)
    }

    /// `localhost`, names below it, 127.0.0.0/8 and `[::1]`.
    ///
    /// - Parameter host: as in ``host``.
    public static func isLoopback(_ host: String) -> Bool { HostName.isLoopback(host) }

    /// A URL whose parts are canonical already.
    package init(scheme: String, host: String, port: UInt16? = nil, path: String) {
        let bytes = Array(scheme.utf8) + Array(host.utf8) + Array(path.utf8)
        let hostStart = scheme.utf8.count, pathStart = scheme.utf8.count + host.utf8.count
        self.init(
            bytes: bytes, schemeLength: hostStart, hostRange: hostStart..<pathStart, pathStart: pathStart,
            kind: SchemeKind(bytes, length: hostStart), port: port)
    }
}

extension CookieURL: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        a.kind == b.kind && a.hostLength == b.hostLength && a.schemeLength == b.schemeLength
            && a.bytes[a.hostRange] == b.bytes[b.hostRange] && a.bytes[a.pathRange] == b.bytes[b.pathRange]
            && a.bytes[..<Int(a.schemeLength)] == b.bytes[..<Int(b.schemeLength)]
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        for byte in bytes[hostRange] { hasher.combine(byte) }
        hasher.combine(hostLength)
        for byte in bytes[pathRange] { hasher.combine(byte) }
    }
}

extension CookieURL {
    /// The same URL with those percent-encoded bytes of the path decoded that need no encoding: letters, digits and
    /// `-._~` (RFC 3986 §6.2.2.2).
    ///
    /// - Complexity: O(n) in the path's bytes.
    func decodingPath() -> CookieURL {
        guard bytes[pathRange].contains(Byte.percent) else { return self }
        var decoded: [UInt8] = []
        var place = pathRange.lowerBound
        while place < bytes.count {
            if bytes[place] == Byte.percent, place + 2 < bytes.count,
                let high = Hexadecimal.value(bytes[place + 1]),
                let low = Hexadecimal.value(bytes[place + 2]),
                PercentEncoding.isUnreserved(high << 4 | low)
            {
                decoded.append(high << 4 | low)
                place += 3
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        return CookieURL(scheme: scheme, host: host, port: port, path: String(decoding: decoded, as: UTF8.self))
    }
}
