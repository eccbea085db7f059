/// A value of a property list, as `UserDefaults` keeps it and as attributes of keychain items have it.
public indirect enum PropertyValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case double(Double)
    case bool(Bool)
    case data([UInt8])
    /// Seconds since the Unix epoch, UTC.
    case date(secondsSinceEpoch: Double)
    case array([PropertyValue])
    case dictionary([String: PropertyValue])

    /// How deep arrays and dictionaries may lie in each other.
    public static let depthLimit = 32

    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    public var dataValue: [UInt8]? { if case .data(let value) = self { value } else { nil } }
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }
}
