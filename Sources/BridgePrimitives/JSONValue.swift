/// A JSON value that keeps what matters on a wire: the order of members, and integers apart from fractions.
///
/// Cores read tokens, route tables and guard cases without Foundation; members keep their order because
/// query strings and printed claims follow it.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var arrayValue: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    public var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }

    /// An integer, also when written with a fraction of zero (`3.0`) and exactly representable.
    public var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The member `key` of an object; nil for other values and absent members.
    public subscript(key: String) -> JSONValue? { objectValue?[key] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral, ExpressibleByFloatLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(nilLiteral: ()) { self = .null }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

/// The members of a JSON object, in the order in which they were written.
///
/// A repeated name keeps its first place and its last value, as `JSON.parse` does. Names are the same when their bytes
/// are: to JSON a letter with an accent and a letter followed by one are two names, though to `==` they are one text.
/// Two objects are equal when they hold the same members in the same order.
public struct JSONObject: Hashable, Sendable, Sequence {
    public private(set) var members: [(name: String, value: JSONValue)] = []
    /// Only built when there are enough members for it to pay.
    private var index: [Name: Int] = [:]
    private static let indexThreshold = 8

    public init() {}

    public init(_ members: [(String, JSONValue)]) {
        for (name, value) in members { self[name] = value }
    }

    public var isEmpty: Bool { members.isEmpty }
    public var count: Int { members.count }
    public var names: [String] { members.map(\.name) }
    public func makeIterator() -> IndexingIterator<[(name: String, value: JSONValue)]> { members.makeIterator() }

    /// - Complexity: O(1) on average; removing is O(n).
    public subscript(name: String) -> JSONValue? {
        get { position(of: name).map { members[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?):
                members[position].value = value
            case (let position?, nil):
                members.remove(at: position)
                rebuildIndex()
            case (nil, let value?):
                members.append((name, value))
                if members.count > Self.indexThreshold {
                    if index.isEmpty { rebuildIndex() } else { index[Name(name)] = members.count - 1 }
                }
            case (nil, nil):
                break
            }
        }
    }

    private func position(of name: String) -> Int? {
        index.isEmpty ? members.firstIndex { Name($0.name) == Name(name) } : index[Name(name)]
    }

    private mutating func rebuildIndex() {
        index = [:]
        guard members.count > Self.indexThreshold else { return }
        for (position, member) in members.enumerated() { index[Name(member.name)] = position }
    }

    public static func == (a: Self, b: Self) -> Bool {
        a.members.elementsEqual(b.members) { Name($0.name) == Name($1.name) && $0.value == $1.value }
    }

    /// A text that is the same as another when its bytes are.
    private struct Name: Hashable {
        let text: String

        init(_ text: String) { self.text = text }

        /// The first comparison is the fast one for texts that differ.
        static func == (a: Self, b: Self) -> Bool { a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8) }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    public func hash(into hasher: inout Hasher) {
        for member in members {
            hasher.combine(member.name)
            hasher.combine(member.value)
        }
    }
}

extension JSONValue {
    /// Reason codes as an array of strings.
    package static func codes(_ codes: some Sequence<ReasonCode>) -> JSONValue {
        .array(codes.map { .string($0.rawValue) })
    }

    /// Reasons, written as their codes.
    package static func codes<Given: Reason>(_ reasons: some Sequence<Given>) -> JSONValue {
        .array(reasons.map { .string($0.rawValue) })
    }
}
