package import Yams

/// Why a YAML text is not read to its end.
package enum YAMLProblem: Error {
    case notYAML(YamlError)
    /// Lists and mappings nest too deeply.
    case tooDeep(Mark?, YAMLLimits)
    /// There are too many values, or aliases make too many of few.
    case tooMany(Mark?, YAMLLimits)
    /// The key of a mapping is a list or a mapping.
    case keyIsNoText(Mark?)
    /// An alias is a key in brackets, its colon without a blank after it.
    case aliasBeforeColon(Mark?)

    /// Where it stands, from 1, columns in Unicode scalars; nil where YAML does not say.
    package var place: (line: Int, column: Int)? {
        switch self {
        case .tooDeep(let mark, _), .tooMany(let mark, _), .keyIsNoText(let mark), .aliasBeforeColon(let mark):
            mark.map { ($0.line, $0.column) }
        case .notYAML(let error):
            switch error {
            case .scanner(_, _, let mark, let text), .parser(_, _, let mark, let text),
                .composer(_, _, let mark, let text):
                Self.place(of: mark, in: text)
            case .duplicatedKeysInMapping(_, let context): (context.mark.line, context.mark.column)
            case .reader(_, _, _, let text): Self.placeOfForbidden(in: text)
            case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded: nil
            }
        }
    }

    /// Where the first character stands that YAML does not allow, which is all that its reader complains of in UTF-8.
    private static func placeOfForbidden(in text: String) -> (line: Int, column: Int)? {
        var (line, column) = (1, 1)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A: (line, column) = (line + 1, 1)
            case 0x09, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFFFD, 0x1_0000...0x10_FFFF: column += 1
            default: return (line, column)
            }
        }
        return nil
    }

    /// What is missing at the end stands for libyaml in a line after the last one.
    private static func place(of mark: Mark, in text: String) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\n", previous == "\r" {
                // One end of a line, which was counted.
            } else if breaks.contains(scalar) {
                (line, column) = (line + 1, 1)
            } else {
                column += 1
            }
            previous = scalar
        }
        return mark.line > line ? (line, column) : (mark.line, mark.column)
    }

    /// What ends a line in YAML 1.1.
    private static let breaks: Set<Unicode.Scalar> = ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]

    /// One clause.
    package var message: String {
        switch self {
        case .tooDeep(_, let limits): "lists and mappings nest more than \(limits.depth) deep"
        case .tooMany(_, let limits):
            "there are more than \(limits.nodes) values, aliases counted as what they stand for"
        case .keyIsNoText: "a key is a list or a mapping"
        case .aliasBeforeColon: "an alias has a colon after it without a blank"
        case .notYAML(let error):
            switch error {
            case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _):
                "this is not YAML: \(problem)"
            case .duplicatedKeysInMapping: "a key stands here twice"
            case .reader: "this is not YAML: a character that YAML does not allow"
            case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded: "this is not YAML"
            }
        }
    }
}
