import BridgePrimitives

/// A `data:` URL taken apart (Fetch §6).
package struct DataURL: Hashable, Sendable {
    package let type: ContentType
    package let body: [UInt8]

    /// Longest URL that is read, in bytes.
    static let lengthLimit = 2 << 20

    /// Nil for text that is too long, has another scheme, has no comma, or says base64 and is not.
    ///
    /// - Complexity: O(n) in bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.lengthLimit, ASCIIText.lowercased(bytes.prefix(5)) == "data:",
            let comma = bytes.firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let end = bytes[comma...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let data = PercentEncoding.decodeLeniently(bytes[(comma + 1)..<end], plusIsBlank: false)
        var head = ASCIIText.trimmed(bytes[5..<comma])
        let parts = head.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let isBase64 =
            parts.count > 1 && parts.last.map { ASCIIText.lowercased(ASCIIText.trimmed($0).utf8) } == "base64"
        if isBase64 { head = parts.dropLast().map { String(decoding: $0, as: UTF8.self) }.joined(separator: ";") }
        let type = ContentType(head)
        self.type = type.essence.isEmpty ? ContentType("text/plain;charset=US-ASCII") : type
        guard let body = isBase64 ? Self.base64Decoded(data) : data else { return nil }
        self.body = body
    }

    /// Base64 with white space and up to two `=` (Infra §7, forgiving-base64 decode).
    private static func base64Decoded(_ bytes: [UInt8]) -> [UInt8]? {
        var text = bytes.filter { !ASCIIText.isSpace($0) }
        for _ in 0..<2 where text.count % 4 == 0 || text.last == UInt8(ascii: "=") {
            if text.last == UInt8(ascii: "=") { text.removeLast() }
        }
        return Base64URL.decode(
            text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 })
    }
}
