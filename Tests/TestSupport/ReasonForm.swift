public import BridgePrimitives

/// How the fix of a kind of reasons reads.
public enum FixForm: Sendable {
    /// One sentence: "Send the token once."
    case sentence
    /// One sentence, or nothing where nothing needs doing.
    case sentenceOrNothing
}

extension Reason {
    /// What is wrong with how the reason is written; empty when nothing is.
    ///
    /// - Parameters:
    ///   - areas: what may stand before the slash.
    ///   - fix: how the fix reads.
    public func flaws(areas: String..., fix form: FixForm = .sentence) -> [String] {
        flaws(areas: areas, fix: form)
    }

    /// The same, with the areas as a list.
    public func flaws(areas: [String], fix form: FixForm = .sentence) -> [String] {
        var flaws: [String] = []
        let parts = rawValue.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count != 2 || !areas.contains(where: { $0 == parts[0] }) { flaws.append("another area") }
        if !parts.allSatisfy({ Self.isKebabCase($0.utf8) }) { flaws.append("not in kebab-case") }
        if !Self.isSentence(meaning) { flaws.append("the meaning is no sentence") }
        switch form {
        case .sentence: if !Self.isSentence(fix) { flaws.append("the fix is no sentence") }
        case .sentenceOrNothing: if !fix.isEmpty, !Self.isSentence(fix) { flaws.append("the fix is no sentence") }
        }
        if fix.utf8.contains(0x0A) { flaws.append("the fix has a line break") }
        return flaws
    }

    /// Lower-case words and numbers, joined by single hyphens.
    private static func isKebabCase(_ text: Substring.UTF8View) -> Bool {
        let words = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return words.allSatisfy { word in
            !word.isEmpty && word.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        }
    }

    /// One line that ends with a full stop and says more than a word.
    private static func isSentence(_ text: String) -> Bool {
        text.hasSuffix(".") && text.utf8.contains(0x20) && !text.utf8.contains(0x0A)
    }
}
