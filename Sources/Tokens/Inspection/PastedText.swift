import BridgePrimitives
public import Reasons

/// The credentials in what somebody pasted: a token by itself, a `Cookie` or `Set-Cookie` line, a bearer header, the JSON
/// of an answer.
public struct PastedText: Sendable {
    /// One of them.
    public struct Credential: Sendable {
        /// The cookie, header or member that it stood in; nil for a text that is nothing else.
        public let name: String?
        /// What had to be undone to read it.
        public let repairs: [PasteReason]
        public let inspected: InspectedCredential
    }

    /// Longer texts are refused before any work is done on them.
    public static let byteLimit = 1 << 20

    /// In the order of the text; the text itself, as no token, where it holds none. Never empty.
    public let credentials: [Credential]

    /// - Throws: `empty` or `tooLarge`.
    /// - Complexity: O(n) in bytes.
    public init(_ text: String) throws(TokenReason) {
        guard text.utf8.count <= Self.byteLimit else { throw .tooLarge }
        let trimmed = ASCIIText.trimmed(text.utf8)
        guard !trimmed.isEmpty else { throw .empty }
        let whole = Credential(trimmed, name: nil)
        guard whole.inspected.kind == .noToken else {
            credentials = [whole]
            return
        }
        let found = Self.pieces(of: trimmed).map { Credential($0.value, name: $0.name) }
        let tokens = found.filter { $0.inspected.kind != .noToken }
        guard tokens.isEmpty else {
            credentials = tokens
            return
        }
        let lost = Self.tokens(amid: trimmed)
        // Of one cookie it can be said what is wrong with its value.
        let single = found.count == 1 ? found : [whole]
        credentials = lost.isEmpty ? single : lost
    }

    /// Tokens by their look alone, also in an encoded text, or broken by line ends.
    private static func tokens(amid text: String) -> [Credential] {
        let readings: [() -> String] = [
            { text }, { PercentEncoding.text(Array(text.utf8)[...]) },
            { String(decoding: text.utf8.filter { !ASCIIText.isSpace($0) }, as: UTF8.self) },
        ]
        var most: [Credential] = []
        for reading in readings {
            let found = TokensInText.places(in: reading()).map { place in
                Credential(place.text, name: nil, further: place.isJoined ? [.joined] : [])
            }.filter { $0.inspected.kind != .noToken }
            if found.count > most.count { most = found }
        }
        return most
    }

    // MARK: - Where tokens stand

    private static func pieces(of text: String) -> [(name: String, value: String)] {
        if text.utf8.first == UInt8(ascii: "{"), let object = (try? JSONValue(parsing: text))?.objectValue {
            return members(of: object)
        }
        return text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).flatMap { fields(inLine: $0) }
    }

    /// Of the object, and of objects that are its members, such as `data`.
    private static func members(of object: JSONObject) -> [(name: String, value: String)] {
        object.flatMap { member -> [(name: String, value: String)] in
            if let text = member.value.stringValue { return [(member.name, text)] }
            return (member.value.objectValue ?? JSONObject()).compactMap { inner in
                inner.value.stringValue.map { ("\(member.name).\(inner.name)", $0) }
            }
        }
    }

    private static func fields(inLine line: Substring.UTF8View) -> [(name: String, value: String)] {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].allSatisfy(isNameByte) else {
            // The header's value, pasted without its name.
            let words = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
            if words.count == 2, ASCIIText.lowercased(words[0]) == "bearer" {
                return [("bearer", String(decoding: words[1], as: UTF8.self))]
            }
            return pairs(in: line)
        }
        let name = ASCIIText.lowercased(line[..<colon])
        let value = line[line.index(after: colon)...]
        switch name {
        case "cookie": return pairs(in: value)
        case "set-cookie": return Array(pairs(in: value).prefix(1))
        default:
            // Of `Bearer x`, the x.
            let words = value.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
            return words.last.map { [(name, String(decoding: $0, as: UTF8.self))] } ?? []
        }
    }

    private static func pairs(in text: Substring.UTF8View) -> [(name: String, value: String)] {
        text.split(separator: UInt8(ascii: ";")).compactMap { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (ASCIIText.trimmed(part[..<equals]), ASCIIText.trimmed(part[part.index(after: equals)...]))
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || byte == UInt8(ascii: "-")
    }
}

extension PastedText.Credential {
    /// Undoes what stands between a text and a token, as long as there is one in the end.
    ///
    /// - Parameter further: what was undone before.
    fileprivate init(_ text: String, name: String?, further: [PasteReason] = []) {
        self.name = name
        let plain = InspectedCredential(text)
        guard plain.kind == .noToken, let (repaired, repairs) = Self.repaired(text) else {
            (inspected, self.repairs) = (plain, further + (plain.repeatedNames.isEmpty ? [] : [.repeatedName]))
            return
        }
        inspected = repaired
        self.repairs = further + repairs + (repaired.repeatedNames.isEmpty ? [] : [.repeatedName])
    }

    private static func repaired(_ text: String) -> (InspectedCredential, [PasteReason])? {
        var (text, repairs) = (text, [PasteReason]())
        func change(_ changed: String, _ reason: PasteReason) {
            guard changed != text else { return }
            text = changed
            repairs.append(reason)
        }
        if text.utf8.contains(UInt8(ascii: "%")) {
            change(PercentEncoding.text(Array(text.utf8)[...]), .percentEncoded)
        }
        for quote in ["\"", "'"] where text.utf8.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            change(String(text.dropFirst().dropLast()), .quoted)
        }
        change(String(decoding: text.utf8.filter { !ASCIIText.isSpace($0) }, as: UTF8.self), .lineBroken)
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count == 3 {
            let bare = parts.map { part in
                String(decoding: part.reversed().drop { $0 == UInt8(ascii: "=") }.reversed(), as: UTF8.self)
            }
            change(bare.joined(separator: "."), .padded)
            change(text.replacing("+", with: "-").replacing("/", with: "_"), .standardAlphabet)
        }
        guard !repairs.isEmpty else { return nil }
        let inspected = InspectedCredential(text)
        return inspected.kind == .noToken ? nil : (inspected, repairs)
    }
}
