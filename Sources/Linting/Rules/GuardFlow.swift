/// How often each way through a guard calls `next`.
///
/// Statements are followed as far as they are plain: blocks, `if`, `return`, `throw`, `try`. Where a loop, a `switch` or
/// a function within decides, nothing is claimed to be missing.
struct GuardFlow {
    /// The counts with which a statement may be left: 0, 1, or 2 for more.
    struct Ways: OptionSet {
        let rawValue: UInt8
        static let none = Ways(rawValue: 1), once = Ways(rawValue: 2), more = Ways(rawValue: 4)

        var plusOne: Ways {
            var ways: Ways = []
            if contains(.none) { ways.insert(.once) }
            if contains(.once) || contains(.more) { ways.insert(.more) }
            return ways
        }
    }

    private let code: Code
    private let next: String
    private(set) var ended: Ways = []
    /// Whether something was met that is not followed.
    private(set) var isUnknown = false
    /// The call that is a second one on some way.
    private(set) var secondCall: Int?
    /// The call before it on that way.
    private(set) var firstCall: Int?
    /// The calls behind which something goes on, in the order of the text.
    private var openCalls: [Int] = []
    /// The `return` that leaves without a call.
    private(set) var emptyReturn: Int?
    /// A `return` of a value that is no call of next.
    private(set) var returnedValue: Int?

    /// - Parameters:
    ///   - body: the opening brace.
    ///   - next: the parameter's name.
    init(_ code: Code, body: Int, next: String) {
        (self.code, self.next) = (code, next)
        let left = block((body + 1)..<code.close(of: body), .none, depth: 0)
        ended.formUnion(left)
    }

    private mutating func block(_ range: Range<Int>, _ ways: Ways, depth: Int) -> Ways {
        var (index, ways) = (range.lowerBound, ways)
        while index < range.upperBound {
            let before = index
            ways = statement(&index, range.upperBound, ways, depth: depth)
            if index <= before { index = before + 1 }
        }
        return ways
    }

    /// - Returns: the counts behind the statement; none where nothing goes on behind it.
    private mutating func statement(_ index: inout Int, _ end: Int, _ ways: Ways, depth: Int) -> Ways {
        guard depth < 60, index < end else {
            isUnknown = true
            index = end
            return ways
        }
        switch code.text(index) {
        case ";":
            index += 1
            return ways
        case "{":
            let close = code.close(of: index)
            let left = block((index + 1)..<min(close, end), ways, depth: depth + 1)
            index = close + 1
            return left
        case "if" where code.text(index + 1) == "(":
            let close = code.close(of: index + 1)
            let ways = expression((index + 2)..<min(close, end), ways)
            index = close + 1
            let known = openCalls.count
            let then = statement(&index, end, ways, depth: depth + 1)
            // What was called where the guard then ends is no first call of what follows.
            if then.isEmpty { openCalls.removeLast(openCalls.count - known) }
            guard index < end, code.text(index) == "else" else { return then.union(ways) }
            index += 1
            return then.union(statement(&index, end, ways, depth: depth + 1))
        case "return":
            let stop = statementEnd(index + 1, end)
            let value = (index + 1)..<stop
            let left = expression(value, ways)
            if left.contains(.none) {
                if emptyReturn == nil { emptyReturn = index }
                if !value.isEmpty, !isUnknown, returnedValue == nil, isValue(value) { returnedValue = index }
            }
            ended.formUnion(left)
            index = stop
            return []
        case "throw":
            _ = expression((index + 1)..<statementEnd(index + 1, end), ways)
            index = statementEnd(index + 1, end)
            return []
        case "try" where code.text(index + 1) == "{":
            index += 1
            var left = statement(&index, end, ways, depth: depth + 1)
            if index < end, code.text(index) == "catch" {
                index += 1
                if code.text(index) == "(" { index = code.close(of: index) + 1 }
                left.formUnion(statement(&index, end, ways, depth: depth + 1))
            }
            if index < end, code.text(index) == "finally" {
                index += 1
                left = statement(&index, end, left, depth: depth + 1)
            }
            return left
        case "for", "while", "do", "switch", "function", "class":
            let stop = compoundEnd(index, end)
            if code.has(next, in: index..<stop) { isUnknown = true }
            if ["for", "while", "do", "switch"].contains(code.text(index)), code.hasWord("return", in: index..<stop) {
                isUnknown = true
            }
            index = stop
            return ways
        default:
            let stop = max(statementEnd(index, end), index + 1)
            let left = expression(index..<stop, ways)
            index = stop
            return left
        }
    }

