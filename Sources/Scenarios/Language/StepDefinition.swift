import Reasons
import Yams

/// All that is known of one step of the language: parser, messages, schema and reference read it here.
public struct StepDefinition: Sendable {
    /// Whose step it is, in the order of the reference.
    public enum Actor: String, CaseIterable, Sendable {
        case app = "The app"
        case view = "The web view"
        case page = "The page"
        case phone = "The phone"
        case world = "The rest of the world"
    }

    /// As a file has it.
    public let name: String
    public let actor: Actor
    /// One sentence.
    public let documentation: String

    let form: Form
    /// - Returns: nil when a problem was noted.
    let read: @Sendable (_ nameNode: Node, _ arguments: Node?, inout ScenarioReader) -> Step?

    /// What follows the step's name.
    enum Form: Sendable {
        case nothing
        /// A value, as in `advance: 61m`.
        case value(Shape)
        case settings(SettingsShape, isRequired: Bool)
        /// A value, or the same in settings.
        case valueOrSettings(Shape, SettingsShape)
    }

    /// A step without settings.
    init(_ name: String, _ actor: Actor, _ step: Step, _ documentation: String) {
        (self.name, self.actor, self.documentation) = (name, actor, documentation)
        form = .nothing
        read = { _, arguments, reader in
            if let arguments {
                return reader.refuse(.wrongType, arguments, "\(name) takes no settings", "write `- \(name)`")
            }
            return step
        }
    }

    /// A step with one value.
    init<Value: Sendable>(
        _ name: String, _ actor: Actor, _ type: FieldType<Value>, example: String,
        _ documentation: String, make: @escaping @Sendable (Value) -> Step
    ) {
        (self.name, self.actor, self.documentation) = (name, actor, documentation)
        form = .value(type.shape)
        read = { nameNode, arguments, reader in
            guard let arguments else {
                return reader.refuse(
                    .missingField, nameNode, "\(name) needs a value", "write `\(name): \(example)`")
            }
            return type.read(arguments, &reader).map(make)
        }
    }

    /// A step with one value, which may stand in settings too: as `script: document.title`, and under its key beside an id.
    init<Value: Sendable>(
        _ name: String, _ actor: Actor, _ type: FieldType<Value>, under key: String, example: String,
        _ documentation: String, make: @escaping @Sendable (Value) -> Step
    ) {
        (self.name, self.actor, self.documentation) = (name, actor, documentation)
        let fix = "write `\(name): \(example)`"
        let field = Field<Value?>(key, \.self, type, "The same, beside other settings.")
        let settings = Settings(
            name, startingWith: nil, [field.required("\(name) needs its \(key)", fix)])
        form = .valueOrSettings(type.shape, settings.shape)
        read = { nameNode, arguments, reader in
            guard let arguments else {
                return reader.refuse(.missingField, nameNode, "\(name) needs a value", fix)
            }
            guard case .mapping = arguments else {
                return type.read(arguments, &reader).map(make)
            }
            return settings.read(arguments, &reader)?.map(make)
        }
    }

    /// A step with settings, all of which may be left out unless `complaint` says otherwise.
    init<Owner: Sendable>(
        _ name: String, _ actor: Actor, startingWith start: Owner,
        _ documentation: String, _ fields: [Field<Owner>],
        complaint: @escaping @Sendable (Owner) -> Vocabulary.Complaint? = { _ in nil },
        make: @escaping @Sendable (Owner) -> Step
    ) {
        (self.name, self.actor, self.documentation) = (name, actor, documentation)
        let settings = Settings(name, startingWith: start, fields, complaint: complaint)
        form = .settings(settings.shape, isRequired: complaint(start) != nil)
        read = { nameNode, arguments, reader in
            var value = start
            if let arguments {
                guard settings.read(arguments, into: &value, &reader) else { return nil }
            } else if let complaint = complaint(start) {
                return reader.refuse(complaint, nameNode)
            }
            return make(value)
        }
    }
}
