import SimulatedDevice

extension PropertyValue {
    /// Nil for anything that no property list holds, and for what lies deeper than ``depthLimit``.
    init?(any: Any) { self.init(any: any, depth: 0) }

    private init?(any: Any, depth: Int) {
        guard depth <= Self.depthLimit else { return nil }
        if let number = NumberObject(any) {
            self.init(number)
            return
        }
        switch any {
        case let value as String: self = .string(value)
        case let value as Substring: self = .string(String(value))
        case let value as Bool: self = .bool(value)
        case let value as Data: self = .data(Array(value))
        case let value as Date: self = .date(secondsSinceEpoch: value.timeIntervalSince1970)
        case let value as any BinaryInteger:
            guard let number = Int64(exactly: value) else { return nil }
            self = .integer(number)
        case let value as any BinaryFloatingPoint: self = .double(Double(value))
        case let value as [Any]:
            let elements = value.compactMap { PropertyValue(any: $0, depth: depth + 1) }
            guard elements.count == value.count else { return nil }
            self = .array(elements)
        case let value as [String: Any]:
            let members = value.compactMapValues { PropertyValue(any: $0, depth: depth + 1) }
            guard members.count == value.count else { return nil }
            self = .dictionary(members)
        default: return nil
        }
    }

    private init(_ number: NumberObject) {
        if number.isTruth {
            self = .bool(number.value.boolValue)
        } else if number.isFraction {
            self = .double(number.value.doubleValue)
        } else {
            self = .integer(number.value.int64Value)
        }
    }

    /// `String`, `Int`, `Double`, `Bool`, `Data`, `Date`, and arrays and dictionaries of these.
    var any: Any {
        switch self {
        case .string(let value): value
        case .integer(let value): Int(truncatingIfNeeded: value)
        case .double(let value): value
        case .bool(let value): value
        case .data(let value): Data(value)
        case .date(let seconds): Date(timeIntervalSince1970: seconds)
        case .array(let values): values.map(\.any)
        case .dictionary(let members): members.mapValues(\.any)
        }
    }
}
