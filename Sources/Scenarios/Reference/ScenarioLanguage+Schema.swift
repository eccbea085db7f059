public import BridgePrimitives

/// What the tables say of the language, for people and for machines.
public enum ScenarioLanguage: Sendable {
    /// The JSON Schema (draft 2020-12) of one document of a scenario file.
    ///
    /// What only the reader knows is not in it: whether a cookie's attributes make sense, which settings exclude each
    /// other, whether an environment variable is there.
    public static func schema(_ vocabulary: Vocabulary) -> JSONValue {
        var schema = JSONObject([
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("title", "A scenario of session-bridge"),
        ])
        for (name, value) in ShapeSchema.object(ScenarioDraft.settings.shape) { schema[name] = value }
        var definitions = ShapeSchema.definitions(vocabulary)
        definitions["reason"] = ShapeSchema.choice(vocabulary.reasons)
        definitions["step"] = step
        schema["$defs"] = .object(definitions)
        return .object(schema)
    }

    private static var step: JSONValue {
        let bare = Step.definitions.filter { definition in
            switch definition.form {
            case .nothing: true
            case .value: false
            case .settings(_, let isRequired): !isRequired
            }
        }
        let full = Step.definitions.map { definition -> (String, JSONValue) in
            var argument: JSONObject
            switch definition.form {
            case .nothing: argument = JSONObject([("type", "null")])
            case .value(let shape): argument = ShapeSchema.schema(shape).objectValue ?? JSONObject()
            case .settings(let settings, let isRequired):
                argument = ShapeSchema.object(settings)
                if !isRequired { argument["type"] = ["object", "null"] }
            }
            argument["description"] = .string(definition.documentation)
            return (definition.name, .object(argument))
        }
        return ["anyOf": [["enum": .array(bare.map { .string($0.name) })], ShapeSchema.one(of: full)]]
    }
}
