import BridgePrimitives
import Yams

/// A name with a text, of a mapping whose names nobody knows beforehand.
public struct NamedText: Hashable, Sendable {
    public let name: String
    public let text: String

    public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
}

extension FieldType<[NamedText]> {
    /// Names with texts, in the order of the file.
    package static func texts(placeholders: [String]) -> Self {
        FieldType(.texts) { node, reader in
            guard case .mapping(let mapping) = node else {
                return reader.refuse(
                    .wrongType, node, "`name: text` pairs were expected here", "write `{ name: text }`")
            }
            let before = reader.problems.count
            let pairs = mapping.compactMap { nameNode, member -> NamedText? in
                guard let name = reader.text(nameNode),
                    let text = reader.text(member, placeholders: placeholders)
                else { return nil }
                return NamedText(name, text)
            }
            return reader.problems.count == before ? pairs : nil
        }
    }
}

extension FieldType<JSONValue> {
    /// YAML as JSON: what is quoted stays text, plain numbers and truth values are what they look like.
    package static func json(placeholders: [String]) -> Self {
        FieldType(.json, written: { $0.text() }) { node, reader in
            let before = reader.problems.count
            let value = reader.json(node, placeholders: placeholders)
            return reader.problems.count == before ? value : nil
        }
    }
}

extension ScenarioReader {
    /// Recurses as deeply as the file nests, which the reader of YAML has bounded.
    fileprivate mutating func json(_ node: Node, placeholders: [String]) -> JSONValue {
        switch node {
        case .mapping(let mapping):
            var object = JSONObject()
            for (key, value) in mapping {
                guard let name = text(key) else { continue }
                object[name] = json(value, placeholders: placeholders)
            }
            return .object(object)
        case .sequence(let sequence):
            var elements: [JSONValue] = []
            for element in sequence { elements.append(json(element, placeholders: placeholders)) }
            return .array(elements)
        case .scalar(let scalar):
            if scalar.style == .plain || scalar.style == .any {
                if node.null != nil { return .null }
                if let flag = node.bool { return .bool(flag) }
                if let number = node.int { return .integer(Int64(number)) }
                if let number = node.float, number.isFinite { return .number(number) }
            }
            return text(node, placeholders: placeholders).map { .string($0) } ?? .null
        case .alias: return .null
        }
    }
}
