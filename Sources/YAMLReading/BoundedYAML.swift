package import Yams

/// The one door for YAML: a text becomes nodes only when it is known how many they are.
///
/// A few hundred bytes can stand for billions of values, since an alias may name what has aliases in it. So a text
/// with aliases is read twice: first with each alias as a plain text, which costs no more than the text is long, to
/// count what the aliases stand for, and then as it is.
package enum BoundedYAML {
    /// - Parameter text: whoever calls has bounded its length.
    /// - Returns: the documents before the first problem, or none when aliases stand for too much.
    /// - Complexity: O(n) in bytes and in ``YAMLLimits/nodes``.
    package static func documents(
        in text: String, limits: YAMLLimits = YAMLLimits()
    ) -> (documents: [Node], problem: YAMLProblem?) {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return measured(text, limits) }
        let (counted, problem) = measured(withoutAliases(text), limits)
        guard let problem else { return composed(text) }
        guard !problem.isLimit else { return ([], problem) }
        // The document that the problem is in was not counted, so it is not looked at.
        let (documents, earlier) = composed(text, upTo: counted.count)
        return (documents, earlier ?? problem)
    }

    private static func measured(_ text: String, _ limits: YAMLLimits) -> (documents: [Node], problem: YAMLProblem?) {
        var measure = YAMLMeasure(limits: limits)
        return composed(text) { (node) throws(YAMLProblem) in try measure.add(node) }
    }

    private static func composed(
        _ text: String, upTo count: Int = .max, _ look: (Node) throws(YAMLProblem) -> Void = { _ in }
    ) -> (documents: [Node], problem: YAMLProblem?) {
        var documents: [Node] = []
        do {
            // Nodes hold their anchors weakly, the sequence's parser strongly.
            var sequence = try compose_all(yaml: text)
            defer { withExtendedLifetime(sequence) {} }
            while documents.count < count, let document = sequence.next() {
                try look(document)
                documents.append(document)
            }
            // The sequence, a value, ends at an error instead of throwing it.
            if let error = sequence.error { throw error }
            return (documents, nil)
        } catch let problem as YAMLProblem {
            return (documents, problem)
        } catch {
            return (documents, .notYAML(error as? YamlError ?? .no))
        }
    }

    /// Stands where an alias's `*` stood: a character that begins a plain text, and one column wide too.
    ///
    /// The text ends where the alias ends, unless a colon without a blank after it is next: ``YAMLMeasure`` refuses that.
    static let aliasMark: Unicode.Scalar = "\u{F8FF}"

    /// The text with each `*` that may begin an alias replaced; in quotes it may, and there it does no harm, since the
    /// result is only counted.
    private static func withoutAliases(_ text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        var previous = UInt8(ascii: "\n")
        for byte in text.utf8 {
            if byte == UInt8(ascii: "*"), beginsToken(after: previous) {
                output += String(aliasMark).utf8
            } else {
                output.append(byte)
            }
            previous = byte
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func beginsToken(after byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: "?"):
            true
        // The end of U+FEFF, U+0085 and U+2028, and of other characters, after which no alias begins anyway.
        default: byte >= 0x80
        }
    }
}

extension YAMLProblem {
    var isLimit: Bool { if case .notYAML = self { false } else { true } }
}
