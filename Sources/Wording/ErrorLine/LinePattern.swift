import BridgePrimitives

/// A form of a whole line: fixed text, and placeholders for what changes.
///
/// `{}`, and each name that is not in this list, stands for any text, the shortest that fits. `{n}` and `{line}` are
/// digits, `{b}` is blanks, `{type}` is a name with dots, `{error}` such a name that ends as errors' names do, and
/// `{method}` is a method of HTTP. `{file.rb}` is a text that ends in `.rb`, called `file`.
struct LinePattern: Sendable {
    private enum Piece: Sendable {
        case fixed([UInt8]), any(String), digits(String), blanks, name(String), errorName(String), method
    }

    private let pieces: [Piece]
    /// What belongs to a value and is fixed: `.rb`.
    private let endings: [String: String]

    /// The values of a match by their names.
    typealias Values = [String: String]

    init(_ text: String) {
        var pieces: [Piece] = []
        var endings: [String: String] = [:]
        var fixed: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")),
                rest[..<end].allSatisfy({ ASCIIText.isLetter($0) || $0 == UInt8(ascii: ".") })
            else {
                fixed.append(byte)
                continue
            }
            if !fixed.isEmpty { pieces.append(.fixed(fixed)) }
            let name = rest[..<end].prefix { $0 != UInt8(ascii: ".") }
            pieces.append(Self.placeholder(String(decoding: name, as: UTF8.self)))
            fixed = Array(rest[name.endIndex..<end])
            if !fixed.isEmpty {
                endings[String(decoding: name, as: UTF8.self)] = String(decoding: fixed, as: UTF8.self)
            }
            rest = rest[(end + 1)...]
        }
        if !fixed.isEmpty { pieces.append(.fixed(fixed)) }
        self.pieces = pieces
        self.endings = endings
    }

    private static func placeholder(_ name: String) -> Piece {
        switch name {
        case "n", "line": .digits(name)
        case "b": .blanks
        case "type": .name(name)
        case "error": .errorName(name)
        case "method": .method
        default: .any(name)
        }
    }

    /// Matches the whole line. Only the last `any` is ever lengthened, so that the work is bounded by the line's length
    /// times the pattern's.
    func match(_ line: [UInt8]) -> Values? {
        var (piece, place) = (0, 0)
        var ranges: [(name: String, range: Range<Int>)] = []
        // Where to go on if the rest does not fit: the last `any`, its start, and how many ranges there were.
        var retry: (piece: Int, start: Int, end: Int, ranges: Int)?
        while true {
            if piece < pieces.count, case .any(let name) = pieces[piece] {
                if piece == pieces.count - 1 {
                    ranges.append((name, place..<line.count))
                    return values(ranges, line)
                }
                retry = (piece, place, place, ranges.count)
                ranges.append((name, place..<place))
                piece += 1
                continue
            }
            if piece == pieces.count, place == line.count { return values(ranges, line) }
            if piece < pieces.count, let end = end(of: pieces[piece], in: line, from: place) {
                if let name = name(of: pieces[piece]) { ranges.append((name, place..<end)) }
                (piece, place) = (piece + 1, end)
                continue
            }
            guard let last = retry, last.end < line.count, case .any(let name) = pieces[last.piece] else { return nil }
            ranges.removeSubrange(last.ranges...)
            ranges.append((name, last.start..<(last.end + 1)))
            retry = (last.piece, last.start, last.end + 1, last.ranges)
            (piece, place) = (last.piece + 1, last.end + 1)
        }
    }

    private func name(of piece: Piece) -> String? {
        switch piece {
        case .digits(let name), .name(let name), .errorName(let name): name
        case .fixed, .any, .blanks, .method: nil
        }
    }

    private func values(_ ranges: [(name: String, range: Range<Int>)], _ line: [UInt8]) -> Values {
        var values: Values = [:]
        for (name, range) in ranges where !name.isEmpty && values[name] == nil {
            values[name] = String(decoding: line[range], as: UTF8.self) + (endings[name] ?? "")
        }
        return values
    }

    private func end(of piece: Piece, in line: [UInt8], from start: Int) -> Int? {
        switch piece {
        case .fixed(let text): Self.stands(text, in: line, at: start) ? start + text.count : nil
        case .digits: Self.run(in: line, from: start, of: ASCIIText.isDigit)
        case .blanks: Self.run(in: line, from: start, of: ASCIIText.isSpace)
        case .name: Self.run(in: line, from: start, of: Self.isName)
        case .errorName:
            Self.run(in: line, from: start, of: Self.isName).flatMap { ErrorName.isOne(line[start..<$0]) ? $0 : nil }
        case .method: Self.methods.first { Self.stands($0, in: line, at: start) }.map { start + $0.count }
        case .any: nil
        }
    }

    private static func stands(_ text: [UInt8], in line: [UInt8], at start: Int) -> Bool {
        guard start + text.count <= line.count else { return false }
        for index in text.indices where line[start + index] != text[index] { return false }
        return true
    }

    /// The end of at least one such byte.
    private static func run(in line: [UInt8], from start: Int, of isPart: (UInt8) -> Bool) -> Int? {
        var end = start
        while end < line.count, isPart(line[end]) { end += 1 }
        return end > start ? end : nil
    }

    private static let methods = ["GET", "POST", "PUT", "PATCH", "HEAD", "DELETE", "OPTIONS"].map { Array($0.utf8) }

    /// Letters, digits, and what separates packages and classes in names.
    static func isName(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || "_$.\\".utf8.contains(byte)
    }
}

/// Names of errors: `KeyError`, `java.lang.IllegalStateException`, `System.ArgumentException`.
enum ErrorName {
    private static let endings = ["Error", "Exception", "Rejection", "ExceptionGroup", "Exit", "Interrupt"].map {
        Array($0.utf8)
    }

    static func isOne(_ name: ArraySlice<UInt8>) -> Bool {
        endings.contains { name.count >= $0.count && name.suffix($0.count).elementsEqual($0) }
    }

    /// Where an error is named in a line: `Error: …`, `TypeError [CODE]: …` or `failed: TypeError: …`.
    ///
    /// - Complexity: O(n): a name has at most 200 bytes.
    static func start(in line: [UInt8]) -> Int? {
        guard line.count > 6 else { return nil }
        for end in 4..<(line.count - 1) where isEnd(end, in: line) {
            var start = end
            while start > max(0, end - 200), LinePattern.isName(line[start - 1]) { start -= 1 }
            if isOne(line[start..<end]) { return start }
        }
        return nil
    }

    /// Before `: `, or before ` [CODE]: `.
    private static func isEnd(_ end: Int, in line: [UInt8]) -> Bool {
        guard line[end - 1] == UInt8(ascii: "r") || line[end - 1] == UInt8(ascii: "n") else { return false }
        if line[end] == UInt8(ascii: ":") { return line[end + 1] == 0x20 }
        return line[end] == 0x20 && line[end + 1] == UInt8(ascii: "[")
    }
}
