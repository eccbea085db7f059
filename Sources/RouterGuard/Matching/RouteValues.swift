public import BridgePrimitives

/// Params or query values by name: ordered as a script's object is, with values that may be present but undefined.
///
/// Names that look like array indices come first, ascending; the others keep the order in which they were set.
/// The order shows in ``Route/fullPath``, because the query is printed in it.
public struct RouteValues: Sendable {
    /// Name and value; a nil value is a key that is present and undefined.
    public private(set) var members: [(name: String, value: JSONValue?)] = []
    private var indexCount = 0

    public init() {}

    /// Reads an object; the text `$undefined` stands for undefined, as in case files.
    public init(_ object: JSONObject) {
        for (name, value) in object {
            // A bare `nil` would be the JSON null here, which is a value.
            set(name, to: value == .string(undefinedMark) ? Optional.none : value)
        }
    }

    public var isEmpty: Bool { members.isEmpty }
    public var count: Int { members.count }

    /// The value, or nil when the key is absent or undefined.
    /// - Complexity: O(n) in members.
    public subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    /// Whether the key is present, with a value or undefined.
    public func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    /// Sets a value; nil makes the key present and undefined.
    mutating func set(_ name: String, to value: JSONValue?) {
        if let position = members.firstIndex(where: { $0.name == name }) {
            members[position].value = value
            return
        }
        guard let number = Self.arrayIndex(name) else {
            members.append((name, value))
            return
        }
        let position = members[..<indexCount].firstIndex { (Self.arrayIndex($0.name) ?? 0) > number } ?? indexCount
        members.insert((name, value), at: position)
        indexCount += 1
    }

    mutating func remove(_ name: String) {
        guard let position = members.firstIndex(where: { $0.name == name }) else { return }
        members.remove(at: position)
        if position < indexCount { indexCount -= 1 }
    }

    /// The object, with `$undefined` in place of undefined values.
    public var json: JSONValue {
        var object = JSONObject()
        for (name, value) in members { object[name] = value ?? .string(undefinedMark) }
        return .object(object)
    }

    /// The number that `name` spells if it is an array index (ECMA-262 §6.1.7): canonical, below 2^32 - 1.
    private static func arrayIndex(_ name: String) -> UInt32? {
        guard let number = UInt32(name), number < UInt32.max, String(number) == name else { return nil }
        return number
    }
}

extension RouteValues: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        a.members.elementsEqual(b.members) { $0.name == $1.name && $0.value == $1.value }
    }

    public func hash(into hasher: inout Hasher) {
        for member in members {
            hasher.combine(member.name)
            hasher.combine(member.value)
        }
    }
}

extension RouteValues: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (name, value) in elements { set(name, to: value) }
    }
}
