package import BridgePrimitives
package import Yams

/// What is known while one scenario or project file is read: its lines, the names that it may use, and what is wrong with it so far.
package struct ScenarioReader {
    /// The file at hand: the one that was given, or one that it uses.
    var scope: ReadingScope
    let environment: [String: String]
    package let vocabulary: Vocabulary
    /// What another kind of file calls the reasons of this one.
    let codes: [ReasonCode: ReasonCode]
    package private(set) var problems: [ScenarioProblem] = []

    /// What the steps that were read bring about.
    var knownCaptures = CaptureScope()
    /// Whether it may be named at this place: in steps and expectations.
    var namesCaptures = false
    /// Whether what may be named may be a secret.
    var takesSecrets = true
    /// What texts wait for that were read so far; stand-ins are in its place.
    var awaited: [CaptureReference] = []
    /// The names after `var.` that were asked for.
    var usedVariables: Set<String> = []
    /// The variables of the environment that were asked for, by their names.
    package internal(set) var usedEnvironment: Set<String> = []
    /// The files that were read beside the one that was given, in their order.
    var usedFiles: [String] = []
    /// Files for use that were read already, by their names.
    var documents: [String: (scope: ReadingScope, documents: [Node])] = [:]
    /// How many steps the scenario at hand has.
    var stepCount = 0
    /// Whether nothing that looks like `${…}` is a name any more.
    let isSubstituted: Bool

    init(
        file: String, lines: [String], environment: [String: String], vocabulary: Vocabulary,
        codes: [ReasonCode: ReasonCode] = [:]
    ) {
        scope = ReadingScope(file: file, lines: lines)
        (self.environment, self.vocabulary, self.codes) = (environment, vocabulary, codes)
        isSubstituted = false
    }

    /// For what all names were replaced in.
    init(substituted file: String, vocabulary: Vocabulary) {
        scope = ReadingScope(file: file, lines: [])
        (environment, self.vocabulary, codes) = ([:], vocabulary, [:])
        isSubstituted = true
    }

    package var file: String { scope.file }
    var captures: CaptureScope? { namesCaptures ? knownCaptures : nil }
    var lines: [String] { scope.lines }

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
        let problem = ScenarioProblem(
            code: codes[code] ?? code, location: location, message: Self.cut(message),
            hint: Self.cut(([hint] + whence).filter { !$0.isEmpty }.joined(separator: "; ")),
            line: SecretExcerpt.masked(index, of: lines))
        // A file that is used twice, or a table's scenario, is read as often.
        let isKnown = problems.contains {
            $0.location == location && $0.code == problem.code && $0.message == problem.message
        }
        if !isKnown { problems.append(problem) }
    }

    /// How one comes to the place: by which files that use this one, in which row.
    private var whence: [String] {
        scope.usedAt.map { "used at \($0)" }
            + (scope.row.map { ["in row \($0.number), \($0.location)"] } ?? [])
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
