import BridgePrimitives
package import Reasons
package import Yams

/// The keys that a mapping may have, each read into a property of `Owner`, whose initial value holds the defaults.
package struct Settings<Owner: Sendable>: Sendable {
    /// Whose settings these are, for messages.
    package let owner: String
    package let start: Owner
    package let fields: [Field<Owner>]
    /// Whether they are all of a document, under no key.
    let isDocument: Bool
    /// What is wrong with the whole; nil when nothing is.
    package let complaint: @Sendable (Owner) -> Vocabulary.Complaint?

    package init(
        _ owner: String, startingWith start: Owner, _ fields: [Field<Owner>], isDocument: Bool = false,
        complaint: @escaping @Sendable (Owner) -> Vocabulary.Complaint? = { _ in nil }
    ) {
        (self.owner, self.start, self.fields) = (owner, start, fields)
        (self.isDocument, self.complaint) = (isDocument, complaint)
    }

    package var shape: SettingsShape { SettingsShape(fields: fields.filter(\.isListed).map { $0.shape(start) }) }

    /// - Returns: nil when a problem was noted.
    package func read(_ node: Node, _ reader: inout ScenarioReader) -> Owner? {
        var value = start
        return read(node, into: &value, &reader) ? value : nil
    }

    /// Reads what is given and leaves the rest as it is; every key that cannot be read is noted.
    ///
    /// - Returns: whether all could be read.
    package func read(_ node: Node, into value: inout Owner, _ reader: inout ScenarioReader) -> Bool {
        guard case .mapping(let mapping) = node else {
            let key = fields.first?.key ?? "key"
            // A whole document has no key of its own.
            let example = isDocument ? "begin with `\(key): …`" : "write `\(owner): { \(key): … }`"
            reader.note(.wrongType, node, "\(owner) needs `key: value` pairs", example)
            return false
        }
        let before = reader.problems.count
        var given: [String: Node] = [:]
        var hasUnknownKey = false
        for (keyNode, member) in mapping {
            guard let key = reader.text(keyNode) else { continue }
            if fields.contains(where: { $0.key == key }) {
                given[key] = member
            } else {
                hasUnknownKey = true
                reader.note(
                    .unknownKey, keyNode, "\(owner) has no \"\(key)\"",
                    Suggestion.text(for: key, among: fields.filter(\.isListed).map(\.key)))
            }
        }
        for field in fields {
            if let member = given[field.key] {
                field.read(member, &value, &reader)
            } else if let requirement = field.requirement, !hasUnknownKey {
                // Where a key is unknown, a missing one is most likely the same, misspelt.
                reader.note(requirement, node)
            }
        }
        // What stands beside what cannot be read is judged when it can.
        guard reader.problems.count == before else { return false }
        for field in fields {
            if let member = given[field.key], let objection = field.objection(value) {
                reader.note(.wrongType, member, objection, "leave `\(field.key)` out")
            }
        }
        if reader.problems.count == before, let complaint = complaint(value) {
            reader.note(complaint, node)
        }
        return reader.problems.count == before
    }
}

/// One key of a mapping.
package struct Field<Owner: Sendable>: Sendable {
    package let key: String
    package let documentation: String
    private let fieldShape: Shape
    private let defaultText: @Sendable (Owner) -> String?
    let read: @Sendable (Node, inout Owner, inout ScenarioReader) -> Void
    /// Whether the reference lists it and a misspelt key may have meant it.
    private(set) var isListed = true
    /// What to say when it is missing; nil for a key that may be.
    private(set) var requirement: Vocabulary.Complaint?
    /// Why it cannot stand beside the other values; nil when it can.
    private(set) var objection: @Sendable (Owner) -> String? = { _ in nil }

    package init<Value: Sendable>(
        _ key: String, _ path: any WritableKeyPath<Owner, Value> & Sendable, _ type: FieldType<Value>,
        _ documentation: String
    ) {
        (self.key, self.documentation, fieldShape) = (key, documentation, type.shape)
        defaultText = { type.written($0[keyPath: path]) }
        read = { node, owner, reader in
            if let value = type.read(node, &reader) { owner[keyPath: path] = value }
        }
    }

    /// A value that is nil unless it is given.
    package init<Value: Sendable>(
        _ key: String, _ path: any WritableKeyPath<Owner, Value?> & Sendable, _ type: FieldType<Value>,
        _ documentation: String
    ) {
        self.init(key, path, type.optional, documentation)
    }

    /// Keys that stand together in the file, for properties that do not.
    package init(_ key: String, _ settings: Settings<Owner>, _ documentation: String) {
        (self.key, self.documentation, fieldShape) = (key, documentation, .settings(settings.shape))
        defaultText = { _ in nil }
        read = { node, owner, reader in _ = settings.read(node, into: &owner, &reader) }
    }

    /// A key that is always refused, with a complaint of its own.
    init(_ key: String, refusing complaint: Vocabulary.Complaint) {
        (self.key, documentation, fieldShape) = (key, "", .text)
        defaultText = { _ in nil }
        read = { node, _, reader in reader.note(complaint, node) }
        isListed = false
    }

    func shape(_ start: Owner) -> SettingsShape.Field {
        SettingsShape.Field(
            key: key, documentation: documentation, defaultText: requirement == nil ? defaultText(start) : nil,
            isRequired: requirement != nil, shape: fieldShape)
    }

    package func required(_ message: String, _ fix: String, reason: ScenarioReason = .missingField) -> Field {
        var field = self
        field.requirement = Vocabulary.Complaint(reason, message: message, fix: fix)
        return field
    }

    /// Refuses the key unless `condition` holds of what stands beside it.
    package func only(_ message: String, if condition: @escaping @Sendable (Owner) -> Bool) -> Field {
        var field = self
        field.objection = { condition($0) ? nil : message }
        return field
    }
}
