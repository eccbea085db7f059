/// A piece of a script's text: what a module's imports and exports are told from.
struct ScriptToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A name or a keyword.
        case word
        case number, string, regularExpression
        /// A part of a template literal, up to its end or to `${`, which opens a bracket.
        case template
        /// Everything else, one character each but for `=>`, `++`, `--` and `...`.
        case mark
    }

    let kind: Kind
    /// In bytes of the text.
    let range: Range<Int>
    /// From 1.
    let line: Int
    /// Whether a line ends between the token before and this one.
    let beginsLine: Bool
    /// How many brackets around it are open.
    let depth: Int
}

/// What keeps a text from being told apart into tokens.
struct ScriptTokenProblem: Error, Hashable, Sendable {
    let line: Int
    let message: String
}
