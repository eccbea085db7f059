import BridgePrimitives

/// A text that sets a cookie, in a source: what is assigned to `document.cookie`, or a `Set-Cookie` field.
struct WrittenCookie {
    enum Writer: Hashable {
        case pageScript
        /// A script that native code gives the web view.
        case userScript
        case response
    }

    let writer: Writer
    let text: PartialText
    /// In bytes of the file.
    let offset: Int
    /// For user scripts: the token of the literal.
    var literal: Int?

    /// What stands in the place of a piece that is not known.
    static let marker = "\u{1A}"

    /// The line with a plausible value where one is unknown, and without attributes whose value is: only what does not
    /// depend on the unknown is judged. Nil where not even the name is known.
    var judged: String? {
        let parts = text.joined(marker: Self.marker).split(
            separator: ";", maxSplits: 64, omittingEmptySubsequences: false)
        guard let pair = parts.first else { return nil }
        let name = pair.prefix { $0 != "=" }
        guard !name.contains(Self.marker) else { return nil }
        let known = parts.dropFirst().filter { !$0.contains(Self.marker) }
        return
            ([pair.split(separator: Self.marker, omittingEmptySubsequences: false).joined(separator: "x")]
            + known.map(String.init)).joined(separator: ";")
    }

    /// The attributes as they are written, names in lower case.
    var attributes: [(name: String, value: String?)] {
        text.joined(marker: Self.marker).split(separator: ";", omittingEmptySubsequences: false).dropFirst().map {
            let pair = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = ASCIIText.lowercased(ASCIIText.trimmed(String(pair.first ?? "").utf8))
            return (name, pair.count > 1 ? ASCIIText.trimmed(String(pair[1]).utf8) : nil)
        }
    }
}

extension Code {
    func writtenCookies() -> [WrittenCookie] {
        switch file.language {
        case .swift: userScriptWrites() + fieldLiterals()
        case .script, .markup: pageWrites() + fieldLiterals() + expressCookies()
        case .python: fieldLiterals() + pythonCookies()
        case .fields: fieldLines()
        case .json: []
        }
    }

    /// `document.cookie = …`
    private func pageWrites() -> [WrittenCookie] {
        tokens.indices.compactMap { index in
            guard text(index) == "cookie", text(index - 1) == ".", text(index - 2) == "document", text(index + 1) == "="
            else { return nil }
            let range = (index + 2)..<expressionEnd(from: index + 2)
            guard !range.isEmpty, let text = value(of: range).text else { return nil }
            return WrittenCookie(writer: .pageScript, text: text, offset: offset(index - 2))
        }
    }

    /// Strings that are scripts: each is read as JavaScript, with a name where something is interpolated.
    private func userScriptWrites() -> [WrittenCookie] {
        tokens.indices.flatMap { index -> [WrittenCookie] in
            guard let literal = literal(index), literal.visible.utf8.count >= 16,
                ASCIIText.contains(Array(literal.visible.utf8), Array("document.cookie".utf8))
            else { return [] }
            let (script, places) = literal.joined(marker: "interpolated0")
            let words = literal.pieces.flatMap { piece in
                if case .expression(let words, _) = piece { words } else { [] as [String] }
            }
            let inner = Code(SourceFile(path: file.path, text: Array(script.utf8), language: .script))
            return inner.pageWrites().map { write in
                WrittenCookie(
                    writer: .userScript, text: write.text.replacing("interpolated0", by: words),
                    offset: places.indices.contains(write.offset) ? places[write.offset] : offset(index),
                    literal: index)
            }
        }
    }

    /// `"Set-Cookie: …"`, and what is set as the field of that name.
    private func fieldLiterals() -> [WrittenCookie] {
        var found: [WrittenCookie] = []
        for index in tokens.indices {
            guard let literal = literal(index) else { continue }
            let text = literal.visible
            guard text.utf8.count < 16_384, ASCIIText.isSame(text.utf8.prefix(10), "set-cookie".utf8) else { continue }
            if text.utf8.count == 10 {
                // `setHeader("Set-Cookie", "a=b")`, `"Set-Cookie": "a=b"`, in a list too, `headers["Set-Cookie"] = "a=b"`.
                let isAssigned = self.text(index + 1) == "]" && self.text(index + 2) == "="
                guard isAssigned || [",", ":"].contains(self.text(index + 1)) else { continue }
                var at = index + (isAssigned ? 3 : 2)
                if self.text(at) == "[" { at += 1 }
                // `forHTTPHeaderField` and the like have the field's name last.
                let range = at..<expressionEnd(from: at)
                guard !range.isEmpty, let value = value(of: range).text, value.beginsWithPair else { continue }
                found.append(WrittenCookie(writer: .response, text: value, offset: offset(at)))
            } else if text.dropFirst(10).first == ":" {
                let value = PartialText(literal)
                guard case .known(let head)? = value.pieces.first else { continue }
                var pieces = value.pieces
                pieces[0] = .known(ASCIIText.trimmed(String(head.dropFirst(11)).utf8))
                let line = PartialText(pieces).firstLine
                guard line.beginsWithPair else { continue }
                found.append(WrittenCookie(writer: .response, text: line, offset: offset(index)))
            }
        }
        return found
    }

