import BridgePrimitives

/// The ids that Firebase gives projects.
enum ProjectID: Sendable {
    /// 6 to 30 lower-case letters, digits and hyphens, of which a letter is first and no hyphen is last; the emulator's
    /// `demo-…` of any length; and a domain and a colon before it, as the oldest projects have them.
    static func isOne(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        switch parts.count {
        case 1: return isPlain(parts[0])
        case 2: return isDomain(parts[0]) && isPlain(parts[1])
        default: return false
        }
    }

    private static func isPlain(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        let longest = text.hasPrefix("demo-") ? 63 : 30
        guard (6...longest).contains(bytes.count), let first = bytes.first, isLetter(first), bytes.last != hyphen else {
            return false
        }
        return bytes.allSatisfy { isLetter($0) || ASCIIText.isDigit($0) || $0 == hyphen }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                !label.isEmpty && label.utf8.allSatisfy { isLetter($0) || ASCIIText.isDigit($0) || $0 == hyphen }
            }
    }

    private static let hyphen = UInt8(ascii: "-")
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
