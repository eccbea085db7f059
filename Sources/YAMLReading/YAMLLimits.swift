/// What a YAML text may cost its reader.
package struct YAMLLimits: Sendable {
    /// How deeply lists and mappings may nest, aliases followed.
    package let depth: Int
    /// How many values the documents may have, each alias counted as what it stands for.
    package let nodes: Int

    package init(depth: Int = 64, nodes: Int = 200_000) { (self.depth, self.nodes) = (depth, nodes) }
}
