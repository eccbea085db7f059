/// Turns a header's bytes into text, as the profile says.
enum CookieText {
    /// - Returns: the text, and whether it had to be altered.
    static func decode(_ bytes: ArraySlice<UInt8>, rule: HeaderTextRule) -> (text: String, isAltered: Bool) {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return (String(decoding: bytes, as: UTF8.self), false) }
        switch rule {
        case .utf8:
            if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
            return (String(decoding: bytes, as: UTF8.self), true)
        case .latin1:
            var text = String.UnicodeScalarView()
            for byte in bytes { text.append(Unicode.Scalar(byte)) }
            return (String(text), true)
        case .cutAtFirst:
            return (String(decoding: bytes.prefix { $0 < 0x80 }, as: UTF8.self), true)
        }
    }
}
