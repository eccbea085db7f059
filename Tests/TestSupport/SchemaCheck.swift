public import BridgePrimitives
import Foundation

/// The part of JSON Schema (draft 2020-12) that the project's schemas use: enough to ask one about a value.
public struct SchemaCheck: Sendable {
    let schema: JSONValue

    public init(schema: JSONValue) { self.schema = schema }

    /// The first thing that is wrong, with its place; nil when the value is as the schema says.
    public func complaint(about value: JSONValue) throws -> String? { try complaint(value, schema, at: "$") }

    private func complaint(_ value: JSONValue, _ schema: JSONValue, at place: String) throws -> String? {
        if let reference = schema["$ref"]?.stringValue {
            let name = String(reference.dropFirst("#/$defs/".count))
            let definition = self.schema["$defs"]?[name] ?? ["enum": []]
            if let complaint = try complaint(value, definition, at: place) { return complaint }
        }
        if let choices = schema["anyOf"]?.arrayValue {
            let complaints = try choices.map { try complaint(value, $0, at: place) }
            // The one that went deepest knows best.
            if !complaints.contains(nil) { return complaints.compactMap(\.self).max { $0.count < $1.count } }
        }
        if let words = schema["enum"]?.arrayValue, !words.contains(value) { return "\(place): is none of \(words)" }
        if let types = schema["type"], !(types.arrayValue ?? [types]).contains(where: { isOf(value, $0) }) {
            return "\(place): is no \(types)"
        }
        if let pattern = schema["pattern"]?.stringValue, let text = value.stringValue,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            return "\(place): is not as \(pattern)"
        }
        if let number = value.integerValue {
            if let least = schema["minimum"]?.integerValue, number < least { return "\(place): is below \(least)" }
            if let most = schema["maximum"]?.integerValue, number > most { return "\(place): is above \(most)" }
        }
        if let least = schema["minItems"]?.integerValue, let elements = value.arrayValue, elements.count < least {
            return "\(place): has fewer than \(least)"
        }
        if let items = schema["items"] {
            for (index, element) in (value.arrayValue ?? []).enumerated() {
                if let complaint = try complaint(element, items, at: "\(place)[\(index)]") { return complaint }
            }
        }
        guard let object = value.objectValue else { return nil }
        for name in schema["required"]?.arrayValue ?? [] where object[name.stringValue ?? ""] == nil {
            return "\(place): \(name.stringValue ?? "") is missing"
        }
        if let least = schema["minProperties"]?.integerValue, object.count < least { return "\(place): has too few" }
        if let most = schema["maxProperties"]?.integerValue, object.count > most { return "\(place): has too many" }
        for (name, member) in object {
            if let property = schema["properties"]?[name] {
                if let complaint = try complaint(member, property, at: "\(place).\(name)") { return complaint }
            } else if schema["additionalProperties"] == false {
                return "\(place).\(name): is not known"
            } else if let other = schema["additionalProperties"], other.objectValue != nil,
                let complaint = try complaint(member, other, at: "\(place).\(name)")
            {
                return complaint
            }
        }
        return nil
    }

    private func isOf(_ value: JSONValue, _ type: JSONValue) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null),
            ("integer", .integer), ("number", .integer), ("number", .number):
            true
        default: false
        }
    }
}
