import BridgePrimitives

/// Header fields in the order in which they stand on the wire, repeated names kept apart.
///
/// Names are compared without ASCII case and keep their spelling; values are bytes, since servers send what they like.
/// Printing shows the names only: values carry cookies and tokens.
public struct HTTPHeaders: Sendable, Hashable {
    /// One field.
    public struct Field: Sendable, Hashable {
        public var name: String
        /// Without the white space around it (RFC 9110 §5.5).
        public var value: [UInt8]

        public init(name: String, value: [UInt8]) { (self.name, self.value) = (name, value) }

        /// The value as UTF-8 or, where it is none, as Latin-1: no byte is lost.
        public var text: String { HTTPHeaders.text(of: value) }
    }

    public private(set) var fields: [Field] = []

    public init() {}

    public init(_ fields: [Field]) { self.fields = fields }

    public init(_ fields: [(String, String)]) {
        self.fields = fields.map { Field(name: $0, value: Array($1.utf8)) }
    }

    public var isEmpty: Bool { fields.isEmpty }
    public var count: Int { fields.count }

    /// The text of the first field called `name`; nil when there is none.
    ///
    /// - Complexity: O(n) in the number of fields, as all look-ups here.
    public func first(_ name: String) -> String? { fields.first { Self.areSameName($0.name, name) }?.text }

    /// The bytes of every field called `name`, in order.
    public func all(_ name: String) -> [[UInt8]] {
        fields.filter { Self.areSameName($0.name, name) }.map(\.value)
    }

    public func contains(_ name: String) -> Bool { fields.contains { Self.areSameName($0.name, name) } }

    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: Array(value.utf8)))
    }

    public mutating func append(_ name: String, bytes: [UInt8]) { fields.append(Field(name: name, value: bytes)) }

    /// Replaces every field called `name` by one, in the place of the first.
    public mutating func set(_ name: String, _ value: String) { set(name, bytes: Array(value.utf8)) }

    public mutating func set(_ name: String, bytes: [UInt8]) {
        let field = Field(name: name, value: bytes)
        guard let place = fields.firstIndex(where: { Self.areSameName($0.name, name) }) else {
            fields.append(field)
            return
        }
        remove(name)
        fields.insert(field, at: place)
    }

    /// Adds the fields of which there is none of that name yet.
    public mutating func appendMissing(_ others: HTTPHeaders) {
        for field in others.fields where !contains(field.name) { append(field.name, bytes: field.value) }
    }

    /// Takes away every field called `name`.
    public mutating func remove(_ name: String) { fields.removeAll { Self.areSameName($0.name, name) } }

    /// Whether two field names are the same name (RFC 9110 §5.1: ASCII case does not count).
    public static func areSameName(_ a: String, _ b: String) -> Bool {
        ASCIIText.isSame(a, b)
    }

    static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension HTTPHeaders: RandomAccessCollection {
    public var startIndex: Int { fields.startIndex }
    public var endIndex: Int { fields.endIndex }
    public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// A name may be written more than once.
    public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "[" + fields.map(\.name).joined(separator: ", ") + "]" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { name }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
