import BridgePrimitives

/// Where a page is led to: a path of the web app, or an http or https URL, in which `${partner}` is the origin of another
/// site.
public struct PageAddress: Hashable, Sendable {
    public let text: String

    /// - Returns: nil for what leads nowhere, such as `javascript:` or a path without its slash, and for `//host/`, which
    ///   is no path but another host in the page's scheme.
    public init?(_ text: String) {
        guard !text.hasPrefix("//"), ["/", "http://", "https://", Self.partner].contains(where: text.hasPrefix) else {
            return nil
        }
        self.text = text
    }

    private init(unchecked text: String) { self.text = text }

    /// What stands for the origin of another site.
    package static let partner = "${partner}"

    /// Where none is given yet.
    static let nowhere = Self(unchecked: "")

    func complaint(of step: String) -> Vocabulary.Complaint? {
        self == .nowhere
            ? Vocabulary.Complaint(ScenarioReason.missingField, message: Self.question, fix: Self.fix(step)) : nil
    }

    private static let question = "where to?"
    private static func fix(_ step: String) -> String { "write `\(step): { to: /orders }`" }

    private static let words = "a path of the web app, or a URL; `${partner}` is the origin of another site."

    /// The key `to` of a step that needs it.
    static func field<Owner: Sendable>(
        _ path: any WritableKeyPath<Owner, PageAddress> & Sendable, _ documentation: String, of step: String
    ) -> Field<Owner> {
        Field("to", path, .address, "\(documentation.dropLast()), \(words)").required(question, fix(step))
    }

    /// The key `to` of a step that does without it.
    static func optionalField<Owner: Sendable>(
        _ path: any WritableKeyPath<Owner, PageAddress?> & Sendable, _ documentation: String
    ) -> Field<Owner> {
        Field("to", path, .address, "\(documentation.dropLast()), \(words)")
    }
}

extension FieldType<PageAddress> {
    static var address: Self {
        FieldType(.address, written: \.text) { node, reader in
            let before = reader.awaited.count
            guard let text = reader.text(node, placeholders: ["partner"]) else { return nil }
            // A stand-in is no address; what comes in its place is read once more.
            if reader.awaited.count > before { return PageAddress(text) ?? PageAddress("/") }
            return PageAddress(text)
                ?? reader.refuse(
                    .wrongType, node, "a page is led to a path, or to an http or https URL: \"\(text.prefix(80))\"",
                    text.hasPrefix("javascript:")
                        ? "run it by `script: \"…\"`" : "write a path with one slash, as /orders, or the whole URL")
        }
    }
}