    /// Express's `res.cookie(name, value, options)` as the line that it sends.
    private func expressCookies() -> [WrittenCookie] {
        calls(to: "cookie").compactMap { call in
            guard ["res", "response", "reply"].contains(call.chain.first), call.arguments.count >= 2,
                let name = value(of: call.arguments[0].range).text
            else { return nil }
            var line = name + PartialText([.known("="), .unknown(words: words(in: call.arguments[1].range))])
            var hasPath = false
            if call.arguments.count > 2 {
                guard let options = objectMembers(call.arguments[2].range) else { return nil }
                for (key, range) in options {
                    let given = value(of: range)
                    switch (key, given) {
                    case ("httpOnly", .bool(true)): line = line + PartialText("; HttpOnly")
                    case ("secure", .bool(true)): line = line + PartialText("; Secure")
                    case ("httpOnly", _), ("secure", _): break
                    case ("sameSite", .bool(let isStrict)):
                        if isStrict { line = line + PartialText("; SameSite=Strict") }
                    case ("maxAge", .number(let milliseconds)):
                        line = line + PartialText("; Max-Age=\(Int64(clampingSeconds: milliseconds / 1000))")
                    case ("path", .text(let text)):
                        hasPath = true
                        line = line + PartialText("; Path=") + text
                    case ("domain", .text(let text)): line = line + PartialText("; Domain=") + text
                    case ("sameSite", .text(let text)): line = line + PartialText("; SameSite=") + text
                    default: break
                    }
                }
            }
            if !hasPath { line = line + PartialText("; Path=/") }
            return WrittenCookie(writer: .response, text: line, offset: offset(call.name))
        }
    }

    /// The members of an object literal; nil for anything else, and for one with members from elsewhere.
    func objectMembers(_ range: Range<Int>) -> [(key: String, value: Range<Int>)]? {
        guard let open = range.first, text(open) == "{", close(of: open) < tokens.count else { return nil }
        var members: [(String, Range<Int>)] = []
        for part in parts((open + 1)..<close(of: open)) {
            guard let first = part.first, text(first) != "..." else { return nil }
            let key = literal(first)?.known ?? text(first)
            if part.count >= 3, text(first + 1) == ":" {
                members.append((key, (first + 2)..<part.upperBound))
            } else {
                members.append((key, part))
            }
        }
        return members
    }

    /// `Set-Cookie: …` on lines of their own.
    private func fieldLines() -> [WrittenCookie] {
        var found: [WrittenCookie] = []
        var offset = 0
        for line in file.text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let name = line.prefix(11)
            if name.count == 11, ASCIIText.isSame(name, "set-cookie:".utf8) {
                found.append(
                    WrittenCookie(
                        writer: .response, text: PartialText(ASCIIText.trimmed(line.dropFirst(11))), offset: offset))
            }
            offset += line.count + 1
        }
        return found
    }
}

extension PartialText {
    /// Up to a line's end: in a whole message as text the next field follows.
    fileprivate var firstLine: PartialText {
        var kept: [Piece] = []
        for piece in pieces {
            guard case .known(let text) = piece, let end = text.utf8.firstIndex(where: { $0 == 0x0A || $0 == 0x0D })
            else {
                kept.append(piece)
                continue
            }
            return PartialText(kept + [.known(String(text[..<end]))])
        }
        return self
    }

    /// Whether a field's value has a cookie's pair in front; code that puts lines together has pieces without one.
    fileprivate var beginsWithPair: Bool {
        joined(marker: WrittenCookie.marker).prefix { $0 != ";" }.drop { $0 != "=" }.first != nil
    }

    /// The text with a name in it as something unknown.
    fileprivate func replacing(_ name: String, by words: [String]) -> PartialText {
        PartialText(
            pieces.flatMap { piece -> [Piece] in
                switch piece {
                case .unknown(let inner):
                    return [.unknown(words: inner.contains { $0.contains(name) } ? words : inner)]
                case .known(let text):
                    var pieces: [Piece] = []
                    for (index, part) in Self.split(text, at: name).enumerated() {
                        if index > 0 { pieces.append(.unknown(words: words)) }
                        if !part.isEmpty { pieces.append(.known(part)) }
                    }
                    return pieces
                }
            })
    }

    private static func split(_ text: String, at name: String) -> [String] {
        let bytes = Array(text.utf8), mark = Array(name.utf8)
        var parts: [[UInt8]] = [[]], index = 0
        while index < bytes.count {
            if bytes.count - index >= mark.count, bytes[index..<(index + mark.count)].elementsEqual(mark) {
                parts.append([])
                index += mark.count
            } else {
                parts[parts.count - 1].append(bytes[index])
                index += 1
            }
        }
        return parts.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Int64 {
    /// Seconds that somebody wrote, however many.
    init(clampingSeconds seconds: Double) {
        self =
            seconds.isNaN
            ? 0 : seconds >= 1e12 ? 1_000_000_000_000 : seconds <= -1e12 ? -1_000_000_000_000 : Int64(seconds)
    }
}
