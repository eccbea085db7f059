import BridgePrimitives

/// A file of an app, as it was found.
package struct SourceFile: Hashable, Sendable {
    /// As it is shown.
    package let path: String
    package let text: [UInt8]
    package let language: Language

    package enum Language: String, Hashable, Sendable, CaseIterable {
        case swift
        /// JavaScript and TypeScript, on a page or on a server.
        case script
        /// Script within `<script>` elements: Vue's single-file components and HTML.
        case markup
        /// Python, on a server.
        case python
        /// Fields of HTTP messages, one a line.
        case fields
        /// Configuration that rules look into: firebase.json.
        case json

        /// Nil for a file that holds nothing that is read here.
        package init?(path: String) {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if name == "firebase.json" {
                self = .json
                return
            }
            guard let dot = name.lastIndex(of: ".") else { return nil }
            switch String(name[dot...].dropFirst()) {
            case "swift": self = .swift
            case "js", "mjs", "cjs", "ts", "mts", "cts", "jsx", "tsx": self = .script
            case "vue", "html", "htm": self = .markup
            case "py": self = .python
            case "http", "rest", "headers": self = .fields
            default: return nil
            }
        }
    }

    package init(path: String, text: [UInt8], language: Language) {
        (self.path, self.text, self.language) = (path, text, language)
    }
}

/// Where something stands in a file.
package struct SourcePlace: Hashable, Comparable, Sendable {
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int

    package static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// Where the lines of a text begin.
struct LineIndex {
    private let text: [UInt8]
    private let starts: [Int]

    /// - Complexity: O(n) in bytes.
    init(_ text: [UInt8]) {
        self.text = text
        var starts = [0]
        for (offset, byte) in text.enumerated() where byte == 0x0A { starts.append(offset + 1) }
        self.starts = starts
    }

    /// The line of an offset, from 1.
    ///
    /// - Complexity: O(log n) in lines.
    func line(of offset: Int) -> Int { max(1, starts.partitioningIndex { $0 > offset }) }

    func place(of offset: Int) -> SourcePlace {
        let line = line(of: offset)
        let start = starts[line - 1]
        // A line of a minified file is as long as the file.
        let column = text[start..<max(start, min(offset, text.count))].count { $0 & 0xC0 != 0x80 }
        return SourcePlace(line: line, column: column + 1)
    }
}
