/// The options of path-to-regexp that Vue Router passes on.
public struct PathPatternOptions: Hashable, Sendable {
    /// A trailing slash counts.
    public var strict = false
    /// Letter case counts.
    public var sensitive = false
    /// The pattern covers the whole path, not just a beginning of it.
    public var end = true
    public var delimiter = "/"

    public init() {}
}

/// A compiled path pattern, in the dialect of path-to-regexp 1.x.
struct PathPattern: Sendable {
    static let lengthLimit = 2048
    /// Longer paths are not matched at all; browsers stop earlier.
    static let inputLimit = 65_536

    let tokens: [PathToken]
    let delimiter: String
    private let program: PatternProgram
    /// For filling: each parameter's pattern alone, always ignoring letter case.
    private let fillPrograms: [PatternProgram]

    var parameters: [PathParameter] {
        tokens.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
    }

    init(_ path: String, options: PathPatternOptions) throws(PatternProblem) {
        tokens = try PathTokenizer.tokens(of: path, delimiter: options.delimiter)
        delimiter = options.delimiter
        var nodes: [PatternNode] = []
        var fills: [PatternProgram] = []
        for token in tokens {
            switch token {
            case .text(let text): nodes += text.map(PatternNode.unit)
            case .parameter(let parameter):
                nodes.append(Self.node(for: parameter))
                fills.append(try PatternProgram([parameter.pattern, .end], ignoringCase: true))
            }
        }
        let delimiter = Array(options.delimiter.utf16)
        var endsWithDelimiter = false
        if case .text(let text)? = tokens.last { endsWithDelimiter = text.suffix(delimiter.count) == delimiter[...] }
        if !options.strict {
            if endsWithDelimiter { nodes.removeLast(delimiter.count) }
            // One more delimiter is allowed, but only at the very end.
            let trailing = PatternNode.sequence(delimiter.map(PatternNode.unit) + [.end])
            nodes.append(.repeated(trailing, atLeast: 0, upTo: 1, greedy: true))
        }
        if options.end {
            nodes.append(.end)
        } else if !(options.strict && endsWithDelimiter) {
            nodes.append(.before(delimiter))
        }
        program = try PatternProgram(nodes, ignoringCase: !options.sensitive)
        fillPrograms = fills
    }

    enum Answer {
        /// Raw captures in the order of ``parameters``, undecoded; nil where an optional parameter is absent.
        case matched([(key: String, value: String?)])
        case notMatched
        case tooExpensive
    }

    /// - Complexity: bounded by ``PatternProgram/stepLimit`` and by the budget.
    func match(_ path: String, budget: inout Int) -> Answer {
        switch program.match(path: path, budget: &budget) {
        case .notMatched: .notMatched
        case .tooExpensive: .tooExpensive
        case .matched(let texts): .matched(zip(parameters, texts).map { ($0.routeKey, $1) })
        }
    }

    /// Whether `text`, encoded, is a whole value of the parameter with this number.
    func accepts(_ text: String, forParameter number: Int) -> Bool {
        guard fillPrograms.indices.contains(number) else { return false }
        var budget = PatternProgram.stepLimit
        if case .matched = fillPrograms[number].match(Array(text.utf16), budget: &budget) { return true }
        return false
    }

    private static func node(for parameter: PathParameter) -> PatternNode {
        let prefix = parameter.prefix.map(PatternNode.unit)
        var value = parameter.pattern
        if parameter.isRepeated {
            let more = PatternNode.sequence(prefix + [parameter.pattern])
            value = .sequence([value, .repeated(more, atLeast: 0, upTo: nil, greedy: true)])
        }
        let capture = PatternNode.capture(value)
        guard parameter.isOptional else { return .sequence(prefix + [capture]) }
        if parameter.isPartial {
            return .sequence(prefix + [.repeated(capture, atLeast: 0, upTo: 1, greedy: true)])
        }
        return .repeated(.sequence(prefix + [capture]), atLeast: 0, upTo: 1, greedy: true)
    }
}