    /// The counts behind an expression.
    private mutating func expression(_ range: Range<Int>, _ ways: Ways) -> Ways {
        var calls: [Int] = []
        var index = range.lowerBound
        var isChoice = false, mayBeLeftOut = false
        while index < range.upperBound {
            let text = code.text(index)
            if text == "=>" || text == "function" {
                // Another function: when it runs, and whether, is not told here.
                let stop = functionEnd(index, range.upperBound)
                if code.has(next, in: index..<stop) { isUnknown = true }
                index = stop
                continue
            }
            if text == "?" { isChoice = true }
            if text == "&&" || text == "||" || text == "??" { mayBeLeftOut = true }
            if text == next, code.tokens[index].kind == .word, code.text(index - 1) != ".", code.text(index - 1) != "?."
            {
                if code.text(index + 1) == "(" {
                    calls.append(index)
                } else {
                    // Handed on: `.then(next)`.
                    isUnknown = true
                }
            }
            index += 1
        }
        guard let first = calls.first else { return ways }
        var left = ways
        for call in isChoice ? [first] : calls {
            if left.contains(.once) || left.contains(.more), secondCall == nil, !mayBeLeftOut {
                (secondCall, firstCall) = (call, openCalls.last)
            }
            openCalls.append(call)
            left = left.plusOne
        }
        return mayBeLeftOut ? left.union(ways) : left
    }

    private func isValue(_ range: Range<Int>) -> Bool {
        guard let first = range.first else { return false }
        if range.count == (code.text(range.upperBound - 1) == ";" ? 2 : 1) {
            return code.tokens[first].isString || ["true", "false"].contains(code.text(first))
        }
        return code.text(first) == "{"
    }

    private func statementEnd(_ start: Int, _ end: Int) -> Int {
        guard start < end else { return end }
        if code.tokens[start].beginsLine, code.text(start - 1) == "return" { return start }
        return min(code.expressionEndThroughCommas(from: start), end)
    }

    private func compoundEnd(_ start: Int, _ end: Int) -> Int {
        var index = start + 1
        while index < end, code.text(index) != "{", code.text(index) != ";" {
            index = code.text(index) == "(" ? code.close(of: index) + 1 : index + 1
        }
        guard index < end, code.text(index) == "{" else { return min(index + 1, end) }
        index = code.close(of: index) + 1
        // `do { … } while (…)`
        if code.text(start) == "do", code.text(index) == "while" { index = code.close(of: index + 1) + 1 }
        return min(max(index, start + 1), end)
    }

    /// Behind the body of the function whose arrow or keyword stands here.
    private func functionEnd(_ start: Int, _ end: Int) -> Int {
        var index = start + 1
        if code.text(start) == "function" {
            while index < end, code.text(index) != "(" { index += 1 }
            index = code.close(of: index) + 1
        }
        guard index < end else { return end }
        if code.text(index) == "{" { return min(code.close(of: index) + 1, end) }
        return min(max(code.expressionEnd(from: index), start + 1), end)
    }
}

extension Code {
    func has(_ word: String, in range: Range<Int>) -> Bool { hasWord(word, in: range) }

    func hasWord(_ word: String, in range: Range<Int>) -> Bool {
        range.clamped(to: 0..<tokens.count).contains { tokens[$0].kind == .word && text($0) == word }
    }

    /// As ``expressionEnd(from:)``, with commas as a part.
    func expressionEndThroughCommas(from start: Int) -> Int {
        var end = expressionEnd(from: start)
        while text(end) == ",", end + 1 < tokens.count { end = max(expressionEnd(from: end + 1), end + 1) }
        return text(end) == ";" ? end + 1 : end
    }
}
