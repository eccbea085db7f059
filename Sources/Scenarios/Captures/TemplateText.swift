/// A text of a file with what stands in `${…}` put in, as far as it is known before the run: what a step brings about is
/// not, and stays a reference.
public struct TemplateText: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        case text(String)
        case capture(CaptureReference)
    }

    public let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts }

    /// A text that waits for nothing.
    public init(_ text: String) { parts = text.isEmpty ? [] : [.text(text)] }

    /// What it waits for, in the order of the text.
    public var captures: [CaptureReference] {
        parts.compactMap { if case .capture(let reference) = $0 { reference } else { nil } }
    }

    /// Whether a secret will be in it.
    public var isSecret: Bool { captures.contains { $0.definition.isSecret } }

    /// As a file has it, `/u/${sign-in.uid}`.
    public var source: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .capture(let reference): "${\(reference.name)}"
            }
        }.joined()
    }

    /// The text with a value for each reference.
    func text<Failure: Error>(_ value: (CaptureReference) throws(Failure) -> String) throws(Failure) -> String {
        var output = ""
        for part in parts {
            switch part {
            case .text(let text): output += text
            case .capture(let reference): output += try value(reference)
            }
        }
        return output
    }
}
