import BridgePrimitives

/// What a server is written in.
package enum ServerLanguage: String, CaseIterable, Sendable {
    case ruby, go, node, java, php, dotNET, python
}

/// The line with which a server named its error.
package struct NamedError: Hashable, Sendable {
    /// Without colours and a logger's prefix. It is what the server printed: mask it before it is shown.
    package let line: String
    package let language: ServerLanguage?
    /// The first place in the user's own code, and not in a library.
    package let file: String?
    package let lineNumber: Int?
    /// Whether the port that the server should listen on belongs to another program.
    package let isPortTaken: Bool
    /// Whether the line only is the last one that is neither an access line nor chatter, as what `sys.exit("…")` prints.
    package let isGuess: Bool
}

/// Picks the line that names the error from what a server printed around a failure.
package enum ErrorLine {
    /// How much is looked at, from the end: a failure's own lines stand there.
    static let mostLines = 5000
    static let mostBytes = 1 << 18
    static let longestLine = 2000

    /// - Returns: nil if all lines are access lines, frames, chatter or empty.
    /// - Complexity: O(n) in the bytes that are looked at.
    package static func naming(in lines: [String]) -> NamedError? {
        var (start, bytes) = (lines.endIndex, mostBytes)
        while start > lines.startIndex, lines.endIndex - start < mostLines, bytes > 0 {
            start -= 1
            bytes -= min(longestLine, lines[start].utf8.count)
        }
        var reader = ErrorReader()
        for line in lines[start...] { reader.read(line) }
        return reader.named
    }
}

/// Reads lines in order and keeps the errors that they name.
struct ErrorReader {
    /// How sure it is that a line names an error.
    private enum Strength: Int, Comparable {
        case plain, logged, named
        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    private struct Found {
        let line: String
        var language: ServerLanguage?
        let strength: Strength
        /// Errors that belong together have one number.
        let chain: Int
        let isInnerFirst: Bool
        let isPortTaken: Bool
        var place: Place?
    }

    private struct Place {
        let file: String
        let line: Int?
    }

    /// What the lines that come next are, if they do not say so themselves.
    private enum State {
        case outside
        /// Frames of Python, until the first line that is not indented.
        case traceback
        /// A source line and a caret, until the caret; so many lines at most.
        case excerpt(Int)
        /// Members of a Node error, until the brace at the first column.
        case members(Int)
        /// A request, until an empty line; then the error.
        case dump
        /// The next line is the error.
        case title
    }

    private var state = State.outside
    private var found: [Found] = []
    private var chains = 0
    private var isInnerFirst = false
    /// Python prints frames before the error, and Node a place.
    private var framesBefore: (language: ServerLanguage, place: Place?)?
    private var isBelowFrames = false

    // MARK: - One line

    mutating func read(_ text: String) {
        var bytes = Array(text.utf8.prefix(ErrorLine.longestLine))
        bytes = PlainText.withoutColours(bytes).map { $0 == 0 ? 0x20 : $0 }
        if let rest = LineTable.container.match(bytes)?["rest"] { bytes = Array(rest.utf8) }
        if bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}"), readJSON(bytes) { return }
        readLine(bytes)
    }

    private mutating func readLine(_ whole: [UInt8]) {
        let whole = Self.withoutGroupMarks(whole)
        let isIndented = whole.first.map { $0 == 0x20 || $0 == 0x09 } ?? false
        let line = Array(ASCIIText.trimmed(whole).utf8)
        guard !isKnownByState(line, whole, isIndented: isIndented) else { return }
        guard !line.isEmpty else { return }
        let (message, isLogged, language) = Self.message(in: line)
        var isFrame = false
        defer { isBelowFrames = isFrame }
        if let (row, values) = Self.row(for: message) {
            apply(row.role, values, message, language)
            if case .frame = row.role { isFrame = true }
        } else if case .traceback = state, !isIndented {
            add(message, .python, .named)
            state = .outside
        } else if let start = ErrorName.start(in: message), start == 0 || isLogged || !isIndented {
            let isGroup = Self.exceptionGroup.match(message) != nil
            add(message, framesBefore?.language ?? language, isGroup ? .logged : .named)
        } else if case .title = state {
            add(message, language, .named)
            state = .outside
        } else if !isIndented || isLogged {
            add(message, language, isLogged || Self.isPortTaken(message) ? .logged : .plain)
        }
    }

