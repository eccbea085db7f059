extension Collection<UInt8> {
    /// Whether these bytes are `word`, letter case aside; `word` is lower-case ASCII.
    func isEqualWord(_ word: String) -> Bool { count == word.utf8.count && startsIgnoringCase(word) }
}
