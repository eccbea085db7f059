import BridgePrimitives
package import BridgeTrace

/// A root cause as rows of text: `cause`, `fix`, `step`, and after whatever else there is to say `then`.
package enum RootCauseText {
    /// - Parameter step: where it lies; nil when no file has it.
    package static func lines(_ cause: RootCause, step: TakenStep? = nil) -> [String] {
        TextRow.lines("cause", "\(cause.code): \(cause.message)")
            + (cause.fix.isEmpty ? [] : TextRow.lines("fix", cause.fix))
            + (step.map { TextRow.lines("step", "\($0.step.name)  \($0.place)") } ?? [])
    }

    /// What to know beside the cause, and what to do about it.
    package static func hint(_ hint: Finding) -> [String] { TextRow.lines("hint", "\(hint.message) \(hint.fix)") }

    /// What followed, folded into one row; empty when nothing did.
    package static func consequences(_ cause: RootCause) -> [String] {
        let codes = cause.consequences.map(\.code.rawValue)
        return codes.isEmpty ? [] : TextRow.lines("then", codes.joined(separator: ", "))
    }
}

/// A titled row of text, wrapped between words; lines after the first stand under the text.
package enum TextRow {
    private static let width = 110
    private static let indent = 8
    private static let titleWidth = 10

    package static func lines(_ title: String, _ text: String) -> [String] {
        let margin = indent + titleWidth
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, margin + line.count + 1 + word.count > width {
                lines.append(line)
                line = String(word)
            } else {
                line += (line.isEmpty ? "" : " ") + word
            }
        }
        return (lines + [line]).enumerated().map { number, line in
            let head = number == 0 ? title : ""
            return String(repeating: " ", count: indent) + head.padded(to: titleWidth, gap: 1) + line
        }
    }
}
