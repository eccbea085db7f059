import BridgePrimitives

extension FuzzSubject {
    /// The words as a dictionary of libFuzzer's: one in quotes a line, bytes that are not plain as `\xAB`.
    public static var dictionary: String {
        let words = words.map { Array($0.utf8) } + hostileWords
        var (seen, lines) = (Set<[UInt8]>(), "# What `fuzz \(name)` is tried with.\n")
        // libFuzzer takes no word that is empty or longer than 64 bytes.
        for word in words where (1...64).contains(word.count) && seen.insert(word).inserted {
            lines += "\"\(word.map(escaped).joined())\"\n"
        }
        return lines
    }

    /// What hides in texts of every kind.
    private static var hostileWords: [[UInt8]] {
        [
            [0xFF], [0x00], [0x0D, 0x0A], [0x0D], [0xC3, 0x28], [0xCC, 0x81], [0xC3, 0xA9], [0xEF, 0xBB, 0xBF],
            [0xF0, 0x9F, 0x8D, 0xAA], [0xE2, 0x80, 0xAE], [0xC2, 0x85], [0x7F],
        ] + ["9223372036854775807", "-9223372036854775808"].map { Array($0.utf8) }
    }

    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
        case 0x20..<0x7F: String(UnicodeScalar(byte))
        default: "\\x" + Hexadecimal.text([byte])
        }
    }
}
