import Yams

/// Counts what documents hold, with what stands for an alias counted as what the alias stands for.
struct YAMLMeasure {
    private struct Size {
        var nodes = 1
        var depth = 0
        var isText = true
    }

    private var anchors: [String: Size] = [:]
    private var total = 0

    /// Recurses as deeply as the text nests, which libyaml ends at a thousand.
    mutating func add(_ document: Node) throws(YAMLProblem) {
        total += try size(of: document).nodes
        guard total <= YAMLLimits.nodes else { throw .tooMany(document.mark) }
    }

    private mutating func size(of node: Node) throws(YAMLProblem) -> Size {
        var size = Size()
        switch node {
        case .scalar(let scalar): if let alias = alias(in: scalar) { return alias }
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
        guard whole.nodes <= YAMLLimits.nodes else { throw .tooMany(mark) }
        guard whole.depth <= YAMLLimits.depth else { throw .tooDeep(mark) }
    }

    private func alias(in scalar: Node.Scalar) -> Size? {
        guard scalar.style == .plain, scalar.string.first == BoundedYAML.aliasMark else { return nil }
        let name = scalar.string.dropFirst().prefix {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
        }
        return anchors[String(name)]
    }
}
