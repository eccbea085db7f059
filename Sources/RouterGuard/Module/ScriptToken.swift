/// A piece of a script's text: what a module's imports and exports are told from.
package struct ScriptToken: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A name or a keyword.
        case word
        case number, string, regularExpression
        /// A part of a template literal, up to its end or to `${`, which opens a bracket.
        case template
        /// Everything else, one character each but for `=>`, `++`, `--` and `...`.
        case mark
    }

    package let kind: Kind
    /// In bytes of the text.
    package let range: Range<Int>
    /// From 1.
    package let line: Int
    /// Whether a line ends between the token before and this one.
    package let beginsLine: Bool
    /// How many brackets around it are open.
    package let depth: Int
}

/// What keeps a text from being told apart into tokens.
package struct ScriptTokenProblem: Error, Hashable, Sendable {
    package let line: Int
    package let message: String
}
