import BridgePrimitives

/// What a run of bytes looks like by itself.
enum SecretRun {
    /// Runs shorter than this are words, names and numbers that people know.
    static let shortest = 32

    /// Three base64url segments of which the first begins a JSON object (`eyJ`).
    static func isJWT(_ run: some Collection<UInt8>) -> Bool {
        run.starts(with: "eyJ".utf8) && run.count > 20 && run.contains(UInt8(ascii: "."))
    }

    /// A long run of digits and letters in which many different ones occur: a key, a session's id, a refresh token.
    static func isMachineMade(_ run: some Collection<UInt8>) -> Bool {
        guard run.count >= shortest else { return false }
        var seen: (UInt64, UInt64) = (0, 0)
        var digits = 0
        var letters = 0
        for byte in run {
            guard isTokenByte(byte) else { return false }
            if byte < 64 { seen.0 |= 1 << byte } else { seen.1 |= 1 << (byte - 64) }
            if ASCIIText.isDigit(byte) { digits += 1 }
            if ASCIIText.isLetter(byte) { letters += 1 }
        }
        return digits >= 3 && letters >= 3 && seen.0.nonzeroBitCount + seen.1.nonzeroBitCount >= 10
    }

    /// Too short to be anybody's secret: a page's number, a flag, a country.
    static func isTooShort(_ value: some Collection<UInt8>) -> Bool {
        value.count <= 3 || ["true", "false", "null", "none"].contains { value.elementsEqual($0.utf8) }
    }

    /// Whether a value beside a name such as `token` is one, and not a word about it (`token: missing`,
    /// `signInWithCustomToken: INVALID_CUSTOM_TOKEN`).
    static func isNoWord(_ value: some Collection<UInt8>) -> Bool {
        if value.contains(where: ASCIIText.isDigit) { return value.count > 3 }
        return value.count >= 16 && value.contains { (0x41...0x5A).contains($0) }
            && value.contains { (0x61...0x7A).contains($0) }
    }

    /// A byte of base64url text.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
