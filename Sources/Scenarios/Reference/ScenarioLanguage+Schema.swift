public import BridgePrimitives

/// What the tables say of the language, for people and for machines.
public enum ScenarioLanguage: Sendable {
    /// Of the keys and steps that there are. Keys may be added to it; none is taken away or changes its meaning.
    public static let version = 1

    /// The JSON Schema (draft 2020-12) of one document of a scenario file, of a file for `use`, or of a folder's settings.
    ///
    /// What only the reader knows is not in it: whether a cookie's attributes make sense, which settings exclude each
    /// other, what a name in `${…}` stands for.
    public static func schema(_ vocabulary: Vocabulary) -> JSONValue {
        var definitions = ShapeSchema.definitions(vocabulary)
        definitions["reason"] = ShapeSchema.choice(vocabulary.reasons)
        definitions["step"] = step
        for (name, description, shape) in documents {
            var definition = ShapeSchema.object(shape)
            definition["description"] = .string(description)
            definitions[name] = .object(definition)
        }
        return .object(
            JSONObject([
                ("$schema", "https://json-schema.org/draft/2020-12/schema"),
                ("title", .string("A scenario of session-bridge, version \(version), provisional")),
                (
                    "description",
                    "Version 1 of the language is provisional: until session-bridge 1.0 a key may still change its meaning."
                ),
                ("x-version", .integer(Int64(version))), ("x-status", "provisional"),
                ("anyOf", .array(documents.map { ["$ref": .string("#/$defs/\($0.name)")] })),
                ("$defs", .object(definitions)),
            ]))
    }

    /// The kinds of documents.
    private static var documents: [(name: String, description: String, shape: SettingsShape)] {
        [
            ("scenario", "A scenario, which runs by itself.", ScenarioDraft.settings.shape),
            ("reusable", "Steps for `use`.", ReusableSteps.settings.shape),
            ("folder", "The settings of a folder's scenarios: \(FolderFile.name).", FolderFile.settings.shape),
        ]
    }

    private static var step: JSONValue {
        let bare = Step.definitions.filter { definition in
            switch definition.form {
            case .nothing: true
            case .value, .valueOrSettings: false
            case .settings(_, let isRequired): !isRequired
            }
        }
        var full = Step.definitions.map { definition -> (String, JSONValue) in
            var argument: JSONObject
            switch definition.form {
            case .nothing: argument = JSONObject([("type", "null")])
            case .value(let shape): argument = ShapeSchema.schema(shape).objectValue ?? JSONObject()
            case .settings(let settings, let isRequired):
                argument = ShapeSchema.object(definition.takesID ? settings.with(StepDefinition.id) : settings)
                if !isRequired { argument["type"] = ["object", "null"] }
            case .valueOrSettings(let shape, let settings):
                let object = ShapeSchema.object(definition.takesID ? settings.with(StepDefinition.id) : settings)
                argument = JSONObject([("anyOf", [ShapeSchema.schema(shape), .object(object)])])
            }
            argument["description"] = .string(definition.documentation)
            return (definition.name, .object(argument))
        }
        let use: JSONValue = ["anyOf": [["type": "string"], .object(ShapeSchema.object(UseOfSteps.settings.shape))]]
        var member = use.objectValue ?? JSONObject()
        member["description"] = .string(UseOfSteps.documentation)
        full.append((UseOfSteps.name, .object(member)))
        return ["anyOf": [["enum": .array(bare.map { .string($0.name) })], ShapeSchema.one(of: full)]]
    }
}

extension StepDefinition {
    /// The key that steps have whose captures can be named.
    static let id = SettingsShape.Field(
        key: "id", documentation: "A name by which later steps have what this one brings about.", defaultText: nil,
        isRequired: false, shape: .text)
}

extension SettingsShape {
    func with(_ field: Field) -> SettingsShape { SettingsShape(fields: fields + [field]) }
}
