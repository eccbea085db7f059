import BridgePrimitives

/// Finds the places of list elements in a text that is known to be JSON, so that a problem can say where it is.
struct JSONPlaces {
    private let text: ArraySlice<UInt8>
    /// The last place that was asked for: problems come in the order of the text, so each byte is counted once.
    private var counted: (offset: Int, line: Int, lineStart: Int)

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        counted = (text.startIndex, 1, text.startIndex)
    }

    /// Line and column, from 1; the column in bytes.
    mutating func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
        if offset < counted.offset { counted = (text.startIndex, 1, text.startIndex) }
        let end = min(offset, text.endIndex)
        for index in counted.offset..<end where text[index] == Byte.lineFeed {
            counted.line += 1
            counted.lineStart = index + 1
        }
        counted.offset = end
        return (counted.line, end - counted.lineStart + 1)
    }

    /// Where the elements begin of the list that is the outermost object's `member`, or of the outermost list.
    ///
    /// Of two members of one name the later one counts, as in ``JSONObject``.
    func elements(ofMember member: String?) -> [Int] {
        let depthOfList = member == nil ? 1 : 2
        var (depth, index, isInList, expectsElement) = (0, text.startIndex, member == nil, false)
        var lastString = text.prefix(0)
        var found: [Int] = []
        while index < text.endIndex {
            let byte = text[index]
            let isBlank = byte <= Byte.space
            if expectsElement, !isBlank {
                if byte != UInt8(ascii: "]") { found.append(index) }
                expectsElement = false
            }
            switch byte {
            case Byte.quote:
                let end = endOfString(from: index)
                lastString = text[index..<end]
                index = end
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if isInList, depth == depthOfList { expectsElement = byte == UInt8(ascii: "[") }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
            case Byte.colon where depth == 1 && member != nil:
                isInList = (try? JSONValue(parsing: lastString))?.stringValue == member
                if isInList { found = [] }
            case Byte.comma where isInList && depth == depthOfList:
                expectsElement = true
            default: break
            }
            index += 1
        }
        return found
    }

    /// The offset after the closing quote.
    private func endOfString(from start: Int) -> Int {
        var index = start + 1
        while index < text.endIndex {
            if text[index] == Byte.backslash {
                index += 2
            } else if text[index] == Byte.quote {
                return index + 1
            } else {
                index += 1
            }
        }
        return text.endIndex
    }
}
