/// Why a text is not JSON, and where.
public struct JSONParseFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Problem: String, Sendable {
        case unexpectedEnd = "the text ends too early"
        case unexpectedByte = "this byte cannot stand here"
        case invalidNumber = "this is not a number"
        case invalidEscape = "this escape does not exist"
        case controlCharacter = "a control character must be escaped"
        case invalidUTF8 = "these bytes are not UTF-8"
        case tooDeep = "arrays and objects are nested too deeply"
        case tooManyValues = "there are too many values"
        case trailingBytes = "something follows the value"
    }

    public let problem: Problem
    /// Offset in bytes from the start of the text.
    public let offset: Int

    public var description: String { "not JSON at byte \(offset): \(problem.rawValue)" }
}

extension JSONValue {
    /// How deeply arrays and objects may nest: far beyond real documents, far below the stack's end.
    public static let depthLimit = 128

    /// How many values a text may hold: a hundred thousand accounts are about five million.
    public static let valueLimit = 10_000_000

    /// Reads one JSON text (RFC 8259), strictly; white space may surround it.
    ///
    /// A lone surrogate escape becomes U+FFFD. Numbers out of range become infinite, as in JavaScript.
    /// - Complexity: O(n) in bytes.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONParseFailure) {
        try self.init(parsing: bytes, valueLimit: Self.valueLimit)
    }

    /// - Parameter valueLimit: how many values the text may hold.
    public init(parsing bytes: some Sequence<UInt8>, valueLimit: Int) throws(JSONParseFailure) {
        var parser = JSONParser(bytes: Array(bytes), valueLimit: valueLimit)
        self = try parser.document()
    }

    public init(parsing text: String) throws(JSONParseFailure) {
        try self.init(parsing: text.utf8)
    }

    /// Names that stand more than once in one object of the text, whose last value counts here and whose first may count
    /// elsewhere (RFC 8259 §4); in the order in which they come again.
    package static func repeatedNames(in bytes: some Sequence<UInt8>) throws(JSONParseFailure) -> [String] {
        var parser = JSONParser(bytes: Array(bytes), valueLimit: valueLimit)
        _ = try parser.document()
        return parser.repeatedNames
    }
}

private struct JSONParser {
    private let bytes: [UInt8]
    private var cursor = 0
    private var depth = 0
    private var count = 0
    private let valueLimit: Int
    private(set) var repeatedNames: [String] = []

    init(bytes: [UInt8], valueLimit: Int) { (self.bytes, self.valueLimit) = (bytes, valueLimit) }

    mutating func document() throws(JSONParseFailure) -> JSONValue {
        let value = try self.value()
        skipWhiteSpace()
        guard cursor == bytes.count else { throw failure(.trailingBytes) }
        return value
    }

    private mutating func value() throws(JSONParseFailure) -> JSONValue {
        skipWhiteSpace()
        count += 1
        guard count <= valueLimit else { throw failure(.tooManyValues) }
        switch peek {
        case nil: throw failure(.unexpectedEnd)
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(JSONParseFailure) -> JSONObject {
        try enter()
        defer { depth -= 1 }
        var object = JSONObject()
        skipWhiteSpace()
        if skip(UInt8(ascii: "}")) { return object }
        while true {
            skipWhiteSpace()
            guard peek == UInt8(ascii: "\"") else { throw failureHere() }
            let name = try string()
            skipWhiteSpace()
            guard skip(UInt8(ascii: ":")) else { throw failureHere() }
            let count = object.count
            object[name] = try value()
            if object.count == count { repeatedNames.append(name) }
            skipWhiteSpace()
            if skip(UInt8(ascii: "}")) { return object }
            guard skip(UInt8(ascii: ",")) else { throw failureHere() }
        }
    }

    private mutating func array() throws(JSONParseFailure) -> [JSONValue] {
        try enter()
        defer { depth -= 1 }
        var array: [JSONValue] = []
        skipWhiteSpace()
        if skip(UInt8(ascii: "]")) { return array }
        while true {
            array.append(try value())
            skipWhiteSpace()
            if skip(UInt8(ascii: "]")) { return array }
            guard skip(UInt8(ascii: ",")) else { throw failureHere() }
        }
    }

    private mutating func enter() throws(JSONParseFailure) {
        depth += 1
        guard depth <= JSONValue.depthLimit else { throw failure(.tooDeep) }
        cursor += 1
    }

    private mutating func string() throws(JSONParseFailure) -> String {
        let start = cursor
        cursor += 1
        var text: [UInt8] = []
        while let byte = peek {
            cursor += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw JSONParseFailure(problem: .invalidUTF8, offset: start)
                }
                return string
            case UInt8(ascii: "\\"):
                text.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20:
                cursor -= 1
                throw failure(.controlCharacter)
            default:
                text.append(byte)
            }
        }
        throw failure(.unexpectedEnd)
    }

    private mutating func escape() throws(JSONParseFailure) -> Unicode.Scalar {
        guard let byte = peek else { throw failure(.unexpectedEnd) }
        cursor += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default:
            cursor -= 1
            throw failure(.invalidEscape)
        }
        let unit = try hexUnit()
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        let afterLead = cursor
        if skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")), let trail = try? hexUnit(), UTF16.isTrailSurrogate(trail)
        {
            return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
        }
        cursor = afterLead
        return "\u{FFFD}"
    }

    private mutating func hexUnit() throws(JSONParseFailure) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek else { throw failure(.unexpectedEnd) }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw failure(.invalidEscape)
            }
            unit = unit << 4 | UInt16(digit)
            cursor += 1
        }
        return unit
    }

    private mutating func number() throws(JSONParseFailure) -> JSONValue {
        let start = cursor
        var isInteger = true
        _ = skip(UInt8(ascii: "-"))
        let integerDigits = skipDigits()
        guard integerDigits > 0 else { throw failureHere() }
        let leadingZero = bytes[cursor - integerDigits] == UInt8(ascii: "0") && integerDigits > 1
        guard !leadingZero else { throw JSONParseFailure(problem: .invalidNumber, offset: start) }
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            guard skipDigits() > 0 else { throw failure(.invalidNumber) }
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isInteger = false
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            guard skipDigits() > 0 else { throw failure(.invalidNumber) }
        }
        let text = String(decoding: bytes[start..<cursor], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text) else { throw JSONParseFailure(problem: .invalidNumber, offset: start) }
        return .number(number)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONParseFailure) -> JSONValue {
        for expected in word.description.utf8 {
            guard skip(expected) else { throw failureHere() }
        }
        return value
    }

    private var peek: UInt8? { cursor < bytes.count ? bytes[cursor] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        cursor += 1
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = cursor
        while let byte = peek, byte >= 0x30, byte <= 0x39 { cursor += 1 }
        return cursor - start
    }

    private mutating func skipWhiteSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { cursor += 1 }
    }

    private func failure(_ problem: JSONParseFailure.Problem) -> JSONParseFailure {
        JSONParseFailure(problem: problem, offset: cursor)
    }

    private func failureHere() -> JSONParseFailure { failure(peek == nil ? .unexpectedEnd : .unexpectedByte) }
}
