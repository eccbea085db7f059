package import BridgePrimitives
package import Yams

/// What is known while one scenario or project file is read: its lines, the names that it may use, and what is wrong with it so far.
package struct ScenarioReader {
    package let file: String
    let lines: [String]
    let environment: [String: String]
    package let vocabulary: Vocabulary
    /// What another kind of file calls the reasons of this one.
    private let codes: [ReasonCode: ReasonCode]
    package private(set) var problems: [ScenarioProblem] = []

    init(
        file: String, lines: [String], environment: [String: String], vocabulary: Vocabulary,
        codes: [ReasonCode: ReasonCode] = [:]
    ) {
        (self.file, self.lines, self.environment, self.vocabulary) = (file, lines, environment, vocabulary)
        self.codes = codes
    }

    // MARK: - Texts

    /// - Parameter placeholders: names whose `${…}` is left for whoever plays the scenario.
    /// - Returns: the text with the environment's variables in it; nil when a problem was noted.
    package mutating func text(_ node: Node, placeholders: [String] = []) -> String? {
        guard case .scalar(let scalar) = node else {
            return refuse(.wrongType, node, "a text was expected here", "")
        }
        var output = ""
        var rest = scalar.string[...]
        while let start = rest.firstRange(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
                return refuse(.noSuchVariable, node, "this ${ has no end", "close it with }")
            }
            let name = String(rest[start.upperBound..<end])
            output += rest[..<start.lowerBound]
            if name.hasPrefix("env.") {
                let variable = String(name.dropFirst(4))
                guard let value = environment[variable] else {
                    return refuse(
                        .noSuchVariable, node, "the environment has no \(variable)",
                        "export \(variable)=…")
                }
                output += value
            } else if placeholders.contains(name) {
                output += rest[start.lowerBound...end]
            } else {
                return refuse(
                    .noSuchVariable, node, "nothing is called ${\(name)} here",
                    Suggestion.text(for: name, among: placeholders + ["env.NAME"]))
            }
            rest = rest[rest.index(after: end)...]
        }
        return output + rest
    }

    // MARK: - Problems

    package mutating func note(_ reason: ScenarioReason, _ node: Node?, _ message: String, _ hint: String) {
        note(reason.code, at: location(node), message, hint)
    }

    package mutating func note(_ complaint: Vocabulary.Complaint, _ node: Node) {
        note(complaint.code, at: location(node), complaint.message, complaint.fix)
    }

    package mutating func note(_ code: ReasonCode, at location: SourceLocation, _ message: String, _ hint: String) {
        // Who has that many problems has one: it is another kind of file.
        guard problems.count < Self.problemLimit else { return }
        let index = location.line - 1
        problems.append(
            ScenarioProblem(
                code: codes[code] ?? code, location: location, message: Self.cut(message), hint: Self.cut(hint),
                line: SecretExcerpt.masked(index, of: lines)))
    }

    /// Notes the problem; nil, so that what cannot be read is nil.
    package mutating func refuse<Value>(_ reason: ScenarioReason, _ node: Node, _ message: String, _ hint: String)
        -> Value?
    {
        note(reason, node, message, hint)
        return nil
    }

    package mutating func refuse<Value>(_ complaint: Vocabulary.Complaint, _ node: Node) -> Value? {
        note(complaint, node)
        return nil
    }

    static let problemLimit = 100

    /// Messages quote the file, which may hold anything.
    private static func cut(_ text: String) -> String {
        text.utf8.count <= 2_000 ? text : String(text.prefix(500)) + " …"
    }

    package func location(_ node: Node?) -> SourceLocation {
        SourceLocation(file: file, line: node?.mark?.line ?? 1, column: node?.mark?.column ?? 1)
    }
}
