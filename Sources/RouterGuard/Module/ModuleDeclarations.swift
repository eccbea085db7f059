/// What a module imports and exports, and where these declarations stand in its text.
struct ModuleDeclarations: Hashable, Sendable {
    struct Import: Hashable, Sendable {
        let specifier: String
        let line: Int
        /// What is taken under which name: `default`, `*` for all, or an export's name. Empty for an import for its
        /// effects.
        var names: [(exported: String, local: String)] = []

        static func == (a: Self, b: Self) -> Bool {
            a.specifier == b.specifier && a.line == b.line && a.names.elementsEqual(b.names, by: ==)
        }
        func hash(into hasher: inout Hasher) { hasher.combine(specifier) }
    }

    struct Export: Hashable, Sendable {
        let name: String
        /// The variable behind it.
        let local: String
        /// Whether it is a `let` or a `var`, which may change after it was imported.
        var mayChange = false
    }

    /// `export … from`.
    struct Passing: Hashable, Sendable {
        let specifier: String
        let line: Int
        /// What is passed on under which name; `*` for all, under their own names unless there is another.
        let exported: String
        let name: String
    }

    /// A piece of text in another's place; lines stay as they are.
    struct Edit: Hashable, Sendable {
        let range: Range<Int>
        let text: String
    }

    var imports: [Import] = []
    var exports: [Export] = []
    var passings: [Passing] = []
    var edits: [Edit] = []

    /// The variable that a default export without a name is kept in.
    static let defaultName = "$sbdflt"
}
