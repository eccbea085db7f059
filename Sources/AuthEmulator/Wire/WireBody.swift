public import BridgePrimitives

/// The members of a request, read as tolerantly as the real service reads them.
///
/// Names may be camel or snake case, numbers stand for strings where strings are declared, enumerations may be sent as
/// their index. The endpoint's ``Shape`` was held against the body before; what it lets pass as `null` is absent here,
/// and a member of the wrong type is refused with its JSON pointer all the same, for bodies that came another way.
public struct WireBody: Sendable {
    private let members: [String: JSONValue]
    private let object: JSONObject
    /// Where this object stands in the body: empty for the body itself.
    private let pointer: String

    public init(_ object: JSONObject, at pointer: String = "") {
        var members: [String: JSONValue] = [:]
        members.reserveCapacity(object.count)
        for member in object where member.value != .null { members[camelCaseName(member.name)] = member.value }
        (self.members, self.object, self.pointer) = (members, object, pointer)
    }

    /// A JSON body; an empty one counts as `{}`, since most bodies are optional.
    public init(json bytes: [UInt8]) throws(AuthRefusal) {
        guard !bytes.isEmpty else {
            self.init(JSONObject())
            return
        }
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes) } catch {
            throw AuthRefusal(.malformedPayload, "Unexpected input at byte \(error.offset).")
        }
        switch value {
        case .object(let object): self.init(object)
        // An empty pointer: the body itself.
        case .array: throw AuthRefusal(.invalidArgument, " must be object")
        default: throw AuthRefusal(.malformedPayload, "The body is no object.")
        }
    }

    /// An `application/x-www-form-urlencoded` body; a repeated name keeps its last value.
    public init(form bytes: [UInt8]) throws(AuthRefusal) {
        var object = JSONObject()
        for (name, value) in FormBody.pairs(bytes) { object[name] = .string(value) }
        self.init(object)
    }

    // MARK: - Members

    public func string(_ name: String) throws(AuthRefusal) -> String? {
        switch members[name] {
        case nil: return nil
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .number(let number) where number.isFinite: return number.description
        default: throw violation(name, "must be string")
        }
    }

    /// As ``string(_:)``, but an empty string counts as absent, as in the emulator's tests for truth.
    public func nonEmptyString(_ name: String) throws(AuthRefusal) -> String? {
        guard let text = try string(name), !text.isEmpty else { return nil }
        return text
    }

    /// The first of these members that is there and says something.
    func string(of names: String...) throws(AuthRefusal) -> String? {
        for name in names {
            if let found = try nonEmptyString(name) { return found }
        }
        return nil
    }

    public func bool(_ name: String) throws(AuthRefusal) -> Bool? {
        switch members[name] {
        case nil: return nil
        case .bool(let value): return value
        default: throw violation(name, "must be boolean")
        }
    }

    /// An int64 of the schema: a string of digits, or a number.
    public func integer(_ name: String) throws(AuthRefusal) -> Int64? {
        switch members[name] {
        case nil: return nil
        case .string(let text):
            guard let number = Int64(text) else { throw violation(name, "must match format \"int64\"") }
            return number
        case let value?:
            guard let number = value.integerValue else { throw violation(name, "must match format \"int64\"") }
            return number
        }
    }

    public func strings(_ name: String) throws(AuthRefusal) -> [String] {
        var strings: [String] = []
        for (position, element) in try array(name).enumerated() {
            switch element {
            case .string(let text): strings.append(text)
            case .integer(let number): strings.append(String(number))
            default: throw violation("\(name)/\(position)", "must be string")
            }
        }
        return strings
    }

    /// An array of enumeration members: names, or their places in `schema`, whose first is the unspecified one.
    public func enumerations(_ name: String, schema: [String]) throws(AuthRefusal) -> [String] {
        var values: [String] = []
        for (position, element) in try array(name).enumerated() {
            switch element {
            case .string(let text) where schema.contains(text): values.append(text)
            case .integer(let index) where schema.indices.contains(Int(clamping: index)):
                values.append(schema[Int(clamping: index)])
            default: throw violation("\(name)/\(position)", "must be equal to one of the allowed values")
            }
        }
        return values
    }

    /// One enumeration member: a name, or its place in `schema`; nil when absent.
    public func enumeration(_ name: String, schema: [String]) throws(AuthRefusal) -> String? {
        switch members[name] {
        case nil: return nil
        case .string(let text) where schema.contains(text): return text
        case .string(let text):
            // A number may also come as text, from forms and from old clients.
            guard let index = Int(text), schema.indices.contains(index) else { break }
            return schema[index]
        case .integer(let index) where schema.indices.contains(Int(clamping: index)):
            return schema[Int(clamping: index)]
        default: break
        }
        throw violation(name, "must be equal to one of the allowed values")
    }

    public func object(_ name: String) throws(AuthRefusal) -> WireBody? {
        switch members[name] {
        case nil: return nil
        case .object(let object): return WireBody(object, at: "\(pointer)/\(name)")
        default: throw violation(name, "must be object")
        }
    }

    /// The first of these members that is there.
    func object(of names: String...) throws(AuthRefusal) -> WireBody? {
        for name in names {
            if let found = try object(name) { return found }
        }
        return nil
    }

    public func objects(_ name: String) throws(AuthRefusal) -> [WireBody] {
        var objects: [WireBody] = []
        for (position, element) in try array(name).enumerated() {
            guard let object = element.objectValue else { throw violation("\(name)/\(position)", "must be object") }
            objects.append(WireBody(object, at: "\(pointer)/\(name)/\(position)"))
        }
        return objects
    }

    public func contains(_ name: String) -> Bool { members[name] != nil }

    /// All members in their order, names in camel case at every depth, without those that are null.
    ///
    /// For resources that are merged and kept as they are; values under names of the user's own choice (claims) are
    /// texts on this wire, so no name of theirs is changed.
    var json: JSONObject { Self.normalized(object) }

    /// The same with what is null, as shapes are held against it.
    var checkedForm: JSONObject { Self.normalized(object, keepsNulls: true) }

    /// As deep as the parser lets a document nest. What is written as it should be, as most is, is not copied.
    private static func normalized(_ object: JSONObject, keepsNulls: Bool = false) -> JSONObject {
        guard !object.members.allSatisfy({ isNormal($0.name, $0.value, keepsNulls) }) else { return object }
        var output = JSONObject()
        for (name, value) in object where keepsNulls || value != .null {
            output[camelCaseName(name)] = normalized(value, keepsNulls)
        }
        return output
    }

    private static func normalized(_ value: JSONValue, _ keepsNulls: Bool) -> JSONValue {
        switch value {
        case .object(let object): .object(normalized(object, keepsNulls: keepsNulls))
        case .array(let elements): .array(elements.map { normalized($0, keepsNulls) })
        default: value
        }
    }

    private static func isNormal(_ name: String, _ value: JSONValue, _ keepsNulls: Bool) -> Bool {
        isCamelCase(name) && (keepsNulls || value != .null) && isNormal(value, keepsNulls)
    }

    private static func isNormal(_ value: JSONValue, _ keepsNulls: Bool) -> Bool {
        switch value {
        case .object(let object): object.members.allSatisfy { isNormal($0.name, $0.value, keepsNulls) }
        case .array(let elements): elements.allSatisfy { isNormal($0, keepsNulls) }
        default: true
        }
    }

    /// Whether the member is there and says something: not false, not zero, not empty.
    func isTruthy(_ name: String) -> Bool {
        members[name]?.isTruthy ?? false
    }

    private func array(_ name: String) throws(AuthRefusal) -> [JSONValue] {
        switch members[name] {
        case nil: return []
        case .array(let elements): return elements
        default: throw violation(name, "must be array")
        }
    }

    private func violation(_ name: String, _ problem: String) -> AuthRefusal {
        AuthRefusal(.invalidArgument, "\(pointer)/\(name) \(problem)")
    }
}
