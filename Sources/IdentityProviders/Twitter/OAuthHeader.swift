import BridgePrimitives

/// The `Authorization` field of OAuth 1.0 (RFC 5849 §3.5.1).
enum OAuthHeader: Sendable {
    private static let scheme = Array("oauth".utf8)

    /// - Returns: the parameters without `realm`, decoded; nil when the field is of another scheme.
    /// - Throws: `brokenHeader`, `parameterRepeated`.
    static func parse(_ field: String) throws(TwitterRefusal) -> [FormItems.Item]? {
        var rest = Array(field.utf8)[...]
        guard ASCIIText.isSame(rest.prefix(scheme.count), scheme) else { return nil }
        rest = rest.dropFirst(scheme.count)
        guard rest.isEmpty || isBlank(rest.first) else { return nil }
        var items: [FormItems.Item] = []
        rest = rest.drop(while: isSeparator)
        while !rest.isEmpty {
            guard items.count < FormItems.most else { throw TwitterRefusal(.brokenHeader) }
            let item = try takePair(&rest)
            if !item.name.elementsEqual("realm".utf8) { items.append(item) }
            rest = rest.drop(while: isBlank)
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { throw TwitterRefusal(.brokenHeader) }
            rest = rest.drop(while: isSeparator)
        }
        return items
    }

    /// `name="value"`: what stands between the quotes is percent-encoded; a realm may hold quoted pairs.
    private static func takePair(_ rest: inout ArraySlice<UInt8>) throws(TwitterRefusal) -> FormItems.Item {
        let name = rest.prefix { $0 != UInt8(ascii: "=") && !isBlank($0) && $0 != UInt8(ascii: ",") }
        rest = rest.dropFirst(name.count).drop(while: isBlank)
        guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { throw TwitterRefusal(.brokenHeader) }
        rest = rest.drop(while: isBlank)
        guard rest.popFirst() == UInt8(ascii: "\"") else { throw TwitterRefusal(.brokenHeader) }
        var value: [UInt8] = []
        while true {
            guard let byte = rest.popFirst() else { throw TwitterRefusal(.brokenHeader) }
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst() else { throw TwitterRefusal(.brokenHeader) }
                value.append(escaped)
            } else {
                value.append(byte)
            }
        }
        guard let decodedName = PercentEncoding.decode(name, plusIsBlank: false),
            let decodedValue = PercentEncoding.decode(value[...], plusIsBlank: false)
        else { throw TwitterRefusal(.brokenHeader) }
        return FormItems.Item(name: decodedName, value: decodedValue)
    }

    private static func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    private static func isSeparator(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: ",") }
}
