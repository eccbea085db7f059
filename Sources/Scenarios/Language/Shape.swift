/// What may stand in a place of a scenario or project file: what schema and reference know of it.
package indirect enum Shape: Sendable {
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
    /// A list whose elements are a step or a list of steps.
    case tasks
    /// http or https.
    case url
    /// A path, or a URL as above.
    case address
    /// The name of a file, from the folder of the file that names it.
    case file
    /// Whatever JSON can say.
    case json
    /// Names with texts.
    case texts
    /// Names with settings.
    case named(SettingsShape)
    /// Rows of names with texts, or settings that name a file of them.
    case rows(SettingsShape)
    /// A mapping with exactly one of the keys; those of `words` may stand alone.
    case choice(SettingsShape, words: [String])
}

/// What a mapping's keys may be.
package struct SettingsShape: Sendable {
    package struct Field: Sendable {
        package let key: String
        package let documentation: String
        /// As it would be written; nil for what has none.
        package let defaultText: String?
        package let isRequired: Bool
        package let shape: Shape

        /// The same key of every member of a mapping.
        func under(_ name: String) -> Field {
            Field(
                key: "\(name).\(key)", documentation: documentation, defaultText: defaultText, isRequired: isRequired,
                shape: shape)
        }
    }

    package let fields: [Field]
}
