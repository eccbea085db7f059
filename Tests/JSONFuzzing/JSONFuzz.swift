import BridgePrimitives
public import FuzzSupport

/// JSON: what was read is written as what it was, and what was refused is refused at a place.
public enum JSONFuzz: FuzzSubject {
    public static let name = "json"

    public static let words = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "\\ude00", "\\u0000", "\\n", "\\/", "\\b", "null",
        "true", "false", "0", "-", "-0", "1e", "1E+", ".5", "1e999", "-1e999", "1e-999", "5e-324", "0.1", "1.0", "3.0",
        "1e16", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "9007199254740993", " ", "\t",
        "\"a\":", "\"é\":", "\"e\u{301}\":", "\"\u{212A}\":", "\"K\":", "[[[[[[[[", "]]]]]]]]", "{\"a\":{\"a\":",
    ]

    public static func example(_ chance: inout FuzzChance) -> [UInt8] { Array(chance.json(depth: 4).utf8) }

    public static func check(_ input: [UInt8]) -> FuzzFinding? {
        var checker = Checker()
        do throws(JSONParseFailure) {
            let value = try JSONValue(parsing: input)
            written(value, &checker)
            surrounded(input, value, &checker)
            members(input, value, &checker)
            limited(input, value, &checker)
        } catch {
            checker.check(
                "a refusal is at a byte of the text or at its end", (0...input.count).contains(error.offset), "\(error)"
            )
            if error.problem == .unexpectedEnd {
                checker.equal("a text that ends too early is refused at its end", error.offset, input.count)
            }
        }
        return checker.finding
    }

    /// Parse, write, parse: nothing changes any more.
    private static func written(_ value: JSONValue, _ checker: inout Checker) {
        let expected = value.asWritten
        for isIndented in [false, true] {
            let text = value.text(indented: isIndented)
            guard let again = try? JSONValue(parsing: text) else {
                return checker.check("what was written can be read", false, text)
            }
            checker.equal("what was written reads as what it was", again, expected)
            checker.same("writing again changes nothing", again.text(indented: isIndented), text)
        }
    }

    /// What stands around a value changes nothing of it.
    private static func surrounded(_ input: [UInt8], _ value: JSONValue, _ checker: inout Checker) {
        checker.equal(
            "blanks around a value are nothing", try? JSONValue(parsing: [0x20, 0x0A] + input + [0x0D, 0x09]), value)
        if value.depth < JSONValue.depthLimit {
            let list = [UInt8(ascii: "[")] + input + [UInt8(ascii: "]")]
            checker.equal("a value in a list is that value", try? JSONValue(parsing: list), .array([value]))
        }
        checker.check(
            "something after a value is refused",
            (try? JSONValue(parsing: input + [0x20, UInt8(ascii: "1")])) == nil, value.text())
    }

    /// Each name that is written is a member, and only the same bytes are the same name.
    private static func members(_ input: [UInt8], _ value: JSONValue, _ checker: inout Checker) {
        let names = JSONNames(in: input)
        if names.areDifferent { checker.equal("each name is a member", value.memberCount, names.count) }
        for object in value.objects {
            for member in object {
                checker.equal("a member is found by its name", object[member.name], member.value)
            }
        }
    }

    private static func limited(_ input: [UInt8], _ value: JSONValue, _ checker: inout Checker) {
        checker.check("values nest only so deep", value.depth <= JSONValue.depthLimit, "\(value.depth)")
        let limit = 8
        do throws(JSONParseFailure) {
            let limited = try JSONValue(parsing: input, valueLimit: limit)
            checker.equal("a limit changes no value", limited, value)
            checker.check("a limit holds", value.valueCount <= limit, "\(value.valueCount)")
        } catch { checker.equal("a limit is the only reason", error.problem, .tooManyValues) }
    }
}

extension JSONValue {
    /// Numbers as they are written: what JSON cannot write is null, and what has no fraction is an integer.
    fileprivate var asWritten: JSONValue {
        switch self {
        case .number(let number):
            number.isFinite ? Int64(exactly: number).map { .integer($0) } ?? self : .null
        case .array(let array): .array(array.map(\.asWritten))
        case .object(let object): .object(JSONObject(object.map { ($0.name, $0.value.asWritten) }))
        default: self
        }
    }

    private var children: [JSONValue] {
        switch self {
        case .array(let array): array
        case .object(let object): object.map(\.value)
        default: []
        }
    }

    /// 0 for what is neither array nor object.
    fileprivate var depth: Int {
        switch self {
        case .array, .object: 1 + (children.map(\.depth).max() ?? 0)
        default: 0
        }
    }

    fileprivate var valueCount: Int { children.reduce(1) { $0 + $1.valueCount } }
    fileprivate var objects: [JSONObject] { (objectValue.map { [$0] } ?? []) + children.flatMap(\.objects) }
    fileprivate var memberCount: Int { objects.reduce(0) { $0 + $1.count } }
}
