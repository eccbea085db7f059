/// A value that is not known before the run: `${exchange.cookie.path}`, or `${first.cookie.path}` of a step with `id: first`.
public struct CaptureReference: Hashable, Sendable {
    /// The step's name or id; nil for what the world has at any time.
    public let step: String?
    /// `cookie.path`, `token.claims.exp`.
    public let member: String
    public let definition: CaptureDefinition

    /// What stands between the braces.
    public var name: String { step.map { "\($0).\(member)" } ?? member }

    var sample: String { definition.sample(called: name) }
}

/// What may be named at one place of a file: what the steps before it bring about, and what the world has.
struct CaptureScope: Sendable {
    /// The steps that were read so far, by name and id; the last of a name counts.
    private var steps: [String: StepDefinition] = [:]
    /// Ids of this list of steps.
    private(set) var ids: Set<String> = []

    /// Whether steps are missing that could not be read: what they would have brought about is not known.
    var isIncomplete = false

    mutating func add(_ definition: StepDefinition, id: String?) {
        guard !definition.captures.isEmpty else { return }
        steps[definition.name] = definition
        if let id {
            steps[id] = definition
            ids.insert(id)
        }
    }

    /// The ids of a file that is used are its own; what they stand for can be named all the same.
    mutating func startList() -> Set<String> {
        defer { ids = [] }
        return ids
    }

    mutating func endList(_ ids: Set<String>) { self.ids = ids }

    func reference(_ name: String) -> CaptureReference? {
        if let definition = CaptureDefinition.world.first(where: { $0.has(name) }) {
            return CaptureReference(step: nil, member: name, definition: definition)
        }
        guard let dot = name.firstIndex(of: ".") else { return nil }
        let (step, member) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
        return steps[step]?.captures.first { $0.has(member) }.map {
            CaptureReference(step: step, member: member, definition: $0)
        }
    }

    /// All that may be named here, for suggestions.
    var names: [String] {
        let ofSteps = steps.sorted { $0.key < $1.key }.flatMap { entry in
            entry.value.captures.map { "\(entry.key).\($0.title)" }
        }
        return CaptureDefinition.world.map { $0.title } + ofSteps
    }

    /// Whether some step brings about what is called like this, though none before this place does.
    static func isOfSomeStep(_ name: String) -> Bool {
        Step.definitions.contains { step in
            step.captures.contains {
                name.hasPrefix(step.name + ".") && $0.has(String(name.dropFirst(step.name.count + 1)))
            }
        }
    }
}
