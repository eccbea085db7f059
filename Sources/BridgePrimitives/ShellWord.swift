/// A word of a command line.
package enum ShellWord: Sendable {
    /// `text` as a person can paste it into a POSIX shell: as it is, or in single quotes if a character in it means
    /// something to the shell, such as the blank in "Application Support".
    package static func quoted(_ text: String) -> String {
        let isWhole = !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x80 || isPlain($0) }
        return isWhole
            ? text
            : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/._-+:,@%=".utf8.contains(byte)
        }
    }
}
