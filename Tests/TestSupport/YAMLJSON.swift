public import BridgePrimitives
import Yams

/// YAML as an editor's validator sees it.
public enum YAMLJSON: Sendable {
    public static func value(of text: String) throws -> JSONValue {
        try Yams.compose(yaml: text).map(value) ?? .null
    }

    /// Each document of a text.
    public static func values(of text: String) throws -> [JSONValue] { try Yams.compose_all(yaml: text).map(value) }

    private static func value(_ node: Node) -> JSONValue {
        switch node {
        case .mapping(let mapping):
            return .object(JSONObject(mapping.map { ($0.key.string ?? "", value($0.value)) }))
        case .sequence(let sequence): return .array(sequence.map(value))
        case .scalar(let scalar):
            guard scalar.style == .plain else { return .string(scalar.string) }
            if node.null != nil { return .null }
            if let flag = node.bool { return .bool(flag) }
            if let number = node.int { return .integer(Int64(number)) }
            return .string(scalar.string)
        case .alias: return .null
        }
    }
}
