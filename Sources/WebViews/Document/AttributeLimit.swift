/// Leaves out the attributes of a start tag beyond ``HTMLLimits/attributes``: libxml2 compares each attribute with all
/// that stand before it in the tag, so that a tag of many costs their square.
enum AttributeLimit {
    /// - Parameter text: UTF-8.
    /// - Returns: the text with what is left out as blanks, so that all else stays in its place; nil when there is
    ///   nothing to leave out.
    /// - Complexity: O(n).
    static func applied(to text: [UInt8]) -> [UInt8]? {
        var scanner = Scanner(text: text)
        scanner.run()
        return scanner.hasCut ? scanner.text : nil
    }

    private struct Scanner {
        var text: [UInt8]
        var hasCut = false
        private var cursor = 0

        init(text: [UInt8]) { self.text = text }

        mutating func run() {
            while let tag = text[cursor...].firstIndex(of: UInt8(ascii: "<")) {
                cursor = tag + 1
                if text[cursor...].starts(with: "!--".utf8) {
                    skip(past: "-->")
                } else if let letter = peek, Self.isLetter(letter) {
                    startTag()
                }
            }
        }

        private mutating func startTag() {
            let name = cursor
            while let byte = peek, !Self.isBlank(byte), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
                cursor += 1
            }
            let word = text[name..<cursor].map { $0 | 0x20 }
            var count = 0
            while let byte = peek, byte != UInt8(ascii: ">") {
                guard !Self.isBlank(byte), byte != UInt8(ascii: "/") else {
                    cursor += 1
                    continue
                }
                count += 1
                let start = cursor
                attribute()
                guard count > HTMLLimits.attributes else { continue }
                hasCut = true
                for index in start..<cursor { text[index] = UInt8(ascii: " ") }
            }
            // Their text is no markup: a `<` in it begins no tag.
            if word == Array("script".utf8) { skip(past: "</script") }
            if word == Array("style".utf8) { skip(past: "</style") }
        }

        /// A name, and a value if there is one; at least one byte.
        private mutating func attribute() {
            repeat { cursor += 1 } while peek.map(Self.endsName) == false
            let name = cursor
            skipBlanks()
            guard peek == UInt8(ascii: "=") else {
                cursor = name
                return
            }
            cursor += 1
            skipBlanks()
            if let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                cursor += 1
                cursor = text[cursor...].firstIndex(of: quote).map { $0 + 1 } ?? text.count
            } else {
                while let byte = peek, !Self.isBlank(byte), byte != UInt8(ascii: ">") { cursor += 1 }
            }
        }

        private var peek: UInt8? { cursor < text.count ? text[cursor] : nil }

        private mutating func skipBlanks() {
            while let byte = peek, Self.isBlank(byte) { cursor += 1 }
        }

        /// To the end of the text where the mark, in lower case, is missing.
        private mutating func skip(past mark: StaticString) {
            let mark = Array(mark.description.utf8)
            while cursor < text.count {
                guard let start = text[cursor...].firstIndex(of: mark[0]) else { break }
                cursor = start + 1
                if text[start...].prefix(mark.count).elementsEqual(mark, by: { $0 == $1 || $0 | 0x20 == $1 }) {
                    cursor = start + mark.count
                    return
                }
            }
            cursor = text.count
        }

        private static func endsName(_ byte: UInt8) -> Bool {
            isBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
        }

        private static func isBlank(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
        }

        private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    }
}
