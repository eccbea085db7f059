/// Lines of standard input.
enum StandardInput {
    /// All that are left, as they come. A byte order mark before the first is no part of it.
    static var lines: some Sequence<String> {
        var isFirst = true
        return AnyIterator {
            defer { isFirst = false }
            let line = readLine(strippingNewline: true)
            // As scalars: the mark and what follows may be one character.
            guard isFirst, let line, line.unicodeScalars.first == "\u{FEFF}" else { return line }
            return String(line.unicodeScalars.dropFirst())
        }
    }
}
