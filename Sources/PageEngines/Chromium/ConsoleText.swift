import BridgePrimitives

/// What a page writes to its console, in words as WebKit's are: objects as JSON, errors as their first line.
///
/// Chromium tells values by a preview, so what lies deep in an object is `…`.
enum ConsoleText {
    /// The longest text that is told of.
    static let limit = 1 << 16

    static func message(of arguments: [JSONValue]) -> String {
        clipped(arguments.prefix(100).map(text).joined(separator: " "))
    }

    static func clipped(_ text: String) -> String {
        text.utf8.count <= limit ? text : String(decoding: text.utf8.prefix(limit), as: UTF8.self) + "…"
    }

    /// One value (`Runtime.RemoteObject`).
    static func text(of value: JSONValue) -> String {
        let description = value["description"]?.stringValue
        switch (value["type"]?.stringValue, value["subtype"]?.stringValue) {
        case ("string", _): return value["value"]?.stringValue ?? ""
        case ("undefined", _): return "undefined"
        case (_, "null"): return "null"
        case (_, "error"): return firstLine(description ?? "Error")
        case ("object", nil), ("object", "array"):
            guard let preview = value["preview"] else { return description ?? "object" }
            return Self.preview(preview)
        case ("function", _), ("symbol", _), ("object", _): return firstLine(description ?? "object")
        default:
            return value["unserializableValue"]?.stringValue ?? value["value"]?.text() ?? description ?? ""
        }
    }

    static func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }

    /// An object whose members are known to one level (`Runtime.ObjectPreview`).
    private static func preview(_ preview: JSONValue) -> String {
        let isArray = preview["subtype"]?.stringValue == "array"
        var parts = (preview["properties"]?.arrayValue ?? []).prefix(100).map { property in
            let value = member(property)
            return isArray ? value : "\(JSONValue.string(property["name"]?.stringValue ?? "").text()):\(value)"
        }
        if preview["overflow"]?.boolValue == true { parts.append("…") }
        let list = parts.joined(separator: ",")
        return isArray ? "[\(list)]" : "{\(list)}"
    }

    /// A member's value, which comes as a text (`Runtime.PropertyPreview`).
    private static func member(_ property: JSONValue) -> String {
        let value = property["value"]?.stringValue ?? ""
        return switch (property["type"]?.stringValue, property["subtype"]?.stringValue) {
        case ("string", _): JSONValue.string(value).text()
        case ("object", "null"): "null"
        case ("object", _), ("function", _), ("symbol", _), ("accessor", _): "…"
        default: value
        }
    }
}
