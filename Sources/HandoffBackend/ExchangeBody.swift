import BridgePrimitives

extension TokenField {
    var note: BackendReason {
        switch self {
        case .idtoken: .fieldIDToken
        case .token: .fieldToken
        }
    }
}

/// The body of an exchange, read: one ID token, and where it stood.
struct ExchangeBody: Sendable {
    /// Room for the largest token, escaped, and its name.
    static let byteLimit = 128 * 1024

    /// Not empty; not known to be a token.
    let text: String
    let notes: [BackendReason]

    init(
        parsing body: [UInt8], contentType: String?, fields: [TokenField]
    ) throws(BackendReason.Refusal) {
        guard body.count <= Self.byteLimit else { throw BackendReason.Refusal(.bodyTooLarge) }
        guard !body.isEmpty else { throw BackendReason.Refusal(.emptyBody) }
        var found: [(field: TokenField, value: String)] = []
        switch contentType.flatMap(MediaType.init(parsing:))?.essence {
        case "application/x-www-form-urlencoded":
            for (name, value) in try Self.form(body) {
                guard let field = fields.first(where: { $0.rawValue == name }) else { continue }
                found.append((field, value))
            }
        case "application/json":
            guard let object = (try? JSONValue(parsing: body))?.objectValue else {
                throw BackendReason.Refusal(.brokenJSON)
            }
            for field in fields {
                guard let value = object[field.rawValue], value != .null else { continue }
                guard let text = value.stringValue else { throw BackendReason.Refusal(.fieldNotText) }
                found.append((field, text))
            }
        default: throw BackendReason.Refusal(.unsupportedContentType)
        }
        guard let first = found.first else { throw BackendReason.Refusal(.missingField) }
        guard found.allSatisfy({ $0.value == first.value }) else { throw BackendReason.Refusal(.conflictingFields) }
        guard !first.value.isEmpty else { throw BackendReason.Refusal(.emptyField) }
        text = first.value
        notes = Set(found.map(\.field)).count > 1 ? [.bothFields] : [first.field.note]
    }

    /// Stricter than browsers read it: an escape that is cut or wrong, and bytes that are not UTF-8, are refused instead
    /// of taken as they are, since half a token is worth nothing.
    private static func form(_ body: [UInt8]) throws(BackendReason.Refusal) -> [(name: String, value: String)] {
        guard let items = try? FormBody.items(body) else { throw BackendReason.Refusal(.brokenForm) }
        var fields: [(name: String, value: String)] = []
        for item in items {
            guard let name = String(validating: item.name, as: UTF8.self),
                let value = String(validating: item.value, as: UTF8.self)
            else { throw BackendReason.Refusal(.brokenForm) }
            fields.append((name, value))
        }
        return fields
    }
}

extension BackendReason {
    /// A reason as an error, for the way out of a parser.
    struct Refusal: Error, Hashable {
        let reason: BackendReason
        init(_ reason: BackendReason) { self.reason = reason }
    }
}
