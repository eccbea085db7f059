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
            let steps = sequence.compactMap { element in
                reader.step(element).map {
                    LocatedStep($0.step, at: reader.location(element), obstacles: $0.obstacles)
                }
            }
            return steps.count == sequence.count ? steps : nil
        }
    }
}

extension ScenarioReader {
    /// `- reload`, or `- open: { … }`.
    fileprivate mutating func step(_ node: Node) -> StepDefinition.ReadStep? {
        switch node {
        case .scalar:
            return step(nameNode: node, arguments: nil)
        case .mapping(let mapping):
            guard mapping.count == 1, let (nameNode, arguments) = mapping.first else {
                return refuse(.wrongType, node, "a step has one name", "begin each step with `- `")
            }
            return step(nameNode: nameNode, arguments: arguments.null == nil ? arguments : nil)
        case .sequence, .alias:
            return refuse(.wrongType, node, "a step is a name, or a name with settings", "write `- reload`")
        }
    }

    private mutating func step(nameNode: Node, arguments: Node?) -> StepDefinition.ReadStep? {
        guard let name = text(nameNode) else { return nil }
        guard let definition = Step.definitions.first(where: { $0.name == name }) else {
            return refuse(unknownStep: name, nameNode)
        }
        guard var read = definition.read(nameNode, arguments, &self) else { return nil }
        if let obstacle = definition.obstacle { read.obstacles.append(obstacle) }
        return read
    }

    mutating func refuse<Value>(unknownStep name: String, _ node: Node) -> Value? {
        refuse(
            .unknownStep, node, "no step is called \"\(name)\"",
            Suggestion.text(for: name, among: Step.names))
    }
}
