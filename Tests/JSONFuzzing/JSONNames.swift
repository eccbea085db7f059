import BridgePrimitives

/// The names in a JSON text, found the slow way: texts in quotes with a colon after them.
struct JSONNames {
    /// In all objects together.
    private(set) var count = 0
    /// Whether no two of them have the same bytes.
    var areDifferent: Bool { different.count == count }
    private var different: Set<[UInt8]> = []

    /// - Parameter text: JSON.
    init(in text: [UInt8]) {
        var cursor = 0
        while let start = text[cursor...].firstIndex(of: UInt8(ascii: "\"")) {
            var end = start + 1
            while end < text.count, text[end] != UInt8(ascii: "\"") { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
            cursor = min(end + 1, text.count)
            guard text[cursor...].first(where: { !ASCIIText.isSpace($0) }) == UInt8(ascii: ":") else { continue }
            count += 1
            if let name = (try? JSONValue(parsing: text[start..<cursor]))?.stringValue {
                different.insert(Array(name.utf8))
            }
        }
    }
}
