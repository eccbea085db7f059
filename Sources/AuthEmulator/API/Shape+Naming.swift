import BridgePrimitives

extension Shape {
    /// The same value with the members of enumerations by their names, where their places in the list were sent: what is
    /// kept as it came is shown by name.
    ///
    /// - Parameter value: without violations, names in camel case at every depth.
    /// - Complexity: O(n) in the members; as deep as the shape.
    func naming(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.choice(let members), .integer(let index)): Self.name(at: index, in: members) ?? value
        case (.choice(let members), .string(let text)) where !members.contains(text):
            Int64(text).flatMap { Self.name(at: $0, in: members) } ?? value
        case (.nullable(let inner), _): value == .null ? value : inner.naming(value)
        case (.list(let element), .array(let values)): .array(values.map { element.naming($0) })
        case (.object(let members), .object(let object)): .object(Self.naming(object, members))
        default: value
        }
    }

    private static func naming(_ object: JSONObject, _ members: [Member]) -> JSONObject {
        var named = object
        for member in members {
            let name = member.wireName
            named[name] = object[name].map { member.shape.naming($0) }
        }
        return named
    }

    private static func name(at index: Int64, in members: [String]) -> JSONValue? {
        let index = Int(clamping: index)
        return members.indices.contains(index) ? .string(members[index]) : nil
    }
}
