import BridgePrimitives
import Yams

/// One of the keys of a mapping that has exactly one, as `{ cookie: fb_token }` or `{ json: data.token }`.
package struct Choice<Value: Sendable>: Sendable {
    let key: String
    let documentation: String
    let shape: Shape
    /// What the key means where it stands alone; nil where it needs a value.
    let alone: Value?
    let read: @Sendable (Node, inout ScenarioReader) -> Value?

    package init<Given: Sendable>(
        _ key: String, _ type: FieldType<Given>, alone: Given? = nil, _ documentation: String,
        make: @escaping @Sendable (Given) -> Value
    ) {
        (self.key, self.documentation, shape) = (key, documentation, type.shape)
        self.alone = alone.map(make)
        read = { node, reader in type.read(node, &reader).map(make) }
    }
}

extension FieldType {
    /// - Parameters:
    ///   - owner: what is chosen, for messages.
    ///   - example: something to write.
    package static func one(_ owner: String, of choices: [Choice<Value>], example: String) -> Self {
        let fields = choices.map {
            SettingsShape.Field(
                key: $0.key, documentation: $0.documentation, defaultText: nil, isRequired: false, shape: $0.shape)
        }
        let words = choices.filter { $0.alone != nil }.map(\.key)
        return FieldType(.choice(SettingsShape(fields: fields), words: words)) { node, reader in
            var (nameNode, member) = (node, nil as Node?)
            if case .mapping(let mapping) = node {
                guard mapping.count == 1, let (key, value) = mapping.first else {
                    return reader.refuse(
                        .wrongType, node, "\(owner) is one of \(choices.map(\.key).joined(separator: ", "))",
                        "write `\(example)`")
                }
                (nameNode, member) = (key, value.null == nil ? value : nil)
            } else if case .sequence = node {
                return reader.refuse(
                    .wrongType, node, "one \(owner) was expected here, not a list", "write `\(example)`")
            }
            guard let name = reader.text(nameNode) else { return nil }
            guard let choice = choices.first(where: { $0.key == name }) else {
                return reader.refuse(
                    .unknownKey, nameNode, "\(owner) has no \"\(name)\"",
                    Suggestion.text(for: name, among: choices.map(\.key)))
            }
            guard let member else {
                return choice.alone
                    ?? reader.refuse(.missingField, nameNode, "\(name) needs a value", "write `\(example)`")
            }
            return choice.read(member, &reader)
        }
    }
}
