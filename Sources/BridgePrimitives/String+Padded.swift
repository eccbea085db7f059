extension String {
    /// The text with spaces behind it, as a column of a table has it.
    ///
    /// - Parameters:
    ///   - width: in characters; a longer text keeps its length.
    ///   - gap: the spaces that a text gets even so, where another column follows.
    package func padded(to width: Int, gap: Int = 0) -> String {
        self + String(repeating: " ", count: max(gap, width - count))
    }
}
