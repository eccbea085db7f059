import BridgePrimitives

/// `Set-Cookie` lines as people paste and pipe them, with or without the header's name.
enum SetCookieText {
    /// The field's value of a line that may begin with `Set-Cookie:`.
    static func line(_ text: String) -> String { value(of: text) ?? text }

    /// The `Set-Cookie` fields of a response's head, whatever its body says; where the text is no head, each line that is
    /// not empty.
    ///
    /// - Parameter text: what `curl -i` or `curl -v` prints, header fields by themselves, or one cookie a line.
    /// - Throws: `explain/no-set-cookie` for a head without such a field, `explain/no-line` for nothing at all.
    static func lines(in text: [String]) throws(BridgeFailure) -> [String] {
        let lines = received(text.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 })
        guard let first = lines.first(where: { !$0.isEmpty }) else {
            throw UsageReason.noLine.failure("there is no Set-Cookie line on standard input")
        }
        let fields = isStatusLine(first) ? heads(of: lines) : lines
        let named = fields.compactMap { value(of: $0) }
        guard named.isEmpty else { return named }
        guard !isStatusLine(first), !isField(first) else {
            throw UsageReason.noSetCookie.failure("there is no Set-Cookie in this response: \(first)")
        }
        return lines.filter { !$0.isEmpty }
    }

    /// Of what `curl -v` tells, what came from the server; any other text as it is.
    private static func received(_ lines: [String]) -> [String] {
        guard lines.contains(where: { $0.hasPrefix("< HTTP/") }) else { return lines }
        return lines.filter { $0.hasPrefix("<") }.map { String($0.dropFirst($0.hasPrefix("< ") ? 2 : 1)) }
    }

    /// The lines of each head. A head follows another where the server redirects or a proxy has been asked first; any
    /// other line after an empty one is the body.
    private static func heads(of lines: [String]) -> [String] {
        var heads: [String] = []
        var isInHead = false
        var isAfterHead = true
        for line in lines {
            if isInHead, line.isEmpty {
                (isInHead, isAfterHead) = (false, true)
            } else if isInHead {
                heads.append(line)
            } else if isAfterHead, isStatusLine(line) {
                isInHead = true
            } else if !line.isEmpty {
                isAfterHead = false
            }
        }
        return heads
    }

    private static func isStatusLine(_ line: String) -> Bool { line.hasPrefix("HTTP/") }

    /// A field's name, a colon and a blank or nothing: a cookie has `=` before any of these.
    private static func isField(_ line: String) -> Bool {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let next = line.utf8[line.utf8.index(after: colon)...].first
        let isName = line.utf8[..<colon].allSatisfy {
            ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        return isName && colon > line.utf8.startIndex && (next == nil || next == 0x20 || next == 0x09)
    }

    private static func value(of text: String) -> String? {
        let name = "set-cookie:"
        guard ASCIIText.isSame(text.utf8.prefix(name.utf8.count), name.utf8) else {
            return nil
        }
        return String(text.dropFirst(name.count).drop { $0 == " " || $0 == "\t" })
    }
}
