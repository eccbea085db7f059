/// What may stand in a place of a scenario file: what schema and reference know of it.
indirect enum Shape: Sendable {
    case text, path, bool, duration, reason
    /// One of the library's names: a profile, an edge.
    case name(Vocabulary.Names)
    case words([String])
    /// One element, or a list of them.
    case list(Shape)
    case settings(SettingsShape)
    case number(ClosedRange<Int>)
    /// A word, or settings in its place.
    case wordOrSettings([String], SettingsShape)
    /// A word, or a word with settings.
    case wordWithSettings([String], SettingsShape)
    case steps
}

/// What a mapping's keys may be.
struct SettingsShape: Sendable {
    struct Field: Sendable {
        let key: String
        let documentation: String
        /// As it would be written; nil for what has none.
        let defaultText: String?
        let isRequired: Bool
        let shape: Shape
    }

    let fields: [Field]
}