    /// Whether the lines before say what this one is.
    private mutating func isKnownByState(_ line: [UInt8], _ whole: [UInt8], isIndented: Bool) -> Bool {
        let isCaret = !line.isEmpty && line.allSatisfy { " ^~".utf8.contains($0) }
        let isRule = line.count >= 20 && line.allSatisfy { "-*=+".utf8.contains($0) }
        switch state {
        case .excerpt(let left):
            state = isCaret || left == 0 ? .outside : .excerpt(left - 1)
            return true
        case .members(let left):
            if whole.first == UInt8(ascii: "}") || left == 0 { state = .outside }
            if let text = Self.nodeCause.match(line)?["text"] { add(Array(text.utf8), .node, .named, isCause: true) }
            return true
        case .dump:
            if line.isEmpty { state = .title }
            return true
        case .traceback where isIndented || line.isEmpty:
            if let (row, values) = Self.row(for: line), case .frame(.python) = row.role { addFrame(.python, values) }
            return true
        case .outside, .traceback, .title: return isCaret || isRule
        }
    }

    private mutating func apply(
        _ role: LineTable.Role, _ values: LinePattern.Values, _ message: [UInt8], _ language: ServerLanguage?
    ) {
        if case .title = state, case .noise = role { return }
        switch role {
        case .error(let own): add(message, own ?? language, .named, values, isCause: own == .ruby && isBelowFrames)
        case .cause(let own): add(message, own, .named, values, isCause: true)
        case .consequence(let own):
            isInnerFirst = true
            add(message, own, .named, values, isCause: true)
        case .title: state = .title
        case .traceback: state = .traceback
        case .innerFirst: isInnerFirst = true
        case .place:
            framesBefore = (.node, Self.place(values))
            state = .excerpt(4)
        case .frame(let language): addFrame(language, values)
        case .requestDump: state = .dump
        case .noise: break
        }
        if Self.opensMembers(message), case .outside = state { state = .members(Self.mostMembers) }
    }

    /// How many lines the members of a Node error have at most.
    private static let mostMembers = 200

    private static func opensMembers(_ line: [UInt8]) -> Bool { line.suffix(2).elementsEqual(" {".utf8) }

    // MARK: - Errors and frames

    private mutating func add(
        _ message: [UInt8], _ language: ServerLanguage?, _ strength: Strength, _ values: LinePattern.Values = [:],
        isCause: Bool = false
    ) {
        let belongsTogether = (isCause || isInnerFirst) && found.last.map { $0.strength == .named } ?? false
        if !belongsTogether { chains += 1 }
        found.append(
            Found(
                line: String(decoding: message, as: UTF8.self), language: language, strength: strength, chain: chains,
                isInnerFirst: isInnerFirst && belongsTogether, isPortTaken: Self.isPortTaken(message),
                place: framesBefore?.place ?? Self.place(values)))
        // Plain lines are only of interest for being the last.
        if strength == .plain, found.count > 1, found[found.count - 2].strength == .plain {
            found.remove(at: found.count - 2)
        }
        framesBefore = nil
        isInnerFirst = false
        if case .title = state { state = .outside }
        if Self.opensMembers(message), strength == .named { state = .members(Self.mostMembers) }
    }

    private mutating func addFrame(_ language: ServerLanguage, _ values: LinePattern.Values) {
        let place = Self.place(values)
        if language == .python {
            // The last frame is the innermost.
            framesBefore = (.python, place ?? framesBefore?.place)
            return
        }
        guard let last = found.lastIndex(where: { $0.strength != .plain }) else { return }
        if found[last].language == nil { found[last].language = language }
        if found[last].place == nil, found[last].language == language { found[last].place = place }
    }

    /// Nil if it is in a library, or no place at all.
    private static func place(_ values: LinePattern.Values) -> Place? {
        guard let file = values["file"], !file.isEmpty else { return nil }
        let isLibrary =
            LineTable.libraries.contains { file.contains($0) }
            || values["function"].map { name in LineTable.libraryFunctions.contains { name.hasPrefix($0) } } ?? false
        guard !isLibrary else { return nil }
        let path = file.hasPrefix("file://") ? String(file.dropFirst(7)) : file
        return Place(file: path, line: values["line"].flatMap(Int.init))
    }

