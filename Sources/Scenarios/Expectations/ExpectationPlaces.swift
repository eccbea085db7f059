import Yams

/// Where a file has what it expects: the whole, each key and what stands below it, and of lists each element.
public struct ExpectationPlaces: Hashable, Sendable {
    /// Where it begins.
    let whole: SourceLocation?
    /// By the keys that lead there, `cookie.stored`.
    private var keys: [String: SourceLocation] = [:]
    private var elements: [String: [SourceLocation]] = [:]

    /// Of what no file has.
    public init() { whole = nil }

    /// Recurses as deeply as the file nests, which the reader of YAML has bounded.
    init(_ node: Node, _ reader: ScenarioReader) {
        whole = reader.location(node)
        add(node, below: "", reader)
    }

    private mutating func add(_ node: Node, below prefix: String, _ reader: ScenarioReader) {
        guard case .mapping(let mapping) = node else { return }
        for (keyNode, value) in mapping {
            guard let name = keyNode.string else { continue }
            let key = prefix + name
            keys[key] = reader.location(keyNode)
            if case .sequence(let sequence) = value { elements[key] = sequence.map { reader.location($0) } }
            add(value, below: key + ".", reader)
        }
    }

    /// Where a key stands; of one that stands nowhere, as one that a default gives, the nearest key above it.
    ///
    /// - Parameters:
    ///   - key: with those above it, `cookie.stored`.
    ///   - index: which element of its list, from 0.
    /// - Returns: nil for what no file has.
    public subscript(_ key: String, index: Int? = nil) -> SourceLocation? {
        if let index, let list = elements[key], list.indices.contains(index) { return list[index] }
        if let place = keys[key] { return place }
        guard let dot = key.lastIndex(of: ".") else { return whole }
        return self[String(key[..<dot])]
    }
}
