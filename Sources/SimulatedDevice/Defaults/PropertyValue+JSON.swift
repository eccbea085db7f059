import BridgePrimitives

extension PropertyValue {
    /// An object with one member, named after the kind: kinds that JSON does not tell apart stay apart.
    var json: JSONValue {
        switch self {
        case .string(let value): ["string": .string(value)]
        case .integer(let value): ["integer": .integer(value)]
        // The bits: infinities, NaN and the last digit come back.
        case .double(let value): ["double": .string(String(value.bitPattern, radix: 16))]
        case .bool(let value): ["bool": .bool(value)]
        case .data(let value): ["data": .string(Base64URL.encode(value))]
        case .date(let seconds): ["date": .string(String(seconds.bitPattern, radix: 16))]
        case .array(let values): ["array": .array(values.map(\.json))]
        case .dictionary(let members):
            ["dictionary": .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))]
        }
    }

    /// Nil for anything but what ``json`` gives, and for what lies deeper than ``depthLimit``.
    init?(json: JSONValue) { self.init(json: json, depth: 0) }

    private init?(json: JSONValue, depth: Int) {
        guard depth <= Self.depthLimit, let members = json.objectValue?.members, members.count == 1,
            let (kind, value) = members.first
        else { return nil }
        switch kind {
        case "string":
            guard let value = value.stringValue else { return nil }
            self = .string(value)
        case "integer":
            guard let value = value.integerValue else { return nil }
            self = .integer(value)
        case "double", "date":
            guard let bits = value.stringValue.flatMap({ UInt64($0, radix: 16) }) else { return nil }
            let number = Double(bitPattern: bits)
            self = kind == "date" ? .date(secondsSinceEpoch: number) : .double(number)
        case "bool":
            guard let value = value.boolValue else { return nil }
            self = .bool(value)
        case "data":
            guard let value = value.stringValue.flatMap({ Base64URL.decode($0.utf8) }) else { return nil }
            self = .data(value)
        case "array":
            guard let elements = value.arrayValue else { return nil }
            let values = elements.compactMap { PropertyValue(json: $0, depth: depth + 1) }
            guard values.count == elements.count else { return nil }
            self = .array(values)
        case "dictionary":
            guard let members = value.objectValue else { return nil }
            var values: [String: PropertyValue] = [:]
            for (name, member) in members {
                guard let member = PropertyValue(json: member, depth: depth + 1) else { return nil }
                values[name] = member
            }
            self = .dictionary(values)
        default: return nil
        }
    }
}
