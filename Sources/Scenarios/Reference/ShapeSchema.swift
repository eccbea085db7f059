package import BridgePrimitives

/// The JSON Schema (draft 2020-12) of shapes.
package enum ShapeSchema: Sendable {
    /// What the schemas of shapes refer to; a step and a reason code are the scenarios' own.
    package static func definitions(_ vocabulary: Vocabulary) -> JSONObject {
        JSONObject([
            ("text", ["type": ["string", "number", "boolean"]]),
            ("path", ["type": "string", "pattern": "^(/|\\$\\{)"]),
            ("url", ["type": "string", "pattern": "^(https?://|\\$\\{)"]),
            ("address", ["type": "string", "pattern": "^(/|https?://|\\$\\{)"]),
            ("duration", ["type": "string", "pattern": "^([0-9][0-9.]*(ms|s|m|h|d)|.*\\$\\{.*)$"]),
            ("variable", ["type": "string", "pattern": "\\$\\{[^}]+\\}"]),
            ("profile", choice(vocabulary[.profile])),
            ("edge", choice(vocabulary[.edge])),
        ])
    }

    private static func reference(to definition: String) -> JSONValue { ["$ref": .string("#/$defs/\(definition)")] }

    static func choice(_ words: [String]) -> JSONValue {
        ["anyOf": [["enum": .array(words.map { .string($0) })], reference(to: "variable")]]
    }

    static func schema(_ shape: Shape) -> JSONValue {
        switch shape {
        case .text: return reference(to: "text")
        case .path: return reference(to: "path")
        case .bool: return ["anyOf": [["type": "boolean"], reference(to: "variable")]]
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
            let number: JSONValue = [
                "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
                "maximum": .integer(Int64(range.upperBound)),
            ]
            return ["anyOf": [number, reference(to: "variable")]]
        case .url: return reference(to: "url")
        case .address: return reference(to: "address")
        case .file: return reference(to: "text")
        case .json: return [:]
        case .texts: return ["type": "object", "additionalProperties": reference(to: "text")]
        case .named(let settings):
            return [
                "type": "object",
                "additionalProperties": ["anyOf": [["type": "null"], .object(object(settings))]],
            ]
        case .rows(let settings):
            let row: JSONValue = ["type": "object", "minProperties": 1, "additionalProperties": reference(to: "text")]
            return ["anyOf": [["type": "array", "minItems": 1, "items": row], .object(object(settings))]]
        case .choice(let settings, let words):
            let properties = settings.fields.map { field -> (String, JSONValue) in
                var property = schema(field.shape).objectValue ?? JSONObject()
                property["description"] = .string(field.documentation)
                return (field.key, .object(property))
            }
            return words.isEmpty ? one(of: properties) : ["anyOf": [choice(words), one(of: properties)]]
        case .tasks:
            let step = reference(to: "step")
            return ["type": "array", "minItems": 2, "items": ["anyOf": [step, ["type": "array", "items": step]]]]
        case .steps: return ["type": "array", "minItems": 1, "items": reference(to: "step")]
        }
    }

    package static func object(_ settings: SettingsShape) -> JSONObject {
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
    static func one(of properties: [(String, JSONValue)]) -> JSONValue {
        [
            "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
            "properties": .object(JSONObject(properties)),
        ]
    }
}
