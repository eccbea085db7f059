/// A compiled pattern, run by backtracking with its own stack and a limit on steps.
///
/// The limit, not the pattern, decides how long a match may take: `((?:a*)*)b` ends as ``Answer/tooExpensive``.
struct PatternProgram: Sendable {
    enum Answer: Sendable {
        /// Captures by number, from 0; nil where a group took no part.
        case matched([Range<Int>?])
        case notMatched
        case tooExpensive
    }

    private enum Instruction: Sendable {
        case unit(UInt16)
        case set(UnitSet)
        case start, end
        case wordBoundary(Bool)
        case before([UInt16])
        /// Continue at the first target, on failure at the second.
        case choose(Int, Int)
        case jump(Int)
        case save(Int)
        /// Fails when the position has not moved since `save` into the same register.
        case moved(Int)
        case matched
    }

    private enum Pending {
        case choice(at: Int, position: Int)
        case restore(register: Int, value: Int)
    }

    static let sizeLimit = 20_000
    static let stepLimit = 400_000

    private var instructions: [Instruction] = []
    private var registerCount = 0
    private(set) var captureCount = 0
    private let ignoresCase: Bool

    /// - Parameter nodes: matched one after the other, from the start of the text.
    init(_ nodes: [PatternNode], ignoringCase: Bool) throws(PatternProblem) {
        ignoresCase = ignoringCase
        captureCount = Self.captures(in: .sequence(nodes))
        registerCount = captureCount * 2
        var nextCapture = 0
        for node in nodes { try emit(node, capture: &nextCapture) }
        instructions.append(.matched)
    }

    /// The texts of the captures of a whole path, by number from 0; nil where a group took no part.
    enum PathAnswer: Sendable {
        case matched([String?])
        case notMatched
        case tooExpensive
    }

    /// Matches at the start of `path`; one over ``PathPattern/inputLimit`` is not tried.
    func match(path: String, budget: inout Int) -> PathAnswer {
        let units = Array(path.utf16)
        guard units.count <= PathPattern.inputLimit else { return .tooExpensive }
        switch match(units, budget: &budget) {
        case .notMatched: return .notMatched
        case .tooExpensive: return .tooExpensive
        case .matched(let captures):
            return .matched(captures.map { $0.map { String(decoding: units[$0], as: UTF16.self) } })
        }
    }

    /// Matches at the start of `text`.
    ///
    /// - Parameter budget: the steps that this and further matches may take together.
    func match(_ text: [UInt16], budget: inout Int) -> Answer {
        let limit = min(Self.stepLimit, budget)
        var registers = [Int](repeating: -1, count: registerCount)
        var pending: [Pending] = []
        var at = 0
        var position = 0
        var steps = 0
        defer { budget -= steps }
        while true {
            guard steps < limit else { return .tooExpensive }
            steps += 1
            var fails = false
            switch instructions[at] {
            case .unit(let unit):
                fails = position >= text.count || !same(text[position], unit)
                position += 1
                at += 1
            case .set(let set):
                fails = position >= text.count || !set.contains(text[position], ignoringCase: ignoresCase)
                position += 1
                at += 1
            case .start:
                fails = position != 0
                at += 1
            case .end:
                fails = position != text.count
                at += 1
            case .wordBoundary(let wanted):
                fails = (isWord(text, position - 1) != isWord(text, position)) != wanted
                at += 1
            case .before(let delimiter):
                fails = position != text.count && !text[position...].starts(with: delimiter, by: same)
                at += 1
            case .choose(let first, let second):
                pending.append(.choice(at: second, position: position))
                at = first
            case .jump(let target):
                at = target
            case .save(let register):
                pending.append(.restore(register: register, value: registers[register]))
                registers[register] = position
                at += 1
            case .moved(let register):
                fails = registers[register] == position
                at += 1
            case .matched:
                return .matched(
                    (0..<captureCount).map { number in
                        let from = registers[number * 2]
                        let to = registers[number * 2 + 1]
                        return from >= 0 && to >= from ? from..<to : nil
                    })
            }
            if fails {
                backtrack: while true {
                    switch pending.popLast() {
                    case nil: return .notMatched
                    case .restore(let register, let value)?: registers[register] = value
                    case .choice(let target, let old)?:
                        (at, position) = (target, old)
                        break backtrack
                    }
                }
            }
        }
    }

