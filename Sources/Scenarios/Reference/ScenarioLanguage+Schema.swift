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
        for (name, value) in object(ScenarioDraft.settings.shape) { schema[name] = value }
        schema["$defs"] = [
            "text": ["type": ["string", "number", "boolean"]],
            "path": ["type": "string", "pattern": "^(/|\\$\\{env\\.)"],
            "duration": ["type": "string", "pattern": "^([0-9][0-9.]*(ms|s|m|h|d)|\\$\\{env\\..*)$"],
            "variable": ["type": "string", "pattern": "^\\$\\{env\\.[^}]+\\}$"],
            "reason": choice(vocabulary.reasons),
            "profile": choice(vocabulary[.profile]),
            "edge": choice(vocabulary[.edge]),
            "step": step,
        ]
        return .object(schema)
    }

    private static func reference(to definition: String) -> JSONValue { ["$ref": .string("#/$defs/\(definition)")] }

    private static func choice(_ words: [String]) -> JSONValue {
        ["anyOf": [["enum": .array(words.map { .string($0) })], reference(to: "variable")]]
    }

    private static func schema(_ shape: Shape) -> JSONValue {
        switch shape {
        case .text: return reference(to: "text")
        case .path: return reference(to: "path")
        case .bool: return ["type": "boolean"]
        case .duration: return reference(to: "duration")
        case .reason: return reference(to: "reason")
        case .name(let names): return reference(to: names.rawValue)
        case .words(let words): return choice(words)
        case .list(let element):
            let element = schema(element)
            return ["anyOf": [element, ["type": "array", "items": element]]]
        case .settings(let settings): return .object(object(settings))
        case .wordWithSettings(let words, let settings):
            return ["anyOf": [choice(words), one(of: words.map { ($0, .object(object(settings))) })]]
        case .wordOrSettings(let words, let settings):
            return ["anyOf": [choice(words), .object(object(settings))]]
        case .number(let range):
            return [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ]
        case .steps: return ["type": "array", "minItems": 1, "items": reference(to: "step")]
        }
    }

    private static func object(_ settings: SettingsShape) -> JSONObject {
        var object = JSONObject([("type", "object"), ("additionalProperties", false)])
        let required = settings.fields.filter(\.isRequired)
        if !required.isEmpty { object["required"] = .array(required.map { .string($0.key) }) }
        object["properties"] = .object(
            JSONObject(
                settings.fields.map { field in
                    var property = schema(field.shape).objectValue ?? JSONObject()
                    property["description"] = .string(field.documentation)
                    if let text = field.defaultText, case .bool = field.shape {
                        property["default"] = .bool(text == "true")
                    } else if let text = field.defaultText {
                        property["default"] = .string(text)
                    }
                    return (field.key, .object(property))
                }))
        return object
    }

    /// A mapping with one key.
    private static func one(of properties: [(String, JSONValue)]) -> JSONValue {
        [
            "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
            "properties": .object(JSONObject(properties)),
        ]
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
            case .value(let shape): argument = schema(shape).objectValue ?? JSONObject()
            case .settings(let settings, let isRequired):
                argument = object(settings)
                if !isRequired { argument["type"] = ["object", "null"] }
            }
            argument["description"] = .string(definition.documentation)
            return (definition.name, .object(argument))
        }
        return ["anyOf": [["enum": .array(bare.map { .string($0.name) })], one(of: full)]]
    }
}
