import BridgePrimitives
import Foundation

extension JSONValue {
    /// As WebKit hands values of JavaScript over: numbers and Booleans are `NSNumber`, null is `NSNull`.
    var foundation: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .number(let value): NSNumber(value: value)
        case .string(let value): value
        case .array(let values): values.map(\.foundation)
        case .object(let object):
            Dictionary(object.members.map { ($0.name, $0.value.foundation) }) { _, last in last } as [String: Any]
        }
    }

    /// What a script can be given; nil for anything else, and for what lies deeper than ``depthLimit``.
    init?(foundation value: Any, depth: Int = 0) {
        guard depth <= Self.depthLimit else { return nil }
        if let number = NumberObject(value) {
            self.init(number)
            return
        }
        switch value {
        case is NSNull: self = .null
        case let value as String: self = .string(value)
        case let value as Bool: self = .bool(value)
        case let value as any BinaryInteger: self = Int64(exactly: value).map { .integer($0) } ?? .number(Double(value))
        case let value as any BinaryFloatingPoint: self = .number(Double(value))
        case let values as [Any]:
            let elements = values.compactMap { JSONValue(foundation: $0, depth: depth + 1) }
            guard elements.count == values.count else { return nil }
            self = .array(elements)
        case let members as [String: Any]:
            let values = members.compactMapValues { JSONValue(foundation: $0, depth: depth + 1) }
            guard values.count == members.count else { return nil }
            self = .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
        default: return nil
        }
    }

    private init(_ number: NumberObject) {
        if number.isTruth {
            self = .bool(number.value.boolValue)
        } else if number.isFraction {
            self = .number(number.value.doubleValue)
        } else {
            self = .integer(number.value.int64Value)
        }
    }
}
