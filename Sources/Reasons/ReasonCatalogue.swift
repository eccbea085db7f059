import CReasonTable

/// What reason codes mean and what to do about them.
public struct ReasonCatalogue: Sendable {
    /// One row of `reasons.tsv`, and of `session-bridge reasons`.
    public struct Entry: Hashable, Sendable {
        public let code: ReasonCode
        public let meaning: String
        /// Empty if nothing needs doing.
        public let fix: String
        /// Chrome DevTools' name for the same thing, if it has one.
        public let devToolsName: String?
        /// Set for a reason that ends a command, which then exits with ``BridgeFailure/Kind/exitCode``.
        public let kind: BridgeFailure.Kind?

        /// - Parameter row: code, exit code, meaning, fix, DevTools' name, with tabs between them; the last ones may be left out.
        init?(row: Substring) {
            let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count >= 3 else { return nil }
            code = ReasonCode(unchecked: columns[0])
            kind = BridgeFailure.Kind.allCases.first { String($0.exitCode) == columns[1] }
            meaning = columns[2]
            fix = columns.count > 3 ? columns[3] : ""
            devToolsName = columns.count > 4 ? columns[4] : nil
        }
    }

    /// Every reason that there is: the rows of `reasons.tsv`.
    public static let all: ReasonCatalogue = {
        let bytes = unsafe UnsafeBufferPointer(start: creason_table_bytes, count: Int(creason_table_count))
        let rows = unsafe String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
        return ReasonCatalogue(rows.compactMap(Entry.init(row:)))
    }()

    /// Grouped by area.
    public let entries: [Entry]
    private let byCode: [ReasonCode: Entry]

    /// - Complexity: O(n) in the number of entries.
    public init(_ entries: [Entry]) {
        self.entries = entries
        byCode = Dictionary(entries.map { ($0.code, $0) }) { first, _ in first }
    }

    /// The entry of a code; nil for a code that is not in the table.
    public subscript(code: ReasonCode) -> Entry? { byCode[code] }
}

// The texts of a reason are those of its row. A test holds the table and the declarations together.
extension Reason {
    public var meaning: String { ReasonCatalogue.all[code]?.meaning ?? "" }
    public var fix: String { ReasonCatalogue.all[code]?.fix ?? "" }
    public var devToolsName: String? { ReasonCatalogue.all[code]?.devToolsName }
}

extension FailureReason {
    public var kind: BridgeFailure.Kind { ReasonCatalogue.all[code]?.kind ?? .internalFault }
}
