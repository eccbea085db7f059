import BridgePrimitives

/// Walks through a text run by run, and copies only what a replacement forces it to.
struct MaskedBytes {
    /// Letters, digits and what stands between them in names and tokens.
    struct Run {
        let bytes: ArraySlice<UInt8>
        /// Whether `://` follows.
        let isScheme: Bool

        /// A token, or what only a machine writes.
        var isSecret: Bool {
            SecretRun.isJWT(bytes) || bytes.split(separator: UInt8(ascii: ".")).contains { SecretRun.isMachineMade($0) }
        }
    }

    private let original: String
    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var copied = 0
    private var index = 0

    init(of text: String) { (original, bytes) = (text, Array(text.utf8)) }

    /// The text with its replacements; as it was when there were none.
    var text: String {
        copied == 0 ? original : String(decoding: output + bytes[copied...], as: UTF8.self)
    }

    /// The next run; nil at the end. The place stays at the run's beginning until it is skipped or replaced.
    mutating func nextRun() -> Run? {
        while index < bytes.count, !Self.isRunByte(bytes[index]) { index += 1 }
        guard index < bytes.count else { return nil }
        var end = index
        while end < bytes.count, Self.isRunByte(bytes[end]) { end += 1 }
        // A sentence's full stop is none of a token's.
        while end > index + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        return Run(bytes: bytes[index..<end], isScheme: bytes[end...].starts(with: "://".utf8))
    }

    mutating func skip(to end: Int) { index = end }

    mutating func replace(upTo end: Int, by replacement: (String) -> String) {
        let secret = String(decoding: bytes[index..<end], as: UTF8.self)
        let shown = replacement(secret)
        if shown != secret {
            output.append(contentsOf: bytes[copied..<index])
            output.append(contentsOf: shown.utf8)
            copied = end
        }
        index = end
    }

    /// Whether the word around this place is a path on this machine, whose folders often have machine-made names.
    var isInFilePath: Bool {
        let start =
            bytes[..<index].lastIndex { ASCIIText.isSpace($0) || "\"'`<>([{".utf8.contains($0) }.map { $0 + 1 } ?? 0
        return start < index && bytes[start] == UInt8(ascii: "/")
    }

    /// Where the address that begins here ends: at a space, a quote, or what closes a bracket.
    func endOfAddress() -> Int? {
        let end = bytes[index...].firstIndex { byte in
            ASCIIText.isSpace(byte) || byte < 0x20 || "\"'`<>)]}|,".utf8.contains(byte)
        }
        return end ?? bytes.count
    }

    /// The secret that follows the name `run`: `password: x`, `"idToken":"x"`, `?otp=x`, `Bearer x`; nil where the
    /// name tells of none, or what follows is a word.
    func value(named run: Run) -> ArraySlice<UInt8>? {
        var start = run.bytes.endIndex
        if ["bearer", "basic"].contains(where: { ASCIIText.isSame($0.utf8, run.bytes) }) {
            guard start < bytes.count, bytes[start] == 0x20 else { return nil }
            let value = bytes[(start + 1)...].prefix { Self.isCredentialByte($0) }
            return SecretRun.isNoWord(value) ? value : nil
        }
        if start < bytes.count, Self.isQuote(bytes[start]) { start += 1 }
        while start < bytes.count, bytes[start] == 0x20 { start += 1 }
        guard start < bytes.count, bytes[start] == UInt8(ascii: ":") || bytes[start] == UInt8(ascii: "=") else {
            return nil
        }
        // What most runs are followed by is looked at before what they mean.
        let name = run.bytes.split(separator: UInt8(ascii: ".")).last ?? run.bytes
        guard SecretNames.tellsOfASecret(name) else { return nil }
        let isAssignment = bytes[start] == UInt8(ascii: "=")
        start += 1
        while start < bytes.count, bytes[start] == 0x20 { start += 1 }
        guard start < bytes.count else { return nil }
        let value: ArraySlice<UInt8>
        if Self.isQuote(bytes[start]) {
            let quote = bytes[start]
            value = bytes[(start + 1)...].prefix { $0 != quote && $0 != 0x0A }
        } else {
            value = bytes[start...].prefix { $0 > 0x20 && !"\"'`,;&<>)]}".utf8.contains($0) }
        }
        if ASCIIText.isSame(name, "set-cookie".utf8) || ASCIIText.isSame(name, "cookie".utf8) {
            return value.firstIndex(of: UInt8(ascii: "=")).map { value[($0 + 1)...] }.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard !value.isEmpty else { return nil }
        let isCertain = Self.isPassword(name) || isAssignment && !SecretRun.isTooShort(value)
        return isCertain || SecretRun.isNoWord(value) ? value : nil
    }

    /// Passwords are words, often.
    private static func isPassword(_ name: ArraySlice<UInt8>) -> Bool {
        let name = name.map { ASCIIText.lowercased($0) as UInt8 }
        return passwordParts.contains { ASCIIText.contains(name, $0) }
    }

    private static let passwordParts = ["pass", "pwd", "secret"].map { Array($0.utf8) }

    private static func isRunByte(_ byte: UInt8) -> Bool { SecretRun.isTokenByte(byte) || byte == UInt8(ascii: ".") }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// RFC 9110 §11.2, `token68`.
    private static func isCredentialByte(_ byte: UInt8) -> Bool {
        isRunByte(byte) || "~+/=".utf8.contains(byte)
    }
}
