import BridgePrimitives
import CSentenceTable

/// Sentences with which other people's programs say what is wrong, and what they mean.
package enum Sentences {
    /// The rows of `sentences.tsv`, specific ones before general ones.
    package static let all: [KnownSentence] = rows.compactMap(KnownSentence.init(row:))

    /// Finds the first row of the table that occurs in a text: an answer's body, or lines that a server printed.
    ///
    /// A sentence may be broken once, into two lines. JSON is read first, whether it is the whole text or
    /// one of its lines; markup and colours are dropped. Only the first 1 MiB is looked at.
    ///
    /// What the match quotes is what the other program printed: it can contain keys and tokens. Mask it before it is shown.
    ///
    /// - Complexity: O(n) in bytes: a row is compared only where the first eight bytes of it stand.
    package static func match(_ text: String) -> SentenceMatch? {
        SentenceIndex.shared.match(PlainText(text))
    }

    static let rows: [Substring] = {
        let bytes = unsafe UnsafeBufferPointer(start: csentence_table_bytes, count: Int(csentence_table_count))
        return unsafe Array(String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst())
    }()
}

/// The table, by how its rows begin.
struct SentenceIndex: Sendable {
    static let shared = SentenceIndex(Sentences.all)
    /// How many bytes a row's first piece has at least.
    static let keyLength = 8

    private let sentences: [KnownSentence]
    private let patterns: [SentencePattern]
    /// Rows by their first bytes, and whether there may be any for a hash of these: most places need one look.
    private let rows: [UInt64: [Int]]
    private var mayBegin: [Bool]

    init(_ sentences: [KnownSentence]) {
        self.sentences = sentences
        self.patterns = sentences.map { SentencePattern($0.pattern) }
        var rows: [UInt64: [Int]] = [:]
        self.mayBegin = Array(repeating: false, count: 1 << 16)
        for (row, pattern) in patterns.enumerated() where pattern.pieces[0].count >= Self.keyLength {
            let key = pattern.pieces[0].prefix(Self.keyLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            rows[key, default: []].append(row)
            mayBegin[Self.hash(key)] = true
        }
        self.rows = rows
    }

    private static func hash(_ key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> 48) }

    func match(_ text: PlainText) -> SentenceMatch? {
        let bytes = text.folded
        var best: (row: Int, range: Range<Int>, values: [Range<Int>])?
        var key: UInt64 = 0
        for index in bytes.indices {
            key = key << 8 | UInt64(bytes[index])
            guard index + 1 >= Self.keyLength, mayBegin[Self.hash(key)], let candidates = rows[key] else { continue }
            let start = index + 1 - Self.keyLength
            for row in candidates where row < best?.row ?? sentences.count {
                guard let found = patterns[row].match(in: bytes, at: start), text.lineBreaks(in: found.range) <= 1
                else {
                    continue
                }
                best = (row, found.range, found.values)
            }
        }
        guard let best else { return nil }
        return SentenceMatch(
            sentence: sentences[best.row], quoted: text.lines(around: best.range),
            captures: best.values.map { Self.value(bytes[$0]) }, names: patterns[best.row].names)
    }

    /// Without the quotation marks and brackets that some programs put around it.
    private static func value(_ bytes: ArraySlice<UInt8>) -> String {
        let isQuote: (UInt8) -> Bool = { "[]\"'` ".utf8.contains($0) }
        return String(decoding: bytes.drop(while: isQuote).reversed().drop(while: isQuote).reversed(), as: UTF8.self)
    }
}