    // MARK: - The choice

    var named: NamedError? {
        guard let strongest = found.map(\.strength).max() else { return nil }
        let chosen: Found
        let chain: [Found]
        if let taken = found.last(where: { $0.isPortTaken }) {
            (chosen, chain) = (taken, [taken])
        } else {
            guard let last = found.last(where: { $0.strength == strongest }) else { return nil }
            chain = found.filter { $0.chain == last.chain && $0.strength == strongest }
            let outermost = chain.contains { $0.isInnerFirst } ? chain.last : chain.first
            chosen = chain.first { Sentences.match($0.line) != nil } ?? outermost ?? last
        }
        let place = chosen.place ?? chain.lazy.compactMap(\.place).first
        return NamedError(
            line: chosen.line, language: chosen.language, file: place?.file, lineNumber: place?.line,
            isPortTaken: chosen.isPortTaken, isGuess: chosen.strength == .plain)
    }

    // MARK: - The tables

    private static let nodeCause = LinePattern("[cause]: {text}")
    private static let exceptionGroup = LinePattern("{}ExceptionGroup: {}")

    private static func row(for line: [UInt8]) -> (LineTable.Row, LinePattern.Values)? {
        for row in LineTable.rows { if let values = row.pattern.match(line) { return (row, values) } }
        return nil
    }

    /// What stands behind up to three prefixes.
    private static func message(in line: [UInt8]) -> (message: [UInt8], isLogged: Bool, language: ServerLanguage?) {
        var (message, isLogged, language) = (line, false, ServerLanguage?.none)
        for _ in 0..<3 {
            guard let (prefix, rest) = prefix(of: message) else { break }
            message = Array(ASCIIText.trimmed(rest.utf8).utf8)
            isLogged = isLogged || prefix.isError
            language = language ?? prefix.language
        }
        return message.isEmpty ? (line, isLogged, language) : (message, isLogged, language)
    }

    private static func prefix(of line: [UInt8]) -> (LineTable.Prefix, String)? {
        for prefix in LineTable.prefixes {
            if let rest = prefix.pattern.match(line)?["rest"] { return (prefix, rest) }
        }
        return nil
    }

    private static func isPortTaken(_ line: [UInt8]) -> Bool {
        let lower = line.map { ASCIIText.lowercased($0) as UInt8 }
        guard LineTable.takenPort.contains(where: { $0.match(lower) != nil }) else { return false }
        return LineTable.nextPort.match(lower) == nil
    }

    /// Python draws exception groups with bars: `  | ValueError: …`.
    private static func withoutGroupMarks(_ line: [UInt8]) -> [UInt8] {
        guard let mark = line.firstIndex(where: { $0 != 0x20 }), mark > 0,
            line[mark] == UInt8(ascii: "|") || line[mark] == UInt8(ascii: "+")
        else { return line }
        return Array(line[(mark + 1)...].dropFirst())
    }

    // MARK: - Logs in JSON

    /// Reads a line that is a JSON object: the error's stack if there is one, otherwise its message. False if it is not
    /// JSON.
    private mutating func readJSON(_ bytes: [UInt8]) -> Bool {
        guard let object = (try? JSONValue(parsing: bytes, valueLimit: 1000))?.objectValue else { return false }
        let error = object["err"] ?? object["error"]
        if let stack = (error?["stack"] ?? object["stack"])?.stringValue {
            for line in stack.utf8.split(separator: 0x0A) { readLine(Array(line)) }
            return true
        }
        let named = [error?["message"], object["error"], object["err"]].compactMap { $0?.stringValue }.first {
            !$0.isEmpty
        }
        let said = (object["msg"] ?? object["message"])?.stringValue
        let level = object["level"]
        let isError =
            level?.integerValue.map { $0 >= 50 } ?? ["error", "fatal"].contains(level?.stringValue?.lowercased() ?? "")
        guard let text = named ?? (isError ? said : nil) else { return true }
        add(Array(text.utf8), nil, .logged)
        return true
    }
}
