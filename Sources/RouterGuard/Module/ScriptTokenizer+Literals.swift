// Strings, templates and regular expressions.
extension ScriptTokenizer {
    mutating func string(closedBy quote: UInt8) throws(ScriptTokenProblem) {
        let (start, first) = (position, line)
        position += 1
        while let byte = here, byte != quote {
            if byte == UInt8(ascii: "\\") {
                position += 1
                guard here != nil else { break }
                if !skipLineEnd() { position += 1 }
            } else if byte == 0x0A || byte == 0x0D {
                break
            } else {
                position += 1
            }
        }
        guard here == quote else { throw ScriptTokenProblem(line: first, message: "a string is open") }
        position += 1
        add(.string, from: start, at: first, expectsOperand: false)
    }

    mutating func template() throws(ScriptTokenProblem) {
        position += 1
        try templatePart(from: position - 1)
    }

    /// The text of a template up to its end, or up to `${` with it.
    mutating func templatePart(from start: Int) throws(ScriptTokenProblem) {
        let first = line
        while let byte = here {
            switch byte {
            case UInt8(ascii: "`"):
                position += 1
                return add(.template, from: start, at: first, expectsOperand: false)
            case UInt8(ascii: "$") where next == UInt8(ascii: "{"):
                guard brackets.count < Self.depthLimit else { throw problem("brackets are nested too deeply") }
                position += 2
                add(.template, from: start, at: first, expectsOperand: true)
                brackets.append(.substitution)
                return
            case UInt8(ascii: "\\"):
                position += 1
                if here != nil, !skipLineEnd() { position += 1 }
            default: if !skipLineEnd() { position += 1 }
            }
        }
        throw ScriptTokenProblem(line: first, message: "a template is open")
    }

    mutating func regularExpression() throws(ScriptTokenProblem) {
        let start = position
        var isInClass = false
        position += 1
        while let byte = here, byte != 0x0A, byte != 0x0D {
            switch byte {
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass:
                position += 1
                skip { Self.isOfWord($0) }
                return add(.regularExpression, from: start, expectsOperand: false)
            default: break
            }
            position += 1
        }
        throw problem("a regular expression is open")
    }
}
