package import Reasons

/// One row of `sentences.tsv`: a sentence that an SDK, a library or a service prints.
package struct KnownSentence: Hashable, Sendable {
    package let kind: SentenceKind
    /// What the sentence can be checked against; nil if the token has nothing to do with it.
    package let check: TokenCheck?
    /// The sentence, or the part of it that does not change. `{}` stands for a value, `{expected}` for one with a meaning.
    package let pattern: String
    /// Who prints it, and from which version this was read.
    package let sdk: String
    package let version: String
    package let source: String

    package var reason: ReasonCode { kind.reason }

    /// - Parameter row: the columns of the table, with tabs between them. Nil if a column is missing or unknown.
    init?(row: Substring) {
        let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard columns.count == 6, let kind = SentenceKind(rawValue: columns[0]), !columns[2].isEmpty else { return nil }
        let check = TokenCheck(rawValue: columns[1])
        guard check != nil || columns[1].isEmpty else { return nil }
        self.kind = kind
        self.check = check
        self.pattern = columns[2]
        self.sdk = columns[3]
        self.version = columns[4]
        self.source = columns[5]
    }

    /// Whether the words alone prove little, as other programs may print them too. A diagnosis should lead with such a
    /// sentence only if the token that was sent agrees.
    package var isShort: Bool { pattern.utf8.count < 32 }
}
