/// What a secret is known by in a trace: its fingerprint, or, where it has none, how it is shown.
package struct SecretMark: Hashable, Sendable {
    package let text: String

    /// Of a value by itself; nil for one that is empty.
    package init?(value: String) {
        if let mark = Self.all(in: value).first {
            self = mark
        } else if value.isEmpty || value == "(empty)" {
            return nil
        } else {
            text = value
        }
    }

    private init(fingerprint: String) { text = fingerprint }

    /// Every fingerprint of a text: `#1a2b3c` before `>`.
    ///
    /// - Complexity: O(n).
    package static func all(in text: String) -> [SecretMark] {
        let bytes = Array(text.utf8)
        var marks: [SecretMark] = []
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "#") {
            let digits = bytes[(index + 1)...].prefix(7).prefix {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
            guard digits.count == 6, digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: ">") else {
                continue
            }
            marks.append(SecretMark(fingerprint: "#" + String(decoding: digits, as: UTF8.self)))
        }
        return marks
    }
}
