import BridgePrimitives
import Yams

extension FieldType<[LocatedStep]> {
    /// A list, each element a step's name or a name with settings.
    static var steps: Self {
        FieldType(.steps) { node, reader in
            guard case .sequence(let sequence) = node else {
                return reader.refuse(.wrongType, node, "steps are a list", "begin each with `- `")
            }
            guard !sequence.isEmpty else {
                return reader.refuse(.noSteps, node, "no step is taken here", "add `- open: { path: / }`")
            }
            let before = reader.problems.count
            var steps: [LocatedStep] = []
            for element in sequence {
                reader.namesCaptures = true
                steps += reader.step(element) ?? []
                reader.namesCaptures = false
            }
            return reader.problems.count == before ? steps : nil
        }
    }
}

extension ScenarioReader {
    /// `- reload`, or `- open: { … }`.
    fileprivate mutating func step(_ node: Node) -> [LocatedStep]? {
        switch node {
        case .scalar:
            return step(nameNode: node, arguments: nil, at: location(node))
        case .mapping(let mapping):
            guard mapping.count == 1, let (nameNode, arguments) = mapping.first else {
                return refuse(.wrongType, node, "a step has one name", Self.fix(of: mapping))
            }
            return step(
                nameNode: nameNode, arguments: arguments.null == nil ? arguments : nil, at: location(node))
        case .sequence, .alias:
            return refuse(.wrongType, node, "a step is a name, or a name with settings", "write `- reload`")
        }
    }

    /// Settings that stand as deep as the step's name are not in it.
    private static func fix(of mapping: Node.Mapping) -> String {
        let names = mapping.keys.compactMap(\.scalar?.string)
        let stray = names.filter { !Step.names.contains($0) && $0 != UseOfSteps.name }
        guard let step = names.first, !stray.contains(step), let setting = stray.first else {
            return "begin each step with `- `"
        }
        return "indent `\(setting)` deeper than `\(step)`, so that it is a setting of it"
    }

    /// One step, or all of a file that is used.
    private mutating func step(nameNode: Node, arguments: Node?, at place: SourceLocation) -> [LocatedStep]? {
        guard let name = text(nameNode) else { return nil }
        guard stepCount < ReusableSteps.stepLimit else {
            return refuse(
                .tooLarge, nameNode, "the scenario has more than \(ReusableSteps.stepLimit) steps",
                "use fewer files in files")
        }
        if name == UseOfSteps.name {
            let steps = use(nameNode, arguments)
            if steps == nil { knownCaptures.isIncomplete = true }
            return steps
        }
        guard let definition = Step.definitions.first(where: { $0.name == name }) else {
            return refuse(unknownStep: name, nameNode)
        }
        stepCount += 1
        var (id, arguments) = (nil as String?, arguments)
        if definition.takesID, case .mapping(let mapping)? = arguments, let idNode = mapping["id"] {
            guard let text = self.id(idNode) else { return nil }
            id = text
            arguments = Node.mapping(mapping.without("id"))
        }
        awaited = []
        guard let step = definition.read(nameNode, arguments, &self) else { return nil }
        var located = LocatedStep(step, at: place)
        (located.id, located.usedAt) = (id, scope.usedAt)
        if !awaited.isEmpty, let arguments {
            located.template = StepTemplate(
                name: name, arguments: tree(arguments), captures: awaited.uniqued(), vocabulary: vocabulary)
        }
        knownCaptures.add(definition, id: id)
        return [located]
    }

    /// The name of a step, by which later ones have what it brings about.
    private mutating func id(_ node: Node) -> String? {
        guard let id = name(node, "a step's id") else { return nil }
        let world = CaptureDefinition.world.map { definition in String(definition.member.prefix { $0 != "." }) }
        guard !Step.names.contains(id), !world.contains(id), !Self.prefixes.contains(id) else {
            return refuse(.repeatedKey, node, "\"\(id)\" has a meaning of its own in ${…}", "choose another name")
        }
        guard !knownCaptures.ids.contains(id) else {
            return refuse(.repeatedKey, node, "another step has the id \"\(id)\"", "choose another name")
        }
        return id
    }

    /// What names in `${…}` begin with besides.
    static let prefixes = ["env", "var", "param", "row"]

    mutating func refuse<Value>(unknownStep name: String, _ node: Node) -> Value? {
        refuse(
            .unknownStep, node, "no step is called \"\(name)\"",
            Suggestion.text(for: name, among: Step.names + [UseOfSteps.name]))
    }
}

extension Node.Mapping {
    /// The same without a key.
    fileprivate func without(_ key: String) -> Node.Mapping {
        var mapping = self
        mapping[Node(key)] = nil
        return mapping
    }
}

extension FieldType<Together> {
    /// A list of tasks, each a step or a list of steps.
    static var together: Self {
        FieldType<Together>(.tasks) { node, reader in
            guard case .sequence(let sequence) = node, sequence.count > 1 else {
                return reader.refuse(
                    .wrongType, node, "what happens together is a list of two tasks or more",
                    "write `together: [ delete-cookies, { inject: cookie-store } ]`")
            }
            // Nobody knows what of it comes first: none waits for what another brings about, and nothing later names it.
            let (names, known, before) = (reader.namesCaptures, reader.knownCaptures, reader.problems.count)
            reader.namesCaptures = false
            defer { (reader.namesCaptures, reader.knownCaptures) = (names, known) }
            var tasks: [[LocatedStep]] = []
            for element in sequence {
                let steps = element.elements.flatMap { node -> [LocatedStep] in
                    let steps = reader.step(node) ?? []
                    if let step = steps.map(\.step).first(where: { $0.noteInTask != nil }) {
                        reader.note(
                            .wrongType, node, "`\(step.name)` stands among the scenario's steps, not in a task",
                            step.noteInTask ?? "")
                        return []
                    }
                    return steps
                }
                if element.elements.isEmpty { reader.note(.noSteps, element, "this task has no steps", "take it out") }
                tasks.append(steps)
            }
            return reader.problems.count == before ? Together(tasks) : nil
        }
    }
}

extension Step {
    /// What to write in place of it where it stands in a task; nil for a step that may.
    fileprivate var noteInTask: String? {
        switch self {
        case .together: "put its tasks beside this one"
        // What it waits for would be another task's, and the world's time is for all of them.
        case .page(.waitFor): "put it behind `together`"
        default: nil
        }
    }
}
