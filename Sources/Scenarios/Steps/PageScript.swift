import Yams

/// JavaScript that a scenario runs in its page.
public struct PageScript: Hashable, Sendable, ExpressibleByStringLiteral {
    public let source: String
    /// Whether reports may quote it: it is as its file has it, with nothing put in that may be a secret.
    public let isQuotable: Bool

    public init(_ source: String, isQuotable: Bool = true) { (self.source, self.isQuotable) = (source, isQuotable) }
    public init(stringLiteral source: String) { self.init(source) }
}

extension FieldType<PageScript> {
    static var script: Self {
        FieldType(.text, written: \.source) { node, reader in
            let hasNames = reader.isSubstituted || node.scalar?.string.contains("${") == true
            return reader.text(node).map { PageScript($0, isQuotable: !hasNames) }
        }
    }
}