    private func same(_ a: UInt16, _ b: UInt16) -> Bool {
        a == b || (ignoresCase && canonicalUnit(a) == canonicalUnit(b))
    }

    private func isWord(_ text: [UInt16], _ position: Int) -> Bool {
        text.indices.contains(position) && UnitSet.word.contains(text[position], ignoringCase: false)
    }

    /// Recursion here goes over the pattern's nesting, which ``PatternParser/nestingLimit`` bounds.
    private static func captures(in node: PatternNode) -> Int {
        switch node {
        case .sequence(let parts), .alternatives(let parts): parts.reduce(0) { $0 + captures(in: $1) }
        case .capture(let inner): 1 + captures(in: inner)
        case .repeated(let inner, _, _, _): captures(in: inner)
        default: 0
        }
    }

    private static func canBeEmpty(_ node: PatternNode) -> Bool {
        switch node {
        case .unit, .set: false
        case .empty, .start, .end, .wordBoundary, .before: true
        case .sequence(let parts): parts.allSatisfy { canBeEmpty($0) }
        case .alternatives(let parts): parts.contains { canBeEmpty($0) }
        case .capture(let inner): canBeEmpty(inner)
        case .repeated(let inner, let atLeast, _, _): atLeast == 0 || canBeEmpty(inner)
        }
    }

    private mutating func append(_ instruction: Instruction) throws(PatternProblem) {
        guard instructions.count < Self.sizeLimit else { throw PatternProblem(cause: "a pattern that is too large") }
        instructions.append(instruction)
    }

    private mutating func emit(_ node: PatternNode, capture: inout Int) throws(PatternProblem) {
        switch node {
        case .empty: break
        case .unit(let unit): try append(.unit(unit))
        case .set(let set): try append(.set(set))
        case .start: try append(.start)
        case .end: try append(.end)
        case .wordBoundary(let wanted): try append(.wordBoundary(wanted))
        case .before(let delimiter): try append(.before(delimiter))
        case .sequence(let parts):
            for part in parts { try emit(part, capture: &capture) }
        case .alternatives(let parts):
            try emitAlternatives(parts, capture: &capture)
        case .capture(let inner):
            let number = capture
            capture += 1
            try append(.save(number * 2))
            try emit(inner, capture: &capture)
            try append(.save(number * 2 + 1))
        case .repeated(let inner, let atLeast, let upTo, let greedy):
            try emitRepeated(inner, atLeast: atLeast, upTo: upTo, greedy: greedy, capture: &capture)
        }
    }

    private mutating func emitAlternatives(
        _ parts: [PatternNode], capture: inout Int
    ) throws(PatternProblem) {
        var jumps: [Int] = []
        for (number, part) in parts.enumerated() {
            guard number < parts.count - 1 else {
                try emit(part, capture: &capture)
                break
            }
            let choice = instructions.count
            try append(.choose(choice + 1, 0))
            try emit(part, capture: &capture)
            jumps.append(instructions.count)
            try append(.jump(0))
            instructions[choice] = .choose(choice + 1, instructions.count)
        }
        for jump in jumps { instructions[jump] = .jump(instructions.count) }
    }

    private mutating func emitRepeated(
        _ inner: PatternNode, atLeast: Int, upTo: Int?, greedy: Bool, capture: inout Int
    ) throws(PatternProblem) {
        let firstCapture = capture
        capture += Self.captures(in: inner)
        // Every copy of the body writes the same captures: the last round wins.
        for _ in 0..<atLeast {
            var number = firstCapture
            try emit(inner, capture: &number)
        }
        var choices: [Int] = []
        // Only a body that can match nothing could repeat for ever.
        let guarded = Self.canBeEmpty(inner)
        let mark = registerCount
        if guarded { registerCount += 1 }
        for _ in 0..<((upTo ?? atLeast + 1) - atLeast) {
            choices.append(instructions.count)
            try append(.choose(0, 0))
            if guarded { try append(.save(mark)) }
            var number = firstCapture
            try emit(inner, capture: &number)
            if guarded { try append(.moved(mark)) }
            if upTo == nil, let choice = choices.last { try append(.jump(choice)) }
        }
        for choice in choices {
            let (body, after) = (choice + 1, instructions.count)
            instructions[choice] = greedy ? .choose(body, after) : .choose(after, body)
        }
    }
}
