import BridgePrimitives

/// `application/x-www-form-urlencoded`, the way in (WHATWG URL §5.1).
enum WireForm: Sendable {
    /// Names and values in their order; `+` is a blank, a broken escape stands for itself.
    static func decode(_ bytes: some Sequence<UInt8>) -> [(String, String)] {
        Array(bytes).split(separator: UInt8(ascii: "&")).map { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return (unescape(item), "") }
            return (unescape(item[..<equals]), unescape(item[(equals + 1)...]))
        }
    }

    /// Percent-decoding of one path segment or form item; bytes that are no UTF-8 become U+FFFD.
    static func unescape(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = true) -> String {
        String(decoding: PercentEncoding.decodeLeniently(bytes, plusIsBlank: plusIsBlank), as: UTF8.self)
    }
}
