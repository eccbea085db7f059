/// What a YAML text may cost its reader.
package enum YAMLLimits {
    /// How deeply lists and mappings may nest, aliases followed.
    package static let depth = 64
    /// How many values the documents may have, each alias counted as what it stands for.
    package static let nodes = 200_000
}
