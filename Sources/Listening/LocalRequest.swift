import BridgePrimitives
package import Reasons

/// Whether a request was made on this machine, as far as its fields can tell: for endpoints that no page of another
/// site may reach.
///
/// A browser sends the name that the page used as `Host`, so a name that was pointed at loopback gives itself away (DNS
/// rebinding), and it sends `Origin` with whatever a script asks for across sites. Other programs of this machine may
/// write what they like.
package enum LocalRequest: Sendable {
    /// - Parameters:
    ///   - authority: the `Host` field: a name or address, and perhaps a port.
    ///   - origin: the `Origin` field; nil when there is none.
    /// - Returns: nothing for a local request, else why it is none.
    package static func refusals(authority: String?, origin: String?) -> [ListeningReason] {
        var reasons: [ListeningReason] = []
        if !isLoopback(authority: authority ?? "") { reasons.append(.foreignHost) }
        if let origin, !isLocal(origin: origin) { reasons.append(.foreignOrigin) }
        return reasons
    }

    /// `http://localhost:3000` and the like: an origin has no path (RFC 6454 §6.2). `null` is nobody's.
    package static func isLocal(origin: String) -> Bool {
        guard let end = origin.firstRange(of: "://"), end.lowerBound > origin.startIndex else { return false }
        return isLoopback(authority: String(origin[end.upperBound...]))
    }

    /// `host [ ":" port ]` (RFC 9110 §7.2), where the host is `localhost`, a name under it, or a loopback address. User
    /// information belongs to no `Host` field, and makes another host look like a local one.
    package static func isLoopback(authority: String) -> Bool {
        let bytes = Array(authority.utf8)
        guard bytes.first != UInt8(ascii: "[") else {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            return isPort(bytes[(close + 1)...]) && isLoopbackIPv6(bytes[1..<close])
        }
        let host = bytes.prefix { $0 != UInt8(ascii: ":") }
        return isPort(bytes[host.endIndex...]) && (isLocalName(host) || isLoopbackIPv4(host))
    }

    /// The host without port and brackets, in lower case and without a final dot; nil for what is no authority.
    static func host(of authority: String) -> String? {
        let bytes = Array(authority.utf8)
        let host: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            (host, rest) = (bytes[1..<close], bytes[(close + 1)...])
        } else {
            host = bytes.prefix { $0 != UInt8(ascii: ":") }
            rest = bytes[host.endIndex...]
        }
        guard isPort(rest), !host.contains(UInt8(ascii: "@")) else { return nil }
        return ASCIIText.lowercased(host.last == UInt8(ascii: ".") ? host.dropLast() : host)
    }

    /// Nothing, or a colon and at most five digits.
    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let colon = bytes.first else { return true }
        return colon == UInt8(ascii: ":") && bytes.count <= 6 && bytes.dropFirst().allSatisfy(isDigit)
    }

    /// Names under `localhost` never leave the machine (RFC 6761 §6.3); letter case and a final dot say nothing.
    private static func isLocalName(_ host: ArraySlice<UInt8>) -> Bool {
        let name = ASCIIText.lowercased(host.last == UInt8(ascii: ".") ? host.dropLast() : host)
        let isName = name.utf8.allSatisfy {
            isDigit($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
        }
        return isName && (name == "localhost" || name.hasSuffix(".localhost"))
    }

    /// 127.0.0.0/8 in four decimal numbers; no shorter and no octal spelling.
    private static func isLoopbackIPv4(_ host: ArraySlice<UInt8>) -> Bool {
        let parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].elementsEqual("127".utf8) else { return false }
        return parts.allSatisfy { part in
            (1...3).contains(part.count) && part.allSatisfy(isDigit) && (part.count == 1 || part.first != 0x30)
                && (UInt16(String(decoding: part, as: UTF8.self)) ?? 256) < 256
        }
    }

    /// `::1`, however many zeros are written out.
    private static func isLoopbackIPv6(_ host: ArraySlice<UInt8>) -> Bool {
        guard host.last == UInt8(ascii: "1"), host.count <= 39 else { return false }
        let zeros = host.dropLast()
        guard zeros.allSatisfy({ $0 == UInt8(ascii: ":") || $0 == 0x30 }) else { return false }
        let groups = host.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard groups.allSatisfy({ $0.count <= 4 }) else { return false }
        let isShortened = host.starts(with: "::".utf8)
        return isShortened
            ? groups.dropFirst(2).allSatisfy { !$0.isEmpty } && groups.count <= 9
            : groups.count == 8 && groups.allSatisfy { !$0.isEmpty }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
