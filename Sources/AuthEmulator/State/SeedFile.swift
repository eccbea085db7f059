package import BridgePrimitives
import Files
import YAMLReading
import Yams

/// Reads seeds from YAML.
package enum SeedFile: Sendable {
    package static let sizeLimit = 4 << 20

    /// - Throws: `seeds/unreadable`, also for a file that cannot be read or is too large.
    package static func seeds(at path: String) throws(BridgeFailure) -> Seeds {
        let bytes: [UInt8]
        do { bytes = try InputFile.read(path, upTo: sizeLimit) } catch {
            throw BridgeFailure(
                AuthServiceReason.unreadableSeeds, cause: "\(path) \(error.clause)",
                fix: error == .unreadable ? "name a YAML file that is there" : "split it")
        }
        return try seeds(in: String(decoding: bytes.withoutByteOrderMark, as: UTF8.self), file: path)
    }

    /// - Throws: `seeds/unreadable` with line and column where YAML is broken, with the member's name otherwise.
    package static func seeds(in text: String, file: String) throws(BridgeFailure) -> Seeds {
        guard text.utf8.count <= sizeLimit else {
            throw BridgeFailure(
                AuthServiceReason.unreadableSeeds, cause: "\(file) is larger than \(sizeLimit) bytes")
        }
        let (documents, problem) = BoundedYAML.documents(in: text)
        if let problem {
            let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
            throw BridgeFailure(
                AuthServiceReason.unreadableSeeds, cause: "\(file)\(place): \(problem.message)",
                fix: "correct the line that is named")
        }
        guard documents.count <= 1 else {
            throw BridgeFailure(
                AuthServiceReason.unreadableSeeds, cause: "\(file) holds \(documents.count) documents",
                fix: "write one mapping")
        }
        return try Seeds(json: documents.first.map(json) ?? [:])
    }

    /// YAML as JSON: what is quoted stays text, plain numbers and truth values are what they look like.
    private static func json(_ node: Node) -> JSONValue {
        switch node {
        case .mapping(let mapping):
            var object = JSONObject()
            for (key, value) in mapping { object[key.string ?? ""] = json(value) }
            return .object(object)
        case .sequence(let sequence):
            return .array(sequence.map(json))
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
