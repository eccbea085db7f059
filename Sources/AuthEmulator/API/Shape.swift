import BridgePrimitives

/// What a member of a request or reply looks like: requests are held against it, and the OpenAPI document is made of it.
indirect enum Shape: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    case text
    case flag
    /// A JSON number.
    case number
    /// A JSON number without a fraction.
    case integer
    /// A 64-bit integer as text; requests may send a number.
    case int64
    /// An enumeration, in the order of the protocol: a member may be sent as its place, the first one being the
    /// unspecified one.
    case choice([String])
    /// May be `null` in a request, which then means that it is absent: what official clients send so.
    case nullable(Shape)
    case list(Shape)
    case object([Member])
    /// Any JSON object.
    case anything

    struct Member: Hashable, Sendable {
        let name: String
        /// In camel case, as bodies have it.
        let wireName: String
        let shape: Shape

        init(name: String, shape: Shape) { (self.name, wireName, self.shape) = (name, camelCaseName(name), shape) }
    }

    init(dictionaryLiteral elements: (String, Shape)...) {
        self = .object(elements.map { Member(name: $0.0, shape: $0.1) })
    }

    static let empty = Shape.object([])

    /// The same object with more members.
    func with(_ more: Shape) -> Shape {
        guard case .object(let own) = self, case .object(let others) = more else { return self }
        return .object(own + others.filter { other in !own.contains { $0.name == other.name } })
    }

    /// As deep as the shapes that are written down in this module.
    var schema: JSONObject { schema(isClosed: false) }

    /// - Parameter isClosed: whether a member of another name is a violation, at every depth.
    func schema(isClosed: Bool) -> JSONObject {
        switch self {
        case .text: return JSONObject([("type", "string")])
        case .flag: return JSONObject([("type", "boolean")])
        case .number: return JSONObject([("type", "number")])
        case .integer: return JSONObject([("type", "integer")])
        case .int64: return JSONObject([("type", "string"), ("format", "int64"), ("pattern", "^-?[0-9]{1,15}$")])
        case .choice(let values):
            return JSONObject([("type", "string"), ("enum", .array(values.map { .string($0) }))])
        case .nullable(let shape):
            return JSONObject(
                shape.schema(isClosed: isClosed).members.map { ($0.name, $0.value) } + [("nullable", true)])
        case .list(let element):
            return JSONObject([("type", "array"), ("items", .object(element.schema(isClosed: isClosed)))])
        case .object(let members):
            var schema = JSONObject([
                ("type", "object"),
                (
                    "properties",
                    .object(JSONObject(members.map { ($0.name, .object($0.shape.schema(isClosed: isClosed))) }))
                ),
            ])
            if isClosed { schema["additionalProperties"] = false }
            return schema
        case .anything: return JSONObject([("type", "object")])
        }
    }
}
