import Yams

/// Counts what documents hold, with what stands for an alias counted as what the alias stands for.
struct YAMLMeasure {
    private struct Size {
        var nodes = 1
        var depth = 0
        var isText = true
    }

    let limits: YAMLLimits
    private var anchors: [String: Size] = [:]
    private var total = 0

    init(limits: YAMLLimits) { self.limits = limits }

    /// Recurses as deeply as the text nests, which libyaml ends at a thousand.
    mutating func add(_ document: Node) throws(YAMLProblem) {
        total += try size(of: document).nodes
        guard total <= limits.nodes else { throw .tooMany(document.mark, limits) }
    }

    private mutating func size(of node: Node) throws(YAMLProblem) -> Size {
        var size = Size()
        switch node {
        case .scalar(let scalar): if let alias = try alias(in: scalar) { return alias }
        case .alias: break
        case .sequence(let sequence):
            size.isText = false
            for element in sequence { try add(try self.size(of: element), to: &size, at: element.mark) }
        case .mapping(let mapping):
            size.isText = false
            for (key, value) in mapping {
                let keySize = try self.size(of: key)
                guard keySize.isText else { throw .keyIsNoText(key.mark) }
                try add(keySize, to: &size, at: key.mark)
                try add(try self.size(of: value), to: &size, at: value.mark)
            }
        }
        if let anchor = node.anchor { anchors[anchor.rawValue] = size }
        return size
    }

    /// Each part is within the limits, so the sum does not overflow.
    private func add(_ part: Size, to whole: inout Size, at mark: Mark?) throws(YAMLProblem) {
        whole.nodes += part.nodes
        whole.depth = max(whole.depth, part.depth + 1)
        guard whole.nodes <= limits.nodes else { throw .tooMany(mark, limits) }
        guard whole.depth <= limits.depth else { throw .tooDeep(mark, limits) }
    }

    /// - Throws: `aliasBeforeColon` where the alias is a key of a list or mapping in brackets for YAML, and a plain text
    ///   goes on: what comes after it would not be counted as what it is.
    private func alias(in scalar: Node.Scalar) throws(YAMLProblem) -> Size? {
        let text = scalar.string.unicodeScalars
        guard scalar.style == .plain, text.first == BoundedYAML.aliasMark else { return nil }
        let name = text.dropFirst().prefix {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-")
        }
        guard let size = anchors[String(name)] else { return nil }
        guard !text.contains(":") else { throw .aliasBeforeColon(scalar.mark) }
        return size
    }
}
