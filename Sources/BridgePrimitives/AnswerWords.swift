/// The words in which a server's answer says what went wrong: a member of its JSON, its text, or what people see of an
/// HTML page.
package enum AnswerWords: Sendable {
    /// No answer's words are longer than this, in characters.
    package static let limit = 2000

    /// - Parameter isError: whether the status is that of an error. Of an answer that is none, its text is not words, but
    ///   what was asked for.
    /// - Returns: one line; nil if the body has no words, or is not text.
    /// - Complexity: O(n) in the body, of which no more than the first MiB is read.
    package static func sentence(in body: some Collection<UInt8>, isError: Bool = true) -> String? {
        let bytes = Array(body.prefix(1 << 20))
        if isCompressed(bytes) || bytes.contains(0) { return nil }
        if let json = try? JSONValue(parsing: bytes) { return message(in: json) }
        if isHTML(bytes) { return readableText(ofHTML: bytes) }
        return isError ? line(String(decoding: bytes, as: UTF8.self)) : nil
    }

    /// The message of an error in JSON, by the names that frameworks and OAuth give it.
    package static func message(in json: JSONValue) -> String? {
        func text(_ value: JSONValue?) -> String? { value?.stringValue.flatMap(line) }
        let code = text(json["error"])
        if text(json["message"]) == nil, let code, let details = text(json["error_description"]) ?? text(json["detail"])
        {
            return line("\(code): \(details)")
        }
        let texts = [
            json["message"], json["error"]?["message"], json["error"], json["detail"], json["error_description"],
            json["title"], json["reason"], json["code"], json["errors"]?.arrayValue?.first?["message"],
        ]
        return texts.lazy.compactMap(text).first
    }

    /// Whether a body is gzip's.
    package static func isCompressed(_ body: some Collection<UInt8>) -> Bool { body.starts(with: [0x1F, 0x8B]) }

    /// Whether a body begins as an HTML page does.
    package static func isHTML(_ body: some Collection<UInt8>) -> Bool {
        let start = ASCIIText.lowercased(body.drop { $0 <= 0x20 }.prefix(15))
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }

    /// The title of an HTML page.
    package static func title(ofHTML body: some Collection<UInt8>) -> String? {
        HTMLText(Array(body), within: ["title"]).parts.lazy.compactMap(line).first
    }

    /// What people read first on an error's page: its title, its headings and what is set as it was printed; if it has
    /// none of these, all its text.
    private static func readableText(ofHTML body: [UInt8]) -> String? {
        var parts: [String] = []
        for part in HTMLText(body, within: ["title", "h1", "h2", "pre"]).parts.compactMap(line) {
            if parts.contains(where: { $0.contains(part) }) { continue }
            parts.removeAll { part.contains($0) }
            parts.append(part)
        }
        return line(
            parts.isEmpty
                ? HTMLText(body, within: ["body"]).parts.joined(separator: " ") : parts.joined(separator: ": "))
    }

    /// In one line; nil for nothing.
    private static func line(_ text: String) -> String? {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !line.isEmpty else { return nil }
        return line.count > limit ? String(line.prefix(limit)) + "…" : line
    }
}

/// The text within some elements of an HTML page, in order, without tags, comments, scripts and styles.
///
/// This is no parser of HTML: it finds words for people in what servers send, and nothing is concluded from how the page
/// is built.
private struct HTMLText {
    private(set) var parts: [String] = []

    /// - Complexity: O(n).
    init(_ html: [UInt8], within elements: Set<String>) {
        var (index, isInside, text) = (0, Optional<String>.none, [UInt8]())
        while index < html.count {
            guard html[index] == UInt8(ascii: "<") else {
                if isInside != nil { text.append(html[index]) }
                index += 1
                continue
            }
            if html[index...].starts(with: "<!--".utf8) {
                index = Self.end(of: "-->", in: html, from: index + 4)
                continue
            }
            let isEnd = index + 1 < html.count && html[index + 1] == UInt8(ascii: "/")
            let nameStart = index + (isEnd ? 2 : 1)
            let nameBytes = html[min(nameStart, html.count)...].prefix {
                ASCIIText.isLetter($0) || ASCIIText.isDigit($0)
            }
            let name = ASCIIText.lowercased(nameBytes)
            index = Self.end(of: ">", in: html, from: index + 1)
            if !isEnd, name == "script" || name == "style" {
                index = Self.end(of: "</\(name)", in: html, from: index)
                index = Self.end(of: ">", in: html, from: index)
            }
            if let inside = isInside {
                if isEnd, name == inside {
                    parts.append(Self.decoded(text))
                    (isInside, text) = (nil, [])
                } else {
                    text.append(UInt8(ascii: " "))
                }
            } else if !isEnd, elements.contains(name) {
                isInside = name
            }
        }
        if isInside != nil { parts.append(Self.decoded(text)) }
    }

    /// The index after `mark`, letters of either case; the end if it does not come.
    private static func end(of mark: String, in html: [UInt8], from start: Int) -> Int {
        let mark = Array(mark.utf8)
        var index = start
        while index + mark.count <= html.count {
            if zip(mark, html[index...]).allSatisfy({ $0 == ASCIIText.lowercased($1) }) { return index + mark.count }
            index += 1
        }
        return html.count
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]

    private static func decoded(_ bytes: [UInt8]) -> String {
        let pieces = String(decoding: bytes, as: UTF8.self).split(separator: "&", omittingEmptySubsequences: false)
        var text = String(pieces[0])
        for piece in pieces.dropFirst() {
            guard let end = piece.prefix(12).firstIndex(of: ";"), let character = character(piece[..<end]) else {
                text += "&" + piece
                continue
            }
            text += character + piece[piece.index(after: end)...]
        }
        return text
    }

    private static func character(_ name: Substring) -> String? {
        guard name.first == "#" else { return entities[String(name)] }
        let digits = name.dropFirst()
        let number = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
