import AuthEmulator
import BridgePrimitives
import Yams

/// Reads seeds from YAML.
enum SeedFile: Sendable {
    static let sizeLimit = 4 << 20

    /// - Throws: `seeds/unreadable` with line and column where YAML is broken, with the member's name otherwise.
    static func seeds(in text: String, file: String) throws(BridgeFailure) -> Seeds {
        guard text.utf8.count <= sizeLimit else {
            throw BridgeFailure(
                AuthServiceReason.unreadableSeeds, cause: "\(file) is larger than \(sizeLimit) bytes")
        }
        do {
            guard let node = try compose(yaml: text) else { return try Seeds(json: [:]) }
            return try Seeds(json: try json(node, depth: 0))
        } catch let failure as BridgeFailure {
            throw failure
        } catch {
            throw BridgeFailure(
                AuthServiceReason.unreadableSeeds, cause: "\(file) is not YAML: \(error)",
                fix: "correct the line that is named")
        }
    }

    /// YAML as JSON: what is quoted stays text, plain numbers and truth values are what they look like.
    private static func json(_ node: Node, depth: Int) throws -> JSONValue {
        guard depth < JSONValue.depthLimit else {
            throw BridgeFailure(AuthServiceReason.unreadableSeeds, cause: "the seeds nest too deeply")
        }
        switch node {
        case .mapping(let mapping):
            var object = JSONObject()
            for (key, value) in mapping { object[key.string ?? ""] = try json(value, depth: depth + 1) }
            return .object(object)
        case .sequence(let sequence):
            return .array(try sequence.map { try json($0, depth: depth + 1) })
        case .scalar(let scalar):
            guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
            if node.null != nil { return .null }
            if let flag = node.bool { return .bool(flag) }
            // A phone number looks like a number; its plus says that it is none.
            if !scalar.string.hasPrefix("+"), let number = node.int { return .integer(Int64(number)) }
            if !scalar.string.hasPrefix("+"), let number = node.float { return .number(number) }
            return .string(scalar.string)
        default: return .null
        }
    }
}
