package import Yams

/// Why a YAML text is not read to its end.
package enum YAMLProblem: Error {
    case notYAML(YamlError)
    /// Lists and mappings nest too deeply.
    case tooDeep(Mark?)
    /// There are too many values, or aliases make too many of few.
    case tooMany(Mark?)
    /// The key of a mapping is a list or a mapping.
    case keyIsNoText(Mark?)

    /// Where it stands; nil where YAML does not say.
    package var mark: Mark? {
        switch self {
        case .tooDeep(let mark), .tooMany(let mark), .keyIsNoText(let mark): mark
        case .notYAML(let error):
            switch error {
            case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark
            case .duplicatedKeysInMapping(_, let context): context.mark
            case .no, .memory, .reader, .writer, .emitter, .representer, .dataCouldNotBeDecoded: nil
            }
        }
    }

    /// One clause.
    package var message: String {
        switch self {
        case .tooDeep: "lists and mappings nest more than \(YAMLLimits.depth) deep"
        case .tooMany: "there are more than \(YAMLLimits.nodes) values, aliases counted as what they stand for"
        case .keyIsNoText: "a key is a list or a mapping"
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
