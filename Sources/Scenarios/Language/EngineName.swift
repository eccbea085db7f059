package import BridgePrimitives

/// What opens pages.
public enum EngineName: String, CaseIterable, Sendable {
    /// The headless web view, which runs no scripts of the page's own.
    case model
    case webkitgtk
    case chromium
    /// Opens no pages: `twin` drives it, on macOS.
    case safari

    /// Those that a scenario can run in.
    public static let openingPages = allCases.filter { $0 != .safari }

    /// What to do about one that opens none.
    package static let safariAdvice =
        "write webkitgtk, the nearest; or compare by `twin --engine safari` on macOS, after `safaridriver --enable` and"
        + " Allow Remote Automation in Safari's Develop menu"
}

extension FieldType<EngineName> {
    /// One that opens pages; what is known and does not is refused as what it is.
    ///
    /// - Parameter reason: for the latter.
    package static func engine(orElse reason: some FailureReason) -> Self {
        let known = EngineName.openingPages.map(\.rawValue)
        return FieldType(.words(known), written: \.rawValue) { node, reader in
            guard let text = reader.text(node) else { return nil }
            guard let engine = EngineName(rawValue: text) else {
                return reader.refuse(
                    .unknownWord, node, "\"\(text)\" is no engine", Suggestion.text(for: text, among: known))
            }
            guard engine != .safari else {
                return reader.refuse(
                    Vocabulary.Complaint(
                        reason, message: "safari cannot open pages for this tool", fix: EngineName.safariAdvice), node)
            }
            return engine
        }
    }
}
