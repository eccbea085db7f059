/// A compiled path pattern in the dialect of Vue Router 4, which ranks patterns by how specific they are.
struct ScoredPattern: Sendable {
    struct Parameter: Hashable, Sendable {
        let name: String
        let isRepeated: Bool
        let isOptional: Bool
        /// Nil is the default: anything but slashes.
        let source: [UInt16]?
    }

    enum Token: Hashable, Sendable {
        case text([UInt16])
        case parameter(Parameter)
    }

    /// Hundredths, so that the ranking's fractions are whole numbers.
    private enum Points {
        static let root = 9_000
        static let segment = 4_000
        static let literal = 4_000
        static let dynamic = 2_000
        static let custom = 1_000
        static let wildcard = -5_000
        static let repeated = -2_000
        static let optional = -800
        static let strict = 70
        static let sensitive = 25
    }

    let segments: [[Token]]
    let score: [[Int]]
    private let program: PatternProgram

    var parameters: [Parameter] {
        segments.joined().compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
    }

    init(_ path: String, options: PathPatternOptions) throws(PatternProblem) {
        segments = try ScoredPatternTokenizer.segments(of: path)
        let slash = PatternNode.unit(0x2F)
        var nodes: [PatternNode] = []
        var score: [[Int]] = []
        for segment in segments {
            var points = segment.isEmpty ? [Points.root] : []
            if options.strict, segment.isEmpty { nodes.append(slash) }
            for (index, token) in segment.enumerated() {
                var own = Points.segment + (options.sensitive ? Points.sensitive : 0)
                switch token {
                case .text(let text):
                    nodes += (index == 0 ? [slash] : []) + text.map(PatternNode.unit)
                    own += Points.literal
                case .parameter(let parameter):
                    nodes.append(try Self.node(parameter, isFirst: index == 0, isAlone: segment.count < 2))
                    own += Points.dynamic + (parameter.source == nil ? 0 : Points.custom)
                    own += (parameter.isOptional ? Points.optional : 0) + (parameter.isRepeated ? Points.repeated : 0)
                    if parameter.source == Array(".*".utf16) { own += Points.wildcard }
                }
                points.append(own)
            }
            score.append(points)
        }
        if options.strict, options.end, let last = score.indices.last, let end = score[last].indices.last {
            score[last][end] += Points.strict
        }
        self.score = score
        if !options.strict { nodes.append(.repeated(slash, atLeast: 0, upTo: 1, greedy: true)) }
        if options.end {
            nodes.append(.end)
        } else if options.strict, path.utf8.last != UInt8(ascii: "/") {
            nodes.append(.alternatives([slash, .end]))
        }
        program = try PatternProgram(nodes, ignoringCase: !options.sensitive)
    }

    private static func node(
        _ parameter: Parameter, isFirst: Bool, isAlone: Bool
    ) throws(PatternProblem) -> PatternNode {
        let slash = PatternNode.unit(0x2F)
        let others = UnitSet(ranges: [0x2F...0x2F], isNegated: true)
        var value = PatternNode.repeated(.set(others), atLeast: 1, upTo: nil, greedy: false)
        if let source = parameter.source { value = try PatternParser.parse(source) }
        if parameter.isRepeated {
            value = .sequence([value, .repeated(.sequence([slash, value]), atLeast: 0, upTo: nil, greedy: true)])
        }
        let capture = PatternNode.capture(value)
        func maybe(_ node: PatternNode) -> PatternNode {
            parameter.isOptional ? .repeated(node, atLeast: 0, upTo: 1, greedy: true) : node
        }
        guard isFirst else { return maybe(capture) }
        // Only an optional parameter that has its segment to itself takes the slash away with it.
        return isAlone ? maybe(.sequence([slash, capture])) : .sequence([slash, maybe(capture)])
    }

    enum Answer {
        /// Raw captures in the order of ``parameters``; nil where an optional one is absent.
        case matched([(parameter: Parameter, text: String?)])
        case notMatched
        case tooExpensive
    }

    /// - Complexity: bounded by ``PatternProgram/stepLimit`` and by the budget.
    func match(_ path: String, budget: inout Int) -> Answer {
        switch program.match(path: path, budget: &budget) {
        case .notMatched: .notMatched
        case .tooExpensive: .tooExpensive
        case .matched(let texts): .matched(zip(parameters, texts).map { ($0, $1) })
        }
    }

    /// Builds a path from values that are percent-encoded already; patterns are not checked.
    func fill(_ values: [String: [String]], arrays: Set<String>) throws(PathPattern.FillProblem) -> String {
        var path = ""
        var sparesSlash = false
        for segment in segments {
            if !sparesSlash || path.utf8.last != UInt8(ascii: "/") { path += "/" }
            sparesSlash = false
            for token in segment {
                switch token {
                case .text(let text): path += String(decoding: text, as: UTF16.self)
                case .parameter(let parameter):
                    if arrays.contains(parameter.name), !parameter.isRepeated {
                        throw PathPattern.FillProblem(
                            cause: "Provided param \"\(parameter.name)\" is an array but it is not repeatable"
                                + " (* or + modifiers)")
                    }
                    let text = (values[parameter.name] ?? []).joined(separator: "/")
                    if text.isEmpty {
                        guard parameter.isOptional else {
                            throw PathPattern.FillProblem(cause: "Missing required param \"\(parameter.name)\"")
                        }
                        if segment.count < 2 {
                            if path.utf8.last == UInt8(ascii: "/") {
                                path = RoutePath.withoutTrailingSlash(path)
                            } else {
                                sparesSlash = true
                            }
                        }
                    }
                    path += text
                }
            }
        }
        return path.isEmpty ? "/" : path
    }

    /// Negative when `a` is tried before `b`.
    static func compare(_ a: ScoredPattern, _ b: ScoredPattern) -> Int {
        for (a, b) in zip(a.score, b.score) {
            let order = compare(a, b)
            if order != 0 { return order }
        }
        if abs(a.score.count - b.score.count) == 1 {
            if (a.score.last?.last ?? 0) < 0 { return 1 }
            if (b.score.last?.last ?? 0) < 0 { return -1 }
        }
        return b.score.count - a.score.count
    }

    private static func compare(_ a: [Int], _ b: [Int]) -> Int {
        for (a, b) in zip(a, b) where a != b { return b - a }
        let wholeLiteral = Points.literal + Points.segment
        if a.count < b.count { return a == [wholeLiteral] ? -1 : 1 }
        if a.count > b.count { return b == [wholeLiteral] ? 1 : -1 }
        return 0
    }
}
