import BridgePrimitives
import Yams

/// An expectation that waits for what steps bring about: the part of the file, read when all is known.
public struct ExpectationTemplate: Hashable, Sendable {
    let tree: TemplateTree
    /// What it waits for.
    public let captures: [CaptureReference]
    private let vocabulary: Vocabulary

    init(tree: TemplateTree, captures: [CaptureReference], vocabulary: Vocabulary) {
        (self.tree, self.captures, self.vocabulary) = (tree, captures, vocabulary)
    }

    fileprivate func expectation(_ store: CaptureStore) throws(Mismatch) -> ScenarioExpectation {
        let node: Node
        do throws(MissingCapture) {
            node = try tree.node { (reference) throws(MissingCapture) in try store.value(reference) }
        } catch {
            throw Mismatch(value: "${\(error.reference.name)} to have a value", error.message)
        }
        var reader = ScenarioReader(substituted: "", vocabulary: vocabulary)
        var expectation = ScenarioExpectation()
        guard ScenarioExpectation.settings.read(node, into: &expectation, &reader) else {
            throw Mismatch(
                value: "what is expected to be readable with the values of this run",
                reader.problems.first?.message ?? "it is not")
        }
        return expectation
    }

    public static func == (a: Self, b: Self) -> Bool { a.tree == b.tree }
    public func hash(into hasher: inout Hasher) { hasher.combine(tree) }
}

extension ScenarioExpectation {
    /// The expectation with the values of a run.
    ///
    /// - Throws: what is named and nothing has brought about.
    func resolved(_ store: CaptureStore) throws(Mismatch) -> ScenarioExpectation {
        guard let template else { return self }
        var expectation = try template.expectation(store)
        // What was read with the values of a run stands in no file.
        (expectation.values, expectation.places) = (values, places)
        return expectation
    }
}

extension FieldType<ScenarioExpectation> {
    /// What must be so at the end; what steps have brought about may be named in it.
    static var expectation: Self {
        FieldType(.settings(ScenarioExpectation.settings.shape)) { node, reader in
            (reader.namesCaptures, reader.takesSecrets) = (true, false)
            defer { (reader.namesCaptures, reader.takesSecrets) = (false, true) }
            reader.awaited = []
            guard var expectation = ScenarioExpectation.settings.read(node, &reader) else { return nil }
            expectation.places = ExpectationPlaces(node, reader)
            if !reader.awaited.isEmpty, case .mapping(var mapping) = node {
                // Comparisons keep what they wait for themselves, to name it.
                mapping[Node("values")] = nil
                expectation.template = ExpectationTemplate(
                    tree: reader.tree(.mapping(mapping)), captures: reader.awaited.uniqued(),
                    vocabulary: reader.vocabulary)
            }
            return expectation
        }
    }
}

extension FieldType<ValueExpectation> {
    /// Values are masked in reports, so secrets may be among them.
    static var value: Self {
        FieldType(.settings(ValueExpectation.settings.shape)) { node, reader in
            let takesSecrets = reader.takesSecrets
            reader.takesSecrets = true
            defer { reader.takesSecrets = takesSecrets }
            return ValueExpectation.settings.read(node, &reader)
        }
    }
}
