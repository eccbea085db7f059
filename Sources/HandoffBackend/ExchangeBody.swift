import BridgePrimitives

/// Where the backend looks for the ID token; apps and backends often disagree on the name.
public enum TokenField: String, CaseIterable, Sendable {
    case idtoken, token

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
            let form = try FormFields(parsing: body)
            for field in fields { found += form.values(of: field.rawValue).map { (field, $0) } }
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
}
