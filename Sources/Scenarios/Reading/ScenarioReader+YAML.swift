import BridgePrimitives
import YAMLReading
import Yams

extension ScenarioReader {
    mutating func note(_ problem: YAMLProblem) {
        let place = problem.place ?? (1, 1)
        let location = SourceLocation(file: file, line: place.line, column: place.column)
        switch problem {
        case .notYAML(let error): note(error, at: location)
        case .tooDeep: note(ScenarioReason.tooLarge.code, at: location, problem.message, "write it flatter")
        case .tooMany:
            note(ScenarioReason.tooLarge.code, at: location, problem.message, "split the file, and use fewer aliases")
        case .keyIsNoText: note(ScenarioReason.wrongType.code, at: location, problem.message, "write `key: value`")
        case .aliasBeforeColon:
            note(ScenarioReason.notYAML.code, at: location, problem.message, "write a blank after the colon")
        }
    }

    /// What YAML complains about, in words that say what to change.
    private mutating func note(_ error: YamlError, at location: SourceLocation) {
        switch error {
        case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _):
            note(problem, at: location)
        case .duplicatedKeysInMapping(let duplicates, let context):
            note(duplicates, firstAt: context.mark)
        case .reader(_, _, let value, _):
            let character = Unicode.Scalar(UInt32(clamping: value)).map { String($0) } ?? ""
            note(
                ScenarioReason.notYAML.code, at: location,
                "YAML does not allow the character \(VisibleText.escaped(character))",
                "take it out, and save the file as text in UTF-8")
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
            note(.notYAML, nil, "this is not YAML: \(error)", "save it as text in UTF-8")
        }
    }

    /// - Parameter mark: where the first of the names stands for the first time.
    private mutating func note(_ names: [String], firstAt mark: Mark) {
        let first = (line: mark.line, column: mark.column)
        let second = names.first.flatMap { RepeatedKey(lines: lines, name: $0).second(after: first) }
        let place = second ?? first
        let shown = names.map { "\"\($0)\"" }.joined(separator: ", ")
        note(
            ScenarioReason.repeatedKey.code,
            at: SourceLocation(file: file, line: place.line, column: place.column),
            second == nil ? "\(shown) stands here twice" : "\(shown) stands in line \(first.line) already", "remove one"
        )
    }

    private mutating func note(_ problem: String, at location: SourceLocation) {
        if let tab = tabInIndentation(upTo: location.line) {
            note(ScenarioReason.tab.code, at: tab, "this line is indented with a tab", "indent with spaces")
            return
        }
        let (message, fix) = Self.words(for: problem)
        note(ScenarioReason.notYAML.code, at: location, message, fix)
    }

    /// A tab before the first other character of the line, or of the one above, which YAML may have read on from.
    private func tabInIndentation(upTo line: Int) -> SourceLocation? {
        for number in [line, line - 1] where lines.indices.contains(number - 1) {
            let indentation = lines[number - 1].prefix { $0 == " " || $0 == "\t" || $0 == "-" }
            if let tab = indentation.firstIndex(of: "\t") {
                let column = indentation.distance(from: indentation.startIndex, to: tab) + 1
                return SourceLocation(file: file, line: number, column: column)
            }
        }
        return nil
    }

    /// libyaml's complaints about indentation and brackets, as seen by who wrote the file.
    private static func words(for problem: String) -> (message: String, fix: String) {
        switch problem {
        case "did not find expected key", "did not find expected '-' indicator":
            (
                "this line does not stand under the one it belongs to",
                "give all keys of a mapping, and all `- ` of a list, the same indentation"
            )
        case "mapping values are not allowed in this context":
            ("a \":\" is not expected here", "put a text that has \": \" in it in quotes, or check the indentation")
        case "could not find expected ':'":
            ("a key without \":\"", "write `key: value`")
        case "did not find expected ',' or '}'", "did not find expected ',' or ']'",
            "did not find expected node content":
            ("a bracket is open, or a comma missing", "close it with } or ], or put the text in quotes")
        case "found character that cannot start any token":
            ("no value begins with this character", "put it in quotes")
        case "found unexpected end of stream":
            ("a quote is open", "close it")
        case let problem where problem.hasPrefix("Maximum nesting level"):
            ("lists and mappings nest too deep", "write it flatter")
        case let problem where problem.hasPrefix("found undefined alias"):
            ("no `&` gives this alias a value", "put a text that begins with * in quotes")
        case let problem:
            ("this is not YAML: \(problem)", "")
        }
    }
}
