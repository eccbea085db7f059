/// Leaves out the attributes of a start tag beyond ``HTMLLimits/attributes``: libxml2 before 2.14 compares each attribute
/// with all that stand before it in the tag, so that a tag of many costs their square.
///
/// Names, blanks, quotes and comments are that library's (2.9, `HTMLparser.c`), not the HTML standard's: what its parser
/// takes for an attribute has to be one here. From 2.14 on the parser reads tags as the standard has it and costs no
/// square; attributes that only it sees are counted when it reports them.
package enum AttributeLimit {
    /// A longer name is several.
    private static let nameLength = 100

    /// - Parameter text: UTF-8.
    /// - Returns: the text with what is left out as blanks, so that all else stays in its place; nil when there is
    ///   nothing to leave out.
    /// - Complexity: O(n).
    package static func applied(to text: [UInt8]) -> [UInt8]? {
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
                    skipComment()
                } else if let byte = peek, Self.isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
                {
                    startTag()
                }
            }
        }

        private mutating func startTag() {
            let start = cursor
            skipName()
            let name = text[start..<cursor].map { $0 | 0x20 }
            var count = 0
            while let byte = peek, !endsTag {
                guard !Self.isBlank(byte) else {
                    cursor += 1
                    continue
                }
                guard Self.beginsName(byte) else {
                    skipBogus()
                    continue
                }
                count += 1
                let start = cursor
                attribute()
                guard count > HTMLLimits.attributes else { continue }
                hasCut = true
                for index in start..<cursor { text[index] = UInt8(ascii: " ") }
            }
            // Their text is no markup, up to the first end tag: a `<` in it begins no tag.
            if name == Array("script".utf8) || name == Array("style".utf8) { skipRawText() }
        }

        /// A name, and a value if there is one.
        private mutating func attribute() {
            skipName()
            let end = cursor
            skipBlanks()
            guard peek == UInt8(ascii: "=") else {
                cursor = end
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

        private var endsTag: Bool {
            switch peek {
            case UInt8(ascii: ">"): true
            case UInt8(ascii: "/"): cursor + 1 < text.count && text[cursor + 1] == UInt8(ascii: ">")
            default: false
            }
        }

        private mutating func skipName() {
            let limit = min(cursor + AttributeLimit.nameLength, text.count)
            while cursor < limit, Self.isInName(text[cursor]) { cursor += 1 }
        }

        /// What cannot begin a name is passed over up to the next blank; at least one byte.
        private mutating func skipBogus() {
            repeat { cursor += 1 } while peek.map(Self.isBlank) == false && !endsTag
        }

        private mutating func skipBlanks() {
            while let byte = peek, Self.isBlank(byte) { cursor += 1 }
        }

        private mutating func skipComment() {
            while let end = text[cursor...].firstIndex(of: UInt8(ascii: ">")) {
                cursor = end + 1
                let before = text[..<end]
                if before.hasSuffix("--") || before.hasSuffix("--!") { return }
            }
            cursor = text.count
        }

        /// To the `</` of the first end tag.
        private mutating func skipRawText() {
            while let start = text[cursor...].firstIndex(of: UInt8(ascii: "<")) {
                cursor = start + 1
                if start + 2 < text.count, text[start + 1] == UInt8(ascii: "/"), Self.isLetter(text[start + 2]) {
                    return
                }
            }
            cursor = text.count
        }

        private static func isBlank(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
        }

        private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

        private static func beginsName(_ byte: UInt8) -> Bool {
            isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
        }

        private static func isInName(_ byte: UInt8) -> Bool {
            beginsName(byte) || byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
