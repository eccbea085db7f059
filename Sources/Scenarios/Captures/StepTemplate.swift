import BridgePrimitives
import Yams

/// A step whose settings wait for what earlier steps bring about: the part of the file, read when all is known.
public struct StepTemplate: Hashable, Sendable {
    let name: String
    let arguments: TemplateTree
    /// What it waits for.
    public let captures: [CaptureReference]
    private let vocabulary: Vocabulary

    init(name: String, arguments: TemplateTree, captures: [CaptureReference], vocabulary: Vocabulary) {
        (self.name, self.arguments, self.captures, self.vocabulary) = (name, arguments, captures, vocabulary)
    }

    /// The step, now that the values are there.
    func step(_ store: CaptureStore) throws(StepFailure) -> Step {
        let node: Node
        do throws(MissingCapture) {
            node = try arguments.node { (reference) throws(MissingCapture) in try store.value(reference) }
        } catch {
            throw StepFailure(step: name, ExpectationReason.valueNotThere, message: error.message)
        }
        var reader = ScenarioReader(substituted: "", vocabulary: vocabulary)
        guard let step = Step.definitions.first(where: { $0.name == name })?.read(Node(name), node, &reader) else {
            let problem = reader.problems.first
            throw StepFailure(
                step: name, ExpectationReason.valueDoesNotFit,
                message: problem.map { $0.hint.isEmpty ? $0.message : "\($0.message); \($0.hint)" })
        }
        return step
    }

    public static func == (a: Self, b: Self) -> Bool { a.name == b.name && a.arguments == b.arguments }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(arguments)
    }
}

/// A part of a YAML document whose texts may wait for values; unlike Yams' own it can be kept and sent.
indirect enum TemplateTree: Hashable, Sendable {
    case scalar(TemplateText, isPlain: Bool)
    case mapping([Pair])
    case sequence([TemplateTree])

    struct Pair: Hashable, Sendable {
        let key: TemplateTree
        let value: TemplateTree
    }

    /// As YAML again, each text whole.
    func node<Failure: Error>(_ value: (CaptureReference) throws(Failure) -> String) throws(Failure) -> Node {
        switch self {
        case .scalar(let text, let isPlain):
            return Node(try text.text(value), .implicit, isPlain ? .plain : .doubleQuoted)
        case .mapping(let pairs):
            var nodes: [(Node, Node)] = []
            for pair in pairs { nodes.append((try pair.key.node(value), try pair.value.node(value))) }
            return Node(nodes)
        case .sequence(let elements):
            var nodes: [Node] = []
            for element in elements { nodes.append(try element.node(value)) }
            return Node(nodes)
        }
    }
}

extension ScenarioReader {
    /// The same part of the document, to be read when its captures are known; for what was read before without a problem.
    ///
    /// Recurses as deeply as the file nests, which the reader of YAML has bounded.
    mutating func tree(_ node: Node) -> TemplateTree {
        switch node {
        case .scalar(let scalar):
            .scalar(
                template(node, placeholders: nil) ?? TemplateText(scalar.string),
                isPlain: scalar.style == .plain || scalar.style == .any)
        case .mapping(let mapping):
            .mapping(mapping.map { TemplateTree.Pair(key: tree($0.key), value: tree($0.value)) })
        case .sequence(let sequence): .sequence(sequence.map { tree($0) })
        case .alias: .scalar(TemplateText(""), isPlain: true)
        }
    }
}
